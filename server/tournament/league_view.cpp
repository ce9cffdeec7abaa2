#include "server/tournament/league_view.hpp"

#include <algorithm>
#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/tournament/rules/leagues.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "server/tournament/views.hpp"

namespace tanbo::tournament {

namespace {

const Round& shown_season(const Tournament& tournament, int season) {
    return tournament.rounds[static_cast<std::size_t>(season) - 1];
}

protocol::LeagueSeasonView season_view(const Tournament& tournament, const Names& names,
                                       int season) {
    const Round& one = shown_season(tournament, season);
    protocol::LeagueSeasonView view;
    view.season = season;
    view.state = one.ended_at ? "finished" : "playing";
    view.began_at = one.paired_at;
    if (one.league->season_days) {
        view.ends_at = one.paired_at + std::chrono::days(*one.league->season_days);
    }
    view.ended_at = one.ended_at;
    view.divisions = static_cast<int>(one.divisions.size());
    for (const Division& division : one.divisions) {
        view.players += static_cast<int>(division.players.size());
    }
    if (!one.ended_at) return view;
    const auto rows = division_standings(tournament, season, 0, Unfinished::nothing);
    view.first = names.handle(tournament.player(rows.front().player).account);
    return view;
}

// The results of each player of the division, in its order, one for each game.
std::vector<std::vector<protocol::ResultView>> results_of_division(const Tournament& tournament,
                                                                   int season, std::size_t number) {
    const Division& division = shown_season(tournament, season).divisions[number];
    std::vector<std::vector<protocol::ResultView>> rows(division.players.size());
    std::size_t next = division.first_table;
    for (const int round : rounds_of_division(tournament, season, number)) {
        const Table& table = shown_season(tournament, season).tables[next++];
        for (std::size_t side = 0; side < table.players.size(); ++side) {
            const auto place = std::ranges::find(division.players, table.players[side]);
            auto& row = rows[static_cast<std::size_t>(place - division.players.begin())];
            auto& result = row.emplace_back(result_at(table, side));
            result.round = round;
        }
    }
    return rows;
}

void add_moves(protocol::LeagueDivisionView& view, const Tournament& tournament, int season,
               std::size_t division) {
    if (season == current_season(tournament)) return;
    for (const int player : shown_season(tournament, season).divisions[division].players) {
        const auto next = division_of(tournament, season + 1, player);
        // A player who left and came back has not been relegated.
        if (!next || has_left_season(tournament, season, player)) continue;
        if (*next < division) view.promoted.push_back(player + 1);
        if (*next > division) view.relegated.push_back(player + 1);
    }
}

protocol::LeagueDivisionView division_view(const Tournament& tournament, const Names& names,
                                           int season, std::size_t division) {
    const Round& one = shown_season(tournament, season);
    const Division& shown = one.divisions[division];
    const auto results = results_of_division(tournament, season, division);
    protocol::LeagueDivisionView view;
    view.division = static_cast<int>(division) + 1;
    view.promote = division == 0 ? 0 : moving_below(one, division - 1);
    view.relegate = moving_below(one, division);
    add_moves(view, tournament, season, division);
    for (const Ranked& row :
         division_standings(tournament, season, division, Unfinished::nothing)) {
        const auto place = std::ranges::find(shown.players, row.player) - shown.players.begin();
        auto& standing = view.standings.emplace_back(standing_view(tournament, names, row));
        standing.rounds = results[static_cast<std::size_t>(place)];
    }
    return view;
}

std::vector<protocol::LeaguePartView> parts_of(const Tournament& tournament, int player) {
    std::vector<protocol::LeaguePartView> parts;
    for (int season = current_season(tournament); season > 0; --season) {
        const auto division = division_of(tournament, season, player);
        if (!division) continue;
        const auto rows = division_standings(tournament, season, *division, Unfinished::nothing);
        const auto row = std::ranges::find(rows, player, &Ranked::player);
        parts.push_back(
            {season, static_cast<int>(*division) + 1, row->place, static_cast<int>(rows.size())});
    }
    return parts;
}

}  // namespace

protocol::LeagueView league_view(const Tournament& tournament, const Names& names,
                                 std::optional<AccountId> viewer, int season, Instant now) {
    protocol::LeagueView view;
    view.seq = tournament.seq;
    if (!tournament.is_league()) return view;
    const int latest = current_season(tournament);
    view.season = season == 0 ? latest : season;
    view.ties = tournament.settings.ties;
    for (int one = 1; one <= latest; ++one) {
        view.seasons.push_back(season_view(tournament, names, one));
    }
    if (view.season > 0) {
        const auto divisions = shown_season(tournament, view.season).divisions.size();
        for (std::size_t i = 0; i < divisions; ++i) {
            view.divisions.push_back(division_view(tournament, names, view.season, i));
        }
    }
    for (const int player : waiting_players(tournament)) {
        view.waiting.push_back(names.handle(tournament.player(player).account));
    }
    const auto next = next_season_at(tournament);
    if (next && *next > Instant::min()) view.next_season_at = next;
    const bool is_running = tournament.state == TournamentState::running;
    view.can_begin =
        viewer && tournament.is_organiser(*viewer) && is_running && !season_fault(tournament, now);
    const auto you = viewer ? tournament.find(*viewer) : std::nullopt;
    if (you) view.you = parts_of(tournament, *you);
    return view;
}

}  // namespace tanbo::tournament
