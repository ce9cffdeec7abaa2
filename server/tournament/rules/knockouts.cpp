#include "server/tournament/rules/knockouts.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <map>
#include <tuple>
#include <utility>

#include "server/tournament/rules/round_parts.hpp"

namespace tanbo::tournament {

namespace {

constexpr int advancing_players = 2;  // of a pod

std::size_t nth(int index) {
    return static_cast<std::size_t>(index);
}

std::vector<pairing::BracketMatch> matches_of(const Tournament& tournament, int players) {
    return tournament.settings.format == TournamentFormat::knockout
               ? pairing::knockout(players)
               : pairing::double_elimination(players);
}

std::optional<int> winner_of(const Table& table) {
    if (!table.units) return std::nullopt;
    const std::vector<int>& units = *table.units;
    if (units[0] == units[1]) return std::min(table.players[0], table.players[1]);
    return table.players[units[0] > units[1] ? 0 : 1];
}

// Players who have withdrawn lose at tables, not here.
std::vector<pairing::MatchState> states_of(const std::vector<pairing::BracketMatch>& matches,
                                           const std::vector<std::optional<int>>& winners,
                                           std::size_t players) {
    return pairing::states(matches, winners, std::vector<char>(players, 0));
}

// The matches that can be played. Byes put no player two rounds ahead.
std::vector<std::size_t> open_matches(const std::vector<pairing::BracketMatch>& matches,
                                      const std::vector<pairing::MatchState>& states) {
    std::map<pairing::Part, int> rounds;  // the first that is not over, by part
    for (std::size_t match = 0; match < states.size(); ++match) {
        if (!states[match].winner) rounds.try_emplace(matches[match].part, matches[match].round);
    }
    std::vector<std::size_t> open;
    for (std::size_t match = 0; match < states.size(); ++match) {
        const bool is_next =
            states[match].is_open() && rounds.at(matches[match].part) == matches[match].round;
        if (is_next) open.push_back(match);
    }
    return open;
}

// The rounds of a bracket if the better seeds win, which lead to a second final with `has_upset`.
int rounds_of(const std::vector<pairing::BracketMatch>& matches, int players, bool has_upset) {
    std::vector<std::optional<int>> winners(matches.size());
    for (int rounds = 0;; ++rounds) {
        const auto states = states_of(matches, winners, nth(players));
        const auto open = open_matches(matches, states);
        if (open.empty()) return rounds;
        for (const std::size_t match : open) {
            const bool is_upset = has_upset && matches[match].part == pairing::Part::final;
            winners[match] = is_upset ? states[match].b : states[match].a;
        }
    }
}

// --- pods ---

// The places at a table; all share the first one if no game gave them.
std::vector<int> places_at(const Table& table) {
    return table.places.empty() ? std::vector<int>(table.players.size(), 1) : table.places;
}

std::vector<int> advancing_of(const Table& table, int count = advancing_players) {
    return pairing::advancing(table.players, places_at(table), count);
}

bool has_bye(const Round& round) {
    return std::ranges::any_of(round.resting, [](const auto& resting) {
        return resting.second == protocol::Resting::bye;
    });
}

bool is_final(const Round& round) {
    return round.tables.size() == 1 && !has_bye(round);
}

// The players of the next round by their seeds.
std::vector<int> players_left(const Tournament& tournament) {
    std::vector<int> players;
    if (tournament.rounds.empty()) {
        for (int i = 0; i < std::ssize(tournament.players); ++i) players.push_back(i);
    } else {
        const Round& last = tournament.rounds.back();
        for (const Table& table : last.tables)
            std::ranges::copy(advancing_of(table), std::back_inserter(players));
        for (const auto& [player, kind] : last.resting) {
            if (kind == protocol::Resting::bye) players.push_back(player);
        }
        std::ranges::sort(players);
    }
    std::erase_if(players, [&](int player) { return !tournament.player(player).is_in(); });
    return players;
}

std::optional<int> pods_champion(const Tournament& tournament) {
    if (tournament.rounds.empty()) return std::nullopt;
    const Round& last = tournament.rounds.back();
    if (is_final(last)) {
        const Table& table = last.tables.front();
        return table.is_open() ? std::nullopt : std::optional(advancing_of(table).front());
    }
    if (last.open_tables() > 0) return std::nullopt;
    const std::vector<int> left = players_left(tournament);
    return left.size() == 1 ? std::optional(left.front()) : std::nullopt;
}

std::optional<protocol::RoundPaired> next_pods_round(const Tournament& tournament,
                                                     pairing::Draw& draw) {
    const std::vector<int> players = players_left(tournament);
    if (players.size() < 2 || pods_champion(tournament)) return std::nullopt;
    protocol::RoundPaired paired;
    paired.round = static_cast<int>(tournament.rounds.size()) + 1;
    const auto pods = pairing::knockout_pods(players);
    for (const std::vector<int>& pod : pods) {
        const bool is_played = pods.size() == 1 || std::ssize(pod) > advancing_players;
        if (is_played) {
            std::vector<int> in_turn;
            for (const int index : draw.order(static_cast<int>(pod.size()))) {
                in_turn.push_back(pod[nth(index)]);
            }
            paired.tables.push_back(seated_in_pod(in_turn, draw));
            continue;
        }
        for (const int player : pod) {
            paired.resting.emplace_back(player + 1, protocol::Resting::bye);
        }
    }
    std::ranges::sort(paired.resting);
    return paired;
}

int pods_round_count(int players) {
    int rounds = 1;
    for (;; ++rounds) {
        std::vector<int> seeds(nth(players));
        for (int i = 0; i < players; ++i) seeds[nth(i)] = i;
        const auto pods = pairing::knockout_pods(seeds);
        if (pods.size() <= 1) return rounds;
        players = 0;
        for (const auto& pod : pods) {
            players += std::min(advancing_players, static_cast<int>(pod.size()));
        }
    }
}

// --- standings ---

// When a player lost for the last time; the least is the best.
struct Rank {
    int standing = 1;  // 0 the winner, 1 in play, 2 out
    int depth = 0;     // less for later rounds
    int place = 0;     // at a table of several

    auto operator<=>(const Rank&) const = default;
};

constexpr Rank first_rank{0, 0, 0};

std::vector<Rank> bracket_ranks(const Tournament& tournament, const Bracket& bracket) {
    const int losses_max =
        tournament.settings.format == TournamentFormat::double_elimination ? 2 : 1;
    std::vector<Rank> ranks(tournament.players.size());
    std::vector<int> losses(ranks.size(), 0);
    for (std::size_t match = 0; match < bracket.matches.size(); ++match) {
        const auto loser = bracket.states[match].loser();
        if (!loser || !bracket.tables[match]) continue;
        if (++losses[nth(*loser)] < losses_max) continue;
        const pairing::BracketMatch& last = bracket.matches[match];
        const bool was_final =
            last.part == pairing::Part::final || last.part == pairing::Part::second_final;
        ranks[nth(*loser)] = {2, was_final ? std::numeric_limits<int>::min() : -last.round, 0};
    }
    if (const auto winner = pairing::champion(bracket.states)) ranks[nth(*winner)] = first_rank;
    return ranks;
}

std::vector<Rank> pods_ranks(const Tournament& tournament) {
    std::vector<Rank> ranks(tournament.players.size());
    for (std::size_t round = 0; round < tournament.rounds.size(); ++round) {
        for (const Table& table : tournament.rounds[round].tables) {
            if (table.is_open()) continue;
            const int count = is_final(tournament.rounds[round]) ? 1 : advancing_players;
            const std::vector<int> places = places_at(table);
            const std::vector<int> going_on = advancing_of(table, count);
            for (std::size_t i = 0; i < table.players.size(); ++i) {
                if (std::ranges::find(going_on, table.players[i]) != going_on.end()) continue;
                ranks[nth(table.players[i])] = {2, -static_cast<int>(round), places[i]};
            }
        }
    }
    if (const auto winner = pods_champion(tournament)) ranks[nth(*winner)] = first_rank;
    return ranks;
}

}  // namespace

Bracket bracket_of(const Tournament& tournament) {
    assert(tournament.started_at && !tournament.has_several());
    Bracket bracket;
    bracket.matches = matches_of(tournament, static_cast<int>(tournament.players.size()));
    bracket.tables.resize(bracket.matches.size());
    std::vector<std::optional<int>> winners(bracket.matches.size());
    const auto states = [&] {
        return states_of(bracket.matches, winners, tournament.players.size());
    };
    for (std::size_t round = 0; round < tournament.rounds.size(); ++round) {
        const auto& tables = tournament.rounds[round].tables;
        const auto open = open_matches(bracket.matches, states());
        assert(open.size() == tables.size());
        for (std::size_t table = 0; table < open.size(); ++table) {
            bracket.tables[open[table]] =
                protocol::TableKey{static_cast<int>(round) + 1, static_cast<int>(table) + 1, 1};
            winners[open[table]] = winner_of(tables[table]);
        }
    }
    bracket.states = states();
    return bracket;
}

int knockout_round_count(const Tournament& tournament, int players) {
    if (tournament.has_several()) return pods_round_count(players);
    const auto matches = matches_of(tournament, players);
    return std::max(rounds_of(matches, players, false), rounds_of(matches, players, true));
}

std::optional<protocol::RoundPaired> next_knockout(const Tournament& tournament,
                                                   pairing::Draw& draw) {
    if (tournament.players_in() == 0) return std::nullopt;
    if (tournament.has_several()) return next_pods_round(tournament, draw);
    const Bracket bracket = bracket_of(tournament);
    const auto open = open_matches(bracket.matches, bracket.states);
    if (open.empty()) return std::nullopt;
    protocol::RoundPaired paired;
    paired.round = static_cast<int>(tournament.rounds.size()) + 1;
    const auto ranks = bracket_ranks(tournament, bracket);
    std::vector<char> waits(tournament.players.size(), 0);
    for (int i = 0; i < std::ssize(tournament.players); ++i) {
        waits[nth(i)] = tournament.player(i).is_in() && ranks[nth(i)].standing == 1 ? 1 : 0;
    }
    for (const std::size_t match : open) {
        int first = *bracket.states[match].a;
        int second = *bracket.states[match].b;
        if (draw.below(2) == 1) std::swap(first, second);
        paired.tables.push_back({first + 1, second + 1});
        waits[nth(first)] = waits[nth(second)] = 0;
    }
    for (int i = 0; i < std::ssize(tournament.players); ++i) {
        if (waits[nth(i)] != 0) paired.resting.emplace_back(i + 1, protocol::Resting::bye);
    }
    return paired;
}

std::optional<int> champion_of(const Tournament& tournament) {
    if (tournament.has_several()) return pods_champion(tournament);
    return pairing::champion(bracket_of(tournament).states);
}

std::vector<Ranked> knockout_standings(const Tournament& tournament) {
    std::vector<Rank> ranks(tournament.players.size());
    if (tournament.started_at) {
        ranks = tournament.has_several() ? pods_ranks(tournament)
                                         : bracket_ranks(tournament, bracket_of(tournament));
    }
    std::vector<int> order(ranks.size());
    for (int i = 0; i < std::ssize(order); ++i) order[nth(i)] = i;
    std::ranges::sort(order, {}, [&ranks](int i) { return std::tuple(ranks[nth(i)], i); });
    const int now = static_cast<int>(tournament.rounds.size()) + 1;
    std::vector<Ranked> rows;
    rows.reserve(order.size());
    for (const int player : order) {
        Ranked row{
            player, static_cast<int>(rows.size()) + 1, units_before(tournament, player, now), {}};
        if (!rows.empty() && ranks[nth(rows.back().player)] == ranks[nth(player)]) {
            row.place = rows.back().place;
        }
        rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace tanbo::tournament
