#include "server/tournament/rules/arenas.hpp"

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <utility>

#include "server/tournament/pairing/arena.hpp"
#include "server/tournament/pairing/tie_breaks.hpp"
#include "server/tournament/rules/draw_names.hpp"
#include "server/tournament/rules/round_parts.hpp"

namespace tanbo::tournament {

namespace {

using protocol::Code;
using protocol::refusal;

// None before the start.
const std::vector<Table>& tables_in(const Tournament& arena) {
    static const std::vector<Table> none;
    return arena.rounds.empty() ? none : arena.rounds.front().tables;
}

std::size_t place_in_list(int player) {
    return static_cast<std::size_t>(player);
}

// The figures of a player at all tables.
struct Record {
    int halves = 0;
    int balance = 0;  // games as first less games as second
    int last_opponent = -1;
    bool is_playing = false;
};

std::vector<Record> records_of(const Tournament& arena) {
    std::vector<Record> records(arena.players.size());
    for (const Table& table : tables_in(arena)) {
        for (std::size_t seat = 0; seat < 2; ++seat) {
            Record& record = records[place_in_list(table.players[seat])];
            record.balance += seat == 0 ? 1 : -1;
            record.last_opponent = table.players[1 - seat];
            if (table.units) {
                record.halves += (*table.units)[seat];
            } else {
                record.is_playing = true;
            }
        }
    }
    return records;
}

std::vector<int> free_among(const Tournament& arena, const std::vector<Record>& records) {
    std::vector<int> free;
    for (int i = 0; i < std::ssize(arena.players); ++i) {
        const Player& player = arena.player(i);
        const bool is_free =
            player.is_in() && !player.is_paused && !records[place_in_list(i)].is_playing;
        if (is_free) free.push_back(i);
    }
    std::ranges::sort(free, {}, [&arena](int player) {
        return std::pair(arena.player(player).free_since, player);
    });
    return free;
}

// The first turn at that instant or after it.
Instant turn_from(const Tournament& arena, Instant at) {
    const Instant start = *arena.started_at;
    const Instant::duration turn = arena_turn;
    const auto turns = (at - start + turn - Instant::duration(1)) / turn;
    return start + turns * turn;
}

bool have_met_last(const std::vector<Record>& records, int one, int other) {
    return records[place_in_list(one)].last_opponent == other &&
           records[place_in_list(other)].last_opponent == one;
}

// The place of each player in the arena by points, then by rating; from 0 on.
std::vector<int> ranks_of(const Tournament& arena, const std::vector<Record>& records) {
    std::vector<int> order(arena.players.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    std::ranges::sort(order, {}, [&](int player) {
        return std::tuple(-records[place_in_list(player)].halves,
                          -arena.player(player).rating.value_or(0), player);
    });
    std::vector<int> ranks(order.size());
    for (std::size_t rank = 0; rank < order.size(); ++rank) {
        ranks[place_in_list(order[rank])] = static_cast<int>(rank);
    }
    return ranks;
}

// The free players as pairing sees them, in the same order.
std::vector<pairing::ArenaPlayer> waiting_in(const Tournament& arena, const std::vector<int>& free,
                                             const std::vector<Record>& records, Instant now) {
    const std::vector<int> ranks = ranks_of(arena, records);
    std::vector<int> indices(arena.players.size(), -1);
    for (std::size_t i = 0; i < free.size(); ++i) {
        indices[place_in_list(free[i])] = static_cast<int>(i);
    }
    std::vector<pairing::ArenaPlayer> waiting;
    waiting.reserve(free.size());
    for (const int player : free) {
        const Record& record = records[place_in_list(player)];
        pairing::ArenaPlayer one;
        one.rank = ranks[place_in_list(player)];
        one.balance = record.balance;
        if (record.last_opponent >= 0) {
            one.last_opponent = indices[place_in_list(record.last_opponent)];
        }
        one.waited = static_cast<int>((now - arena.player(player).free_since) / arena_turn);
        waiting.push_back(one);
    }
    return waiting;
}

// The pairs among the free, by their places there, that don't meet as long as that is avoidable.
std::vector<std::pair<int, int>> apart_among(const Tournament& arena,
                                             const std::vector<int>& free) {
    std::vector<int> indices(arena.players.size(), -1);
    for (std::size_t i = 0; i < free.size(); ++i) {
        indices[place_in_list(free[i])] = static_cast<int>(i);
    }
    std::vector<std::pair<int, int>> pairs;
    for (const auto& [first, second] : apart_pairs(arena)) {
        const int a = indices[place_in_list(first)];
        const int b = indices[place_in_list(second)];
        if (a >= 0 && b >= 0) pairs.emplace_back(a, b);
    }
    return pairs;
}

void match_free(Events& events) {
    const Tournament& arena = events.now_is();
    const auto records = records_of(arena);
    const auto free = free_among(arena, records);
    const auto left = protocol::arena_tables_max - std::ssize(tables_in(arena));
    protocol::PlayersMatched matched;
    for (const auto& [first, second] : pairing::match_arena(
             waiting_in(arena, free, records, events.now()), apart_among(arena, free))) {
        if (std::ssize(matched.tables) >= left) break;
        matched.tables.push_back({free[place_in_list(first)] + 1, free[place_in_list(second)] + 1});
    }
    if (!matched.tables.empty()) events.add(std::move(matched));
}

// The games of players as rounds that they share: tie-breaks look at both sides of a game. `slots`
// has the round of each table.
struct Games {
    std::vector<pairing::SwissPlayer> players;
    std::vector<std::size_t> slots;
    std::size_t rounds = 0;
};

Games games_of(const Tournament& arena) {
    Games games;
    games.players.resize(arena.players.size());
    games.slots.reserve(tables_in(arena).size());
    for (const Table& table : tables_in(arena)) {
        auto& first = games.players[place_in_list(table.players[0])].outcomes;
        auto& second = games.players[place_in_list(table.players[1])].outcomes;
        const std::size_t slot = std::max(first.size(), second.size());
        first.resize(slot + 1);
        second.resize(slot + 1);
        first[slot] = outcome_at(table, 0, Unfinished::nothing);
        second[slot] = outcome_at(table, 1, Unfinished::nothing);
        games.slots.push_back(slot);
        games.rounds = std::max(games.rounds, slot + 1);
    }
    for (auto& player : games.players) player.outcomes.resize(games.rounds);
    return games;
}

}  // namespace

Decides pause(const Tournament& tournament, AccountId account, bool is_paused, Instant now) {
    const auto index = tournament.find(account);
    if (!index || !tournament.player(*index).is_in() || tournament.is_over()) {
        return refusal(Code::not_entered, "You are not a player of this tournament.");
    }
    if (!tournament.is_arena()) {
        return refusal(Code::invalid_field, "/paused must be absent unless the format is an arena.",
                       "/paused");
    }
    const Player& player = tournament.player(*index);
    Events events(tournament, now);
    if (player.is_paused == is_paused) return events.take();
    if (is_paused && player.pauses >= arena_pauses_max) {
        return refusal(Code::limit_reached,
                       "You have paused 100 times in this arena, the maximum.");
    }
    events.add(protocol::PauseChosen{account, is_paused});
    return events.take();
}

Instant arena_ends_at(const Tournament& tournament) {
    return *tournament.started_at + std::chrono::minutes(tournament.settings.arena.value().minutes);
}

std::vector<int> free_players(const Tournament& tournament) {
    return free_among(tournament, records_of(tournament));
}

std::vector<int> absent_in_arena(const Tournament& tournament) {
    std::vector<int> in_a_row(tournament.players.size(), 0);
    const auto& tables = tables_in(tournament);
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const Table& table = tables[i];
        if (!table.units || table.decided == Decided::annulled) continue;
        for (std::size_t seat = 0; seat < 2; ++seat) {
            const int player = table.players[seat];
            if (i < tournament.player(player).first_table) continue;
            int& count = in_a_row[place_in_list(player)];
            count = table.lost_by_forfeit[seat] ? count + 1 : 0;
        }
    }
    std::vector<int> absent;
    for (int player = 0; player < std::ssize(in_a_row); ++player) {
        const bool is_absent =
            tournament.player(player).is_in() && in_a_row[place_in_list(player)] > 1;
        if (is_absent) absent.push_back(player);
    }
    return absent;
}

std::vector<Ranked> arena_standings(const Tournament& tournament, const std::vector<int>& lots) {
    const Games games = games_of(tournament);
    const pairing::Results results{games.players, static_cast<int>(games.rounds), false};
    std::vector<Ranked> rows;
    rows.reserve(tournament.players.size());
    for (auto& one : pairing::standings(results, tie_breaks(tournament), lots)) {
        rows.push_back({one.player, one.place, one.halves, std::move(one.values)});
    }
    return rows;
}

std::vector<TieParts> explain_arena(const Tournament& tournament, int player) {
    const Games games = games_of(tournament);
    const pairing::Results results{games.players, static_cast<int>(games.rounds), false};
    // The number of the player's game in each round, from 0 on.
    std::vector<int> numbers(games.rounds, 0);
    int played = 0;
    for (std::size_t i = 0; i < games.slots.size(); ++i) {
        if (tables_in(tournament)[i].has(player)) numbers[games.slots[i]] = played++;
    }
    auto all = explain_ties(tournament, results, player);
    for (TieParts& tie : all) {
        for (pairing::Addend& part : tie.parts) part.round = numbers[place_in_list(part.round)];
    }
    return all;
}

std::optional<Instant> next_match_at(const Tournament& tournament) {
    if (std::ssize(tables_in(tournament)) >= protocol::arena_tables_max) return std::nullopt;
    const auto records = records_of(tournament);
    const auto free = free_among(tournament, records);
    if (free.size() < 2) return std::nullopt;
    const auto since = [&](std::size_t i) { return tournament.player(free[i]).free_since; };
    Instant from = since(1);
    const bool are_apart = !apart_among(tournament, {free[0], free[1]}).empty();
    if (are_apart || have_met_last(records, free[0], free[1])) {
        from += pairing::arena_rematch_turns * arena_turn;
        if (free.size() > 2) from = std::min(from, since(2));
    }
    const Instant at = turn_from(tournament, from);
    if (at >= arena_ends_at(tournament)) return std::nullopt;
    return at;
}

std::optional<Instant> arena_due(const Tournament& tournament) {
    if (const auto at = next_match_at(tournament)) return at;
    if (!tournament.is_decided()) return std::nullopt;
    return arena_ends_at(tournament);
}

void advance_arena(Events& events, const pairing::Secret& secret) {
    if (events.now() < arena_ends_at(events.now_is())) {
        const auto at = next_match_at(events.now_is());
        if (at && *at <= events.now()) match_free(events);
        return;
    }
    if (!events.now_is().is_decided()) return;
    events.add(protocol::RoundEnded{1, {}});
    events.add(
        protocol::TournamentFinished{protocol::TournamentEnd::completed, to_hex(secret), {}, {}});
}

}  // namespace tanbo::tournament
