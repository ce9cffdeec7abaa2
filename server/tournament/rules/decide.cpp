#include "server/tournament/rules/decide.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>

#include "server/tournament/rules/arenas.hpp"
#include "server/tournament/rules/draw_names.hpp"
#include "server/tournament/rules/event_list.hpp"
#include "server/tournament/rules/groups.hpp"
#include "server/tournament/rules/knockouts.hpp"
#include "server/tournament/rules/ladders.hpp"
#include "server/tournament/rules/leagues.hpp"
#include "server/tournament/rules/round_parts.hpp"
#include "server/tournament/rules/rounds.hpp"

namespace tanbo::tournament {

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::TableKey;
using protocol::TournamentEnd;
using protocol::WithdrawalCause;

// Calls each(key, table) for all tables of the player, from that round on. The tournament must not
// change meanwhile.
template <class Each>
void for_tables_of(const Tournament& tournament, int player, Each each, int first_round = 1) {
    for (auto round = static_cast<std::size_t>(first_round) - 1; round < tournament.rounds.size();
         ++round) {
        const auto& tables = tournament.rounds[round].tables;
        for (std::size_t table = 0; table < tables.size(); ++table) {
            const Table& one = tables[table];
            if (one.has(player)) each(key_of(static_cast<int>(round) + 1, table, one), one);
        }
    }
}

protocol::TableDecided decided_by(const TableKey& at, std::optional<GameId> game,
                                  const GameResult& result) {
    return {at, game, result.units, result.places, result.lost_by_forfeit, result.decided};
}

// Adds the result of a game, and that of its table unless other games follow. An organiser's ruling
// is on the first of them.
void count(Events& events, const TableKey& at, std::optional<GameId> game, const GameResult& result,
           const Ruling* ruling) {
    const Table& table = events.now_is().table(at);
    const auto whole = table_result(events.now_is(), table, result);
    const bool is_one_of_series = !whole || counted_games(table) > 0;
    const bool is_counted = game && is_one_of_series && result.decided != Decided::forfeit;
    if (is_counted) {
        protocol::GameCounted counted{at, *game, result.units, result.decided, {}, {}};
        if (ruling != nullptr) {
            counted.by = ruling->by;
            counted.reason = ruling->reason;
        }
        events.add(std::move(counted));
    }
    if (!whole) {
        // A player who withdrew during this game plays no other one.
        const Tournament& present = events.now_is();
        if (present.players_in(present.table(at)) > 1) return;
        protocol::TableDecided left = forfeit_of(present, at, present.table(at));
        events.add(std::move(left));
        return;
    }
    protocol::TableDecided decided = decided_by(at, game, *whole);
    if (ruling != nullptr && !is_counted) {
        decided.by = ruling->by;
        decided.reason = ruling->reason;
    }
    events.add(std::move(decided));
}

// A round robin forgets players who leave before they have played half of their games. Groups, and
// a round robin after them, are such each.
bool is_removed(const Tournament& tournament, int player) {
    int all = 0;
    int played = 0;
    for_tables_of(
        tournament, player,
        [&](const TableKey&, const Table& table) {
            ++all;
            if (table.units && table.decided != Decided::removed) ++played;
        },
        tournament.group_rounds + 1);
    return 2 * played < all;
}

// The tables of a player who has left: all of a round robin, or the undecided ones. A player who
// leaves a knockout is out, also of a game in progress.
std::vector<protocol::TableDecided> tables_left(const Tournament& tournament, int player) {
    if (tournament.is_league()) return league_tables_left(tournament, player);
    const bool is_robin = tournament.settings.format == TournamentFormat::round_robin;
    const bool removes = is_robin && !tournament.knocks_out() && is_removed(tournament, player);
    std::vector<protocol::TableDecided> decisions;
    for_tables_of(
        tournament, player,
        [&](const TableKey& at, const Table& table) {
            if (removes) {
                protocol::TableDecided removed;
                removed.at = at;
                removed.game = table.running();
                removed.decided = Decided::removed;
                if (!table.units || table.decided != Decided::removed) decisions.push_back(removed);
                return;
            }
            // Two who are left of several play without the others.
            const bool is_lost = tournament.knocks_out() ? table.is_open() : table.needs_game();
            if (!is_lost || tournament.players_in(table) > 1) return;
            decisions.push_back(forfeit_of(tournament, at, table));
        },
        tournament.group_rounds + 1);
    return decisions;
}

void leave(Events& events, int player, WithdrawalCause cause, bool leaves_games) {
    const AccountId account = events.now_is().player(player).account;
    if (events.now_is().is_ladder()) lose_challenges(events, player);
    events.add(protocol::PlayerWithdrawn{account, cause, leaves_games});
    if (events.now_is().state != TournamentState::running || events.now_is().is_ladder()) return;
    for (auto& decision : tables_left(events.now_is(), player)) events.add(std::move(decision));
}

// The player has lost the last two decided tables since entering by forfeit.
bool has_forfeited_twice(const Tournament& tournament, int player) {
    int in_a_row = 0;
    const int since = tournament.player(player).first_round;
    for_tables_of(tournament, player, [&](const TableKey& at, const Table& table) {
        if (at.round < since || !table.units || table.decided == Decided::removed) return;
        in_a_row = table.lost_by_forfeit[table.index_of(player)] ? in_a_row + 1 : 0;
    });
    return in_a_row >= 2;
}

// An open table holds up the round while two of its players are in the event.
bool holds_up(const Tournament& tournament, const Table& table) {
    return table.is_open() && tournament.players_in(table) > 1;
}

bool has_champion(const Tournament& tournament) {
    return tournament.is_knockout() && champion_of(tournament);
}

// Withdraws the players of an arena who have forfeited twice in a row. Their opponents may win by
// it, but none loses.
void withdraw_absent(Events& events) {
    for (const int player : absent_in_arena(events.now_is())) {
        leave(events, player, WithdrawalCause::forfeits, false);
    }
}

void end_rounds(Events& events) {
    const Tournament& tournament = events.now_is();
    const std::size_t rounds = tournament.rounds.size();
    for (std::size_t i = 0; i < rounds; ++i) {
        const Round& round = events.now_is().rounds[i];
        const bool is_held = std::ranges::any_of(
            round.tables, [&](const Table& table) { return holds_up(events.now_is(), table); });
        if (round.ended_at || is_held) continue;
        const bool is_next = tournament.is_paired_by_round() && i + 1 == rounds &&
                             static_cast<int>(rounds) < tournament.rounds_planned &&
                             !has_champion(events.now_is());
        protocol::RoundEnded ended{static_cast<int>(i) + 1, {}};
        if (tournament.is_league()) {
            const bool is_last = i + 1 == rounds;
            if (is_last) ended.next_at = next_season_after(events.now_is(), events.now());
        } else if (is_next) {
            ended.next_at = events.now() + std::chrono::minutes(tournament.settings.break_minutes);
        }
        events.add(ended);
    }
}

// Adds the consequences of results and withdrawals. Ladders and arenas have no rounds, and no one
// is withdrawn from a ladder for forfeits.
void settle(Events& events) {
    if (events.now_is().state != TournamentState::running || events.now_is().is_ladder()) return;
    if (events.now_is().is_arena()) return withdraw_absent(events);
    for (int player = 0; player < std::ssize(events.now_is().players); ++player) {
        const Tournament& present = events.now_is();
        if (present.player(player).is_in() && has_forfeited_twice(present, player)) {
            leave(events, player, WithdrawalCause::forfeits, false);
            player = -1;  // opponents may have won or lost by it
        }
    }
    end_rounds(events);
}

bool is_changeable_on_ladder(std::string_view key) {
    return key == "entry" || key == "visibility" || key == "ladder";
}

bool is_changeable_in_league(std::string_view key) {
    return key == "entry" || key == "visibility" || key == "league" || key == "break_minutes";
}

bool is_changeable_until_start(std::string_view key) {
    return key == "starts" || key == "entry" || key == "apart" || key == "visibility" ||
           key == "break_minutes";
}

protocol::Error frozen(const std::string& key, const std::string& why) {
    return refusal(Code::frozen_setting, "/" + key + " can't change any more: " + why + ".",
                   "/" + key);
}

protocol::Error over() {
    return refusal(Code::entry_closed, "The tournament is over.");
}

void finish(Events& events, TournamentEnd end, const pairing::Secret& secret) {
    events.add(protocol::TournamentFinished{end, to_hex(secret), {}, {}});
}

// The start can't take place: too few have entered by its time.
void miss_start(Events& events, const pairing::Secret& secret) {
    const Tournament& tournament = events.now_is();
    const auto days = tournament.settings.starts->extension_days;
    if (!days || tournament.extensions >= protocol::start_extensions_max) {
        return finish(events, TournamentEnd::too_few_players, secret);
    }
    Instant next = *tournament.starts_at;
    while (next <= events.now()) next += std::chrono::days(*days);
    events.add(protocol::StartExtended{next});
}

void advance_open(Events& events, const pairing::Secret& secret) {
    const Tournament& tournament = events.now_is();
    const bool is_late = tournament.starts_at && *tournament.starts_at <= events.now();
    if (is_late && !starts_now(tournament, events.now())) miss_start(events, secret);
}

bool is_round_due(const Tournament& tournament, Instant now) {
    if (std::ssize(tournament.rounds) >= tournament.rounds_planned) return false;
    if (tournament.rounds.empty()) return true;
    const Round& last = tournament.rounds.back();
    if (last.ended_at) return last.next_at.value_or(now) <= now;
    const auto limit = tournament.limit_at();
    return limit && *limit <= now;
}

// A player who has withdrawn from a knockout loses the next match without a game.
void pair(Events& events, protocol::RoundPaired round) {
    const int number = round.round;
    events.add(std::move(round));
    if (!events.now_is().knocks_out()) return;
    const Tournament paired = events.now_is();
    const auto& tables = paired.rounds.back().tables;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        const protocol::TableKey at{number, static_cast<int>(i) + 1, 1};
        if (paired.players_in(tables[i]) < 2) events.add(forfeit_of(paired, at, tables[i]));
    }
    settle(events);
}

// The final stage, its next round, or the end.
void advance_groups(Events& events, const std::vector<std::string>& entrants,
                    const pairing::Secret& secret) {
    if (is_grouped_over(events.now_is())) return finish(events, TournamentEnd::completed, secret);
    const auto next = next_stage_round_at(events.now_is());
    if (!next || *next > events.now()) return;
    if (!events.now_is().has_final()) {
        auto finalists = seeded_finalists(events.now_is());
        if (finalists.size() < 2) {
            if (events.now_is().is_decided())
                finish(events, TournamentEnd::too_few_players, secret);
            return;
        }
        for (int& player : finalists) ++player;  // their numbers
        events.add(protocol::FinalSeeded{std::move(finalists)});
    }
    const int round = static_cast<int>(events.now_is().rounds.size()) + 1;
    pairing::Draw draw(secret, entrants, round);
    for (auto& paired : next_final_rounds(events.now_is(), draw)) pair(events, std::move(paired));
}

TournamentEnd end_without_round(const Tournament& tournament) {
    if (has_champion(tournament)) return TournamentEnd::completed;
    return tournament.players_in() < players_of_round_min(tournament)
               ? TournamentEnd::too_few_players
               : TournamentEnd::no_pairing;
}

void advance_running(Events& events, const std::vector<std::string>& entrants,
                     const pairing::Secret& secret) {
    if (events.now_is().is_ladder()) return lose_unanswered(events);
    if (events.now_is().is_league()) {
        advance_league(events, secret);
        return settle(events);
    }
    if (events.now_is().is_arena()) return advance_arena(events, secret);
    if (events.now_is().has_groups()) return advance_groups(events, entrants, secret);
    const Tournament& tournament = events.now_is();
    if (tournament.is_paired_by_round() && is_round_due(tournament, events.now())) {
        if (auto round = next_round(tournament, entrants, secret)) {
            return pair(events, std::move(*round));
        }
        if (tournament.is_decided()) finish(events, end_without_round(tournament), secret);
        return;
    }
    const bool is_paired = std::ssize(tournament.rounds) >= tournament.rounds_planned;
    if (is_paired && tournament.is_decided()) finish(events, TournamentEnd::completed, secret);
}

}  // namespace

Decision create(AccountId by, const TournamentSettings& settings, std::string commitment,
                Instant now) {
    Events events(Tournament{}, now);
    events.add(protocol::TournamentCreated{by, settings, std::move(commitment)});
    return events.take();
}

Decides change(const Tournament& tournament, AccountId by, const TournamentSettings& settings,
               const std::vector<std::string>& given, Instant now) {
    for (const std::string& key : given) {
        if (key == "name" || key == "about") continue;
        const bool is_ladder = settings.format == TournamentFormat::ladder;
        if (key == "format" && is_ladder != tournament.is_ladder()) {
            return frozen(key, "a ladder and a tournament don't become each other");
        }
        if (tournament.is_ladder()) {
            if (is_changeable_on_ladder(key) || tournament.players.empty()) continue;
            return frozen(key, "players have entered");
        }
        if (tournament.is_league() && is_changeable_in_league(key)) continue;
        if (tournament.state != TournamentState::open) return frozen(key, "it has started");
        if (is_changeable_until_start(key) || tournament.players.empty()) continue;
        return frozen(key, "players have entered");
    }
    if (auto fault = protocol::settings_fault(settings)) return *fault;
    Events events(tournament, now);
    if (settings != tournament.settings) events.add(protocol::TournamentChanged{by, settings});
    return events.take();
}

Decides set_organiser(const Tournament& tournament, AccountId account, AccountId by, bool is_added,
                      Instant now) {
    Events events(tournament, now);
    if (tournament.is_organiser(account) == is_added) return events.take();
    if (is_added && tournament.organisers.size() >= organisers_max) {
        return refusal(Code::limit_reached, "The tournament has 10 organisers, the maximum.");
    }
    if (!is_added && tournament.organisers.size() == 1) {
        return refusal(Code::limit_reached, "A tournament keeps at least one organiser.");
    }
    events.add(protocol::OrganiserChanged{account, by, is_added});
    return events.take();
}

Decides cancel(const Tournament& tournament, AccountId by, std::optional<std::string> reason,
               const pairing::Secret& secret, Instant now) {
    if (tournament.is_over()) return over();
    Events events(tournament, now);
    events.add(protocol::TournamentFinished{TournamentEnd::cancelled, to_hex(secret), by,
                                            std::move(reason)});
    return events.take();
}

Decides rule(const Tournament& tournament, const TableKey& at, const Ruling& ruling, Instant now) {
    const Table& table = tournament.table(at);
    const bool has_counted = !table.games.empty() && table.games.back().halves;
    if (!table.is_open() || has_counted || tournament.is_over()) {
        return refusal(Code::game_over, "This game counts already.");
    }
    Events events(tournament, now);
    GameResult result = ruling.result;
    for (std::size_t i = 0; i < table.players.size(); ++i) {
        if (!table.lost_by_forfeit[i]) continue;
        result.lost_by_forfeit[i] = true;
        result.units[i] = 0;
    }
    // An annulled game of a series can't count, and its next one hasn't begun.
    if (!table.running() && !table_result(tournament, table, result)) {
        return refusal(Code::game_over, "This game is annulled. Wait for the next one.");
    }
    count(events, at, table.running(), result, &ruling);
    settle(events);
    return events.take();
}

Decides forfeit_one(const Tournament& tournament, const TableKey& at, std::size_t index,
                    AccountId by, std::string reason, Instant now) {
    const Table& table = tournament.table(at);
    if (!table.running() || tournament.is_over()) {
        return refusal(Code::game_over, "This game counts already.");
    }
    Events events(tournament, now);
    events.add(protocol::PlayerForfeited{at, *table.running(), table.players[index] + 1, by,
                                         std::move(reason)});
    return events.take();
}

Decides annul(const Tournament& tournament, const TableKey& at, bool replays,
              std::optional<AccountId> by, std::string reason, Instant now) {
    const Round& round = tournament.rounds.at(static_cast<std::size_t>(at.round) - 1);
    const Table& table = tournament.table(at);
    const bool is_closed = tournament.is_over() || round.ended_at || table.games.empty() ||
                           (tournament.is_ladder() && !table.is_open()) ||
                           table.games.back().is_annulled;
    if (is_closed) return refusal(Code::game_over, "The round of this game is over.");
    Events events(tournament, now);
    const bool are_in = tournament.players_in(table) > 1;
    // Players of an arena are matched again instead.
    const bool plays_again = replays && are_in && !tournament.is_arena();
    events.add(
        protocol::TableAnnulled{at, table.games.back().game, plays_again, by, std::move(reason)});
    settle(events);
    return events.take();
}

Decides enter(const Tournament& tournament, AccountId account, std::optional<int> rating,
              bool is_bot, Instant now, std::vector<protocol::ClubId> clubs) {
    const auto known = tournament.find(account);
    if (known && tournament.player(*known).is_in()) {
        return refusal(Code::already_entered, "You have entered this tournament already.");
    }
    const bool is_lasting = tournament.is_ladder() || tournament.is_league();
    const bool is_too_many =
        (is_lasting || tournament.is_arena()) && !known && tournament.has_all_players();
    const bool has_ended =
        tournament.is_arena() && tournament.started_at && now >= arena_ends_at(tournament);
    if (!tournament.takes_players() || is_too_many || has_ended) {
        return refusal(Code::entry_closed, "This tournament takes no more players.");
    }
    const bool has_just_left =
        is_lasting && known && now < tournament.player(*known).withdrawn_at + return_after;
    if (has_just_left) {
        return refusal(Code::too_soon, std::string("You left this ") +
                                           (tournament.is_ladder() ? "ladder" : "league") +
                                           " today. Come back tomorrow.");
    }
    const bool has_just_stopped = tournament.is_arena() && known &&
                                  now < tournament.player(*known).withdrawn_at + arena_return_after;
    if (has_just_stopped) {
        return refusal(Code::too_soon, "You left this arena just now. Come back in a minute.");
    }
    Events events(tournament, now);
    const bool has_one_round = tournament.is_ladder() || tournament.is_arena();
    const int first_round = has_one_round ? 1 : static_cast<int>(tournament.rounds.size()) + 1;
    events.add(protocol::PlayerEntered{account, rating, is_bot, first_round, std::move(clubs)});
    return events.take();
}

Decides withdraw(const Tournament& tournament, AccountId account, WithdrawalCause cause,
                 bool leaves_games, Instant now) {
    const auto player = tournament.find(account);
    if (!player || !tournament.player(*player).is_in() || tournament.is_over()) {
        return refusal(Code::not_entered, "You are not a player of this tournament.");
    }
    Events events(tournament, now);
    leave(events, *player, cause, leaves_games);
    settle(events);
    return events.take();
}

Decides rest(const Tournament& tournament, AccountId account, std::optional<int> round,
             Instant now) {
    const auto index = tournament.find(account);
    if (!index || !tournament.player(*index).is_in() || tournament.is_over()) {
        return refusal(Code::not_entered, "You are not a player of this tournament.");
    }
    const Player& player = tournament.player(*index);
    const int paired = static_cast<int>(tournament.rounds.size());
    if (!tournament.is_paired_by_points()) {
        return refusal(Code::invalid_field, "Only Swiss tournaments and pods have half-point byes.",
                       "/round");
    }
    if (player.half_bye && *player.half_bye <= paired) {
        return refusal(Code::limit_reached, "You had your half-point bye in round " +
                                                std::to_string(*player.half_bye) + ".");
    }
    if (round && *round <= paired) {
        return refusal(Code::round_open,
                       "Round " + std::to_string(*round) + " is paired already. Name a later one.");
    }
    if (round && *round >= tournament.settings.rounds) {
        return refusal(Code::invalid_field, "/round must be before the last round.", "/round");
    }
    Events events(tournament, now);
    if (player.half_bye != round) events.add(protocol::RestChosen{account, round});
    return events.take();
}

Decision record(const Tournament& tournament, const TableKey& at, GameId game,
                const GameResult& result, Instant now) {
    Events events(tournament, now);
    const Table* const table = tournament.find_table(at);
    if (table == nullptr || table->running() != game || tournament.is_over()) return events.take();
    count(events, at, game, result, nullptr);
    settle(events);
    return events.take();
}

Decision open_table(const Tournament& tournament, const TableKey& at, GameId game, Instant now) {
    Events events(tournament, now);
    events.add(protocol::TableStarted{at, game});
    return events.take();
}

std::vector<AccountId> seeding(const Tournament& tournament) {
    std::vector<int> players(tournament.players.size());
    std::iota(players.begin(), players.end(), 0);
    std::ranges::sort(players, {}, [&tournament](int player) {
        return std::pair(-tournament.player(player).rating.value_or(0), player);
    });
    std::vector<AccountId> order;
    order.reserve(players.size());
    for (const int player : players) order.push_back(tournament.player(player).account);
    return order;
}

Decides start(const Tournament& tournament, const std::vector<AccountId>& order,
              const std::vector<std::string>& entrants, const pairing::Secret& secret,
              Instant now) {
    const bool is_open = tournament.state == TournamentState::open;
    if (tournament.is_league() && !is_open) {
        if (auto fault = season_fault(tournament, now)) return *fault;
        Events events(tournament, now);
        begin_season(events);
        settle(events);
        return events.take();
    }
    if (!is_open) return refusal(Code::entry_closed, "The tournament has started already.");
    if (std::ssize(order) < players_of_round_min(tournament)) {
        return refusal(Code::too_few_players, "A tournament of this format needs " +
                                                  std::to_string(players_of_round_min(tournament)) +
                                                  " players to start.");
    }
    Events events(tournament, now);
    protocol::TournamentStarted started;
    started.players = order;
    started.rounds = round_count(tournament, static_cast<int>(order.size()));
    started.is_first_drawn = pairing::Draw(secret, entrants, start_draw).below(2) == 0;
    events.add(std::move(started));
    if (tournament.settings.format == TournamentFormat::round_robin) {
        for (auto& round : robin_rounds(events.now_is())) events.add(std::move(round));
    }
    return events.take();
}

bool starts_now(const Tournament& tournament, Instant now) {
    const auto& starts = tournament.settings.starts;
    if (tournament.state != TournamentState::open || !starts) return false;
    if (starts->when_full) return tournament.players_in() >= *starts->when_full;
    return tournament.starts_at && *tournament.starts_at <= now &&
           tournament.players_in() >= starts->players_min;
}

Decision advance(const Tournament& tournament, const std::vector<std::string>& entrants,
                 const pairing::Secret& secret, Instant now) {
    Events events(tournament, now);
    switch (tournament.state) {
        case TournamentState::open:
            advance_open(events, secret);
            break;
        case TournamentState::running:
            advance_running(events, entrants, secret);
            break;
        case TournamentState::finished:
        case TournamentState::cancelled:
            break;
    }
    return events.take();
}

}  // namespace tanbo::tournament
