#include "server/tournament/rules/leagues.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "server/tournament/pairing/league.hpp"
#include "server/tournament/pairing/round_robin.hpp"
#include "server/tournament/pairing/tie_breaks.hpp"
#include "server/tournament/rules/draw_names.hpp"
#include "server/tournament/rules/round_parts.hpp"

namespace tanbo::tournament {

namespace {

using protocol::Code;
using protocol::refusal;

constexpr int merged_below = 3;  // players of a division

const Round& season_at(const Tournament& tournament, int season) {
    return tournament.rounds[static_cast<std::size_t>(season) - 1];
}

Table table_for(const Division& division, const pairing::Pair& pair) {
    Table table;
    table.players = {division.players[static_cast<std::size_t>(pair.first)],
                     division.players[static_cast<std::size_t>(pair.second)]};
    table.seats = {0, 1};
    table.lost_by_forfeit.resize(2);
    return table;
}

// The same outcome with the opponent by place in the division.
pairing::Outcome with_place(pairing::Outcome outcome, int opponent) {
    if (outcome.opponent >= 0) outcome.opponent = opponent;
    return outcome;
}

// The players of a division in its order, with an outcome for each round of its round robin.
std::vector<pairing::SwissPlayer> division_outcomes(const Tournament& tournament, int season,
                                                    const Division& division,
                                                    Unfinished unfinished) {
    const int size = static_cast<int>(division.players.size());
    const auto rounds = robin_pairs(tournament.settings, size);
    std::vector<pairing::SwissPlayer> players(division.players.size());
    for (auto& player : players) player.outcomes.resize(rounds.size());
    const auto& tables = season_at(tournament, season).tables;
    std::size_t next = division.first_table;
    for (std::size_t round = 0; round < rounds.size(); ++round) {
        for (const pairing::Pair& pair : rounds[round]) {
            const Table& table = tables[next++];
            players[static_cast<std::size_t>(pair.first)].outcomes[round] =
                with_place(outcome_at(table, 0, unfinished), pair.second);
            players[static_cast<std::size_t>(pair.second)].outcomes[round] =
                with_place(outcome_at(table, 1, unfinished), pair.first);
        }
    }
    return players;
}

pairing::Results results_in(std::span<const pairing::SwissPlayer> players) {
    const auto rounds = players.empty() ? 0 : players.front().outcomes.size();
    return {players, static_cast<int>(rounds), false};
}

// Puts players who have left the season last. Equal places stay equal among those who stay, and
// among those who have left.
void put_leavers_last(const Tournament& tournament, int season, std::vector<Ranked>& rows) {
    std::vector<Ranked> gone;
    std::vector<Ranked> staying;
    for (Ranked& row : rows) {
        auto& part = has_left_season(tournament, season, row.player) ? gone : staying;
        part.push_back(std::move(row));
    }
    rows.clear();
    for (auto* const part : {&staying, &gone}) {
        const int first = static_cast<int>(rows.size()) + 1;
        int before = 0;
        for (std::size_t i = 0; i < part->size(); ++i) {
            Ranked& row = (*part)[i];
            const bool is_level = i > 0 && row.place == before;
            before = row.place;
            row.place = is_level ? rows.back().place : first + static_cast<int>(i);
            rows.push_back(std::move(row));
        }
    }
}

std::vector<int> players_of(std::span<const Ranked> rows) {
    std::vector<int> players;
    players.reserve(rows.size());
    for (const Ranked& row : rows) players.push_back(row.player);
    return players;
}

// A last division that is too small joins the one above.
void merge_last(std::vector<std::vector<int>>& divisions, int size) {
    if (divisions.size() < 2) return;
    const int least = std::max(merged_below, (size + 1) / 2);
    if (std::ssize(divisions.back()) >= least) return;
    const std::vector<int> last = std::move(divisions.back());
    divisions.pop_back();
    divisions.back().insert(divisions.back().end(), last.begin(), last.end());
}

std::size_t all_tables(const Tournament& tournament) {
    return std::accumulate(
        tournament.rounds.begin(), tournament.rounds.end(), std::size_t{0},
        [](std::size_t sum, const Round& season) { return sum + season.tables.size(); });
}

// True if another season follows without an organiser.
bool has_season_by_itself(const Tournament& tournament) {
    return has_next_season(tournament) && tournament.settings.league->begins_by_itself;
}

// When the last season has no more time; nothing without such an end.
std::optional<Instant> season_ends_at(const Tournament& tournament) {
    if (tournament.rounds.empty()) return std::nullopt;
    const Round& last = tournament.rounds.back();
    if (!last.league->season_days) return std::nullopt;
    return last.paired_at + std::chrono::days(*last.league->season_days);
}

bool is_in_last_season(const Tournament& tournament) {
    return !tournament.rounds.empty() && !has_next_season(tournament);
}

// When the games of the last season that have not begun are left out; nothing if there are none.
std::optional<Instant> last_season_closes_at(const Tournament& tournament) {
    const bool needs_game = std::ranges::any_of(
        tournament.rounds.back().tables, [](const Table& table) { return table.needs_game(); });
    return needs_game ? season_ends_at(tournament) : std::nullopt;
}

// Games that have not begun by the end of the season are not played.
void close_season(Events& events) {
    if (events.now_is().rounds.empty()) return;
    const int season = current_season(events.now_is());
    const std::vector<Table> tables = events.now_is().rounds.back().tables;
    for (std::size_t i = 0; i < tables.size(); ++i) {
        if (!tables[i].needs_game()) continue;
        protocol::TableDecided removed;
        removed.at = key_of(season, i, tables[i]);
        removed.decided = Decided::removed;
        events.add(std::move(removed));
    }
}

}  // namespace

Round season_of(const Tournament& tournament, const protocol::SeasonBegun& begun, Instant at) {
    Round season;
    season.paired_at = at;
    season.league = tournament.settings.league.value();
    for (const auto& numbers : begun.divisions) {
        Division& division = season.divisions.emplace_back();
        division.first_table = season.tables.size();
        for (const int number : numbers) division.players.push_back(number - 1);
        const int size = static_cast<int>(numbers.size());
        for (const pairing::Round& round : robin_pairs(tournament.settings, size)) {
            for (const pairing::Pair& pair : round) {
                season.tables.push_back(table_for(division, pair));
            }
        }
    }
    return season;
}

bool has_next_season(const Tournament& tournament) {
    const int most = tournament.settings.league->seasons.value_or(protocol::seasons_max);
    return current_season(tournament) < most &&
           all_tables(tournament) < static_cast<std::size_t>(protocol::league_tables_max);
}

int current_season(const Tournament& tournament) {
    return static_cast<int>(tournament.rounds.size());
}

std::vector<int> waiting_players(const Tournament& tournament) {
    const int season = current_season(tournament);
    std::vector<int> waiting;
    for (int i = 0; i < std::ssize(tournament.players); ++i) {
        const Player& player = tournament.player(i);
        if (player.is_in() && player.first_round > season) waiting.push_back(i);
    }
    std::ranges::sort(waiting, {}, [&tournament](int player) {
        return std::pair(tournament.player(player).entered_at, player);
    });
    return waiting;
}

std::vector<std::vector<int>> next_divisions(const Tournament& tournament) {
    const int season = current_season(tournament);
    std::vector<std::vector<int>> final;
    pairing::SeasonChange change;
    change.division_size = tournament.settings.league->size;
    change.joining = waiting_players(tournament);
    if (season > 0) {
        const Round& last = season_at(tournament, season);
        change.moving = last.league->promote;
        for (std::size_t division = 0; division < last.divisions.size(); ++division) {
            final.push_back(
                players_of(division_standings(tournament, season, division, Unfinished::half)));
        }
        change.leaving = leavers_of(tournament);
    } else {
        // The start has put the players in order, the strongest first.
        std::ranges::sort(change.joining);
    }
    auto divisions = pairing::next_season(final, change);
    merge_last(divisions, change.division_size);
    return divisions;
}

std::vector<Ranked> division_standings(const Tournament& tournament, int season,
                                       std::size_t division, Unfinished unfinished) {
    const Division& one = season_at(tournament, season).divisions[division];
    const auto players = division_outcomes(tournament, season, one, unfinished);
    const std::vector<int> lots(players.size(), 0);
    std::vector<Ranked> rows;
    rows.reserve(players.size());
    for (auto& row : pairing::standings(results_in(players), tie_breaks(tournament), lots)) {
        const int player = one.players[static_cast<std::size_t>(row.player)];
        rows.push_back({player, row.place, row.halves, std::move(row.values)});
    }
    put_leavers_last(tournament, season, rows);
    return rows;
}

std::vector<Ranked> league_standings(const Tournament& tournament) {
    const int season = current_season(tournament);
    std::vector<Ranked> rows;
    if (season > 0) {
        for (std::size_t i = 0; i < season_at(tournament, season).divisions.size(); ++i) {
            const int before = static_cast<int>(rows.size());
            for (auto& row : division_standings(tournament, season, i, Unfinished::nothing)) {
                row.place += before;
                rows.push_back(std::move(row));
            }
        }
    }
    for (int player = 0; player < std::ssize(tournament.players); ++player) {
        if (std::ranges::find(rows, player, &Ranked::player) != rows.end()) continue;
        const int place = static_cast<int>(rows.size()) + 1;
        rows.push_back({player, place, 0, std::vector<int>(tournament.settings.ties.size(), 0)});
    }
    return rows;
}

std::vector<TieParts> explain_league(const Tournament& tournament, int player) {
    const int season = current_season(tournament);
    const auto division = division_of(tournament, season, player);
    if (!division) return {};
    const Division& one = season_at(tournament, season).divisions[*division];
    const auto players = division_outcomes(tournament, season, one, Unfinished::nothing);
    const auto place = std::ranges::find(one.players, player) - one.players.begin();
    auto explained = explain_ties(tournament, results_in(players), static_cast<int>(place));
    for (TieParts& tie : explained) {
        for (pairing::Addend& part : tie.parts) {
            if (part.opponent < 0) continue;
            part.opponent = one.players[static_cast<std::size_t>(part.opponent)];
        }
    }
    return explained;
}

std::vector<int> rounds_of_division(const Tournament& tournament, int season,
                                    std::size_t division) {
    const auto& players = season_at(tournament, season).divisions[division].players;
    const int size = static_cast<int>(players.size());
    std::vector<int> rounds;
    int number = 0;
    for (const pairing::Round& round : robin_pairs(tournament.settings, size)) {
        rounds.insert(rounds.end(), round.size(), ++number);
    }
    return rounds;
}

bool has_left_season(const Tournament& tournament, int season, int player) {
    const bool is_latest = season == current_season(tournament);
    const Player& one = tournament.player(player);
    if (is_latest) return !one.is_in() || one.first_round > season;
    return season_at(tournament, season).leavers.contains(player);
}

std::set<int> leavers_of(const Tournament& tournament) {
    std::set<int> leavers;
    if (tournament.rounds.empty()) return leavers;
    const int season = current_season(tournament);
    for (const Division& division : tournament.rounds.back().divisions) {
        for (const int player : division.players) {
            if (has_left_season(tournament, season, player)) leavers.insert(player);
        }
    }
    return leavers;
}

std::optional<std::size_t> division_of(const Tournament& tournament, int season, int player) {
    if (season < 1) return std::nullopt;
    const auto& divisions = season_at(tournament, season).divisions;
    for (std::size_t i = 0; i < divisions.size(); ++i) {
        const auto& players = divisions[i].players;
        if (std::ranges::find(players, player) != players.end()) return i;
    }
    return std::nullopt;
}

int moving_below(const Round& season, std::size_t division) {
    if (division + 1 >= season.divisions.size()) return 0;
    const auto half = [&season](std::size_t one) {
        return static_cast<int>(season.divisions[one].players.size() / 2);
    };
    return std::min({season.league->promote, half(division), half(division + 1)});
}

std::optional<Instant> next_season_after(const Tournament& tournament, Instant ended_at) {
    if (!has_season_by_itself(tournament)) return std::nullopt;
    const Instant end = season_ends_at(tournament).value_or(ended_at);
    return std::max(end, ended_at) + std::chrono::minutes(tournament.settings.break_minutes);
}

std::optional<Instant> next_season_at(const Tournament& tournament) {
    if (tournament.state != TournamentState::running) return std::nullopt;
    if (tournament.rounds.empty()) return Instant::min();
    if (!has_season_by_itself(tournament)) return std::nullopt;
    const Round& last = tournament.rounds.back();
    // An organiser may have let seasons begin by themselves since it ended.
    if (last.ended_at) {
        return last.next_at ? last.next_at : next_season_after(tournament, *last.ended_at);
    }
    const auto end = season_ends_at(tournament);
    if (!end) return std::nullopt;
    return *end + std::chrono::minutes(tournament.settings.break_minutes);
}

std::optional<Instant> league_due(const Tournament& tournament) {
    if (!is_in_last_season(tournament)) return next_season_at(tournament);
    if (tournament.is_decided()) return Instant::min();
    return last_season_closes_at(tournament);
}

void advance_league(Events& events, const pairing::Secret& secret) {
    const Tournament& tournament = events.now_is();
    const auto end = [&events, &secret](protocol::TournamentEnd why) {
        events.add(protocol::TournamentFinished{why, to_hex(secret), {}, {}});
    };
    const auto next = next_season_at(tournament);
    if (next && *next <= events.now()) {
        if (tournament.players_in() >= players_of_round_min(tournament)) {
            return begin_season(events);
        }
        if (tournament.is_decided()) end(protocol::TournamentEnd::too_few_players);
        return;
    }
    if (!is_in_last_season(tournament)) return;
    if (tournament.is_decided()) return end(protocol::TournamentEnd::completed);
    const auto closes_at = last_season_closes_at(tournament);
    if (closes_at && *closes_at <= events.now()) close_season(events);
}

std::optional<protocol::Error> season_fault(const Tournament& tournament, Instant now) {
    if (tournament.is_over() || !has_next_season(tournament)) {
        return refusal(Code::entry_closed, "This league has no more seasons.");
    }
    const auto ends_at = season_ends_at(tournament);
    const bool is_over = tournament.rounds.empty() || tournament.rounds.back().ended_at ||
                         (ends_at && *ends_at <= now);
    if (!is_over) {
        return refusal(Code::round_open,
                       "Season " + std::to_string(current_season(tournament)) + " is not over.");
    }
    if (tournament.players_in() < players_of_round_min(tournament)) {
        return refusal(Code::too_few_players, "A season needs 2 players to begin.");
    }
    return std::nullopt;
}

void begin_season(Events& events) {
    close_season(events);
    protocol::SeasonBegun begun;
    begun.season = current_season(events.now_is()) + 1;
    begun.divisions = next_divisions(events.now_is());
    for (auto& division : begun.divisions) {
        for (int& player : division) ++player;  // their numbers
    }
    events.add(std::move(begun));
}

std::vector<protocol::TableDecided> league_tables_left(const Tournament& tournament, int player) {
    std::vector<protocol::TableDecided> decisions;
    for (std::size_t i = 0; i < tournament.rounds.size(); ++i) {
        const Round& season = tournament.rounds[i];
        const bool is_last = i + 1 == tournament.rounds.size();
        const auto is_theirs = [player](const Table& table) { return table.has(player); };
        const auto all = std::ranges::count_if(season.tables, is_theirs);
        const auto played = std::ranges::count_if(season.tables, [&](const Table& table) {
            return is_theirs(table) && table.units && table.decided != Decided::removed;
        });
        // A season that is over, or that others have begun after, stays as it is.
        const bool forgets = is_last && !season.ended_at && 2 * played < all;
        for (std::size_t t = 0; t < season.tables.size(); ++t) {
            const Table& table = season.tables[t];
            if (!is_theirs(table)) continue;
            const protocol::TableKey at = key_of(static_cast<int>(i) + 1, t, table);
            if (forgets && !(table.units && table.decided == Decided::removed)) {
                protocol::TableDecided removed;
                removed.at = at;
                removed.game = table.running();
                removed.decided = Decided::removed;
                decisions.push_back(std::move(removed));
            } else if (!forgets && table.needs_game()) {
                decisions.push_back(forfeit_of(tournament, at, table));
            }
        }
    }
    return decisions;
}

}  // namespace tanbo::tournament
