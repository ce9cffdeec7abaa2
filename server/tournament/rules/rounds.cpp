#include "server/tournament/rules/rounds.hpp"

#include <algorithm>
#include <utility>

#include "server/tournament/pairing/pod_points.hpp"
#include "server/tournament/pairing/round_robin.hpp"
#include "server/tournament/rules/arenas.hpp"
#include "server/tournament/rules/draw_names.hpp"
#include "server/tournament/rules/groups.hpp"
#include "server/tournament/rules/knockouts.hpp"
#include "server/tournament/rules/ladders.hpp"
#include "server/tournament/rules/leagues.hpp"
#include "server/tournament/rules/pod_rounds.hpp"
#include "server/tournament/rules/round_parts.hpp"

namespace tanbo::tournament {

namespace {

using pairing::Kind;
using pairing::Outcome;
using pairing::Side;
using pairing::TieBreak;

static_assert(static_cast<int>(TieBreak::draw_of_lots) ==
              static_cast<int>(protocol::TieRule::draw_of_lots));
static_assert(static_cast<int>(TieBreak::buchholz_cut1) ==
              static_cast<int>(protocol::TieRule::buchholz_cut1));

std::size_t at(int index) {
    return static_cast<std::size_t>(index);
}

Outcome resting_outcome(const Tournament& tournament, protocol::Resting kind) {
    Outcome outcome;
    outcome.halves = resting_units(tournament, kind);
    if (!tournament.is_swiss()) return outcome;
    if (kind == protocol::Resting::bye) outcome.kind = Kind::bye;
    if (kind == protocol::Resting::half_bye) outcome.kind = Kind::half_bye;
    return outcome;
}

protocol::RoundPaired to_event(int round, const pairing::Round& pairs) {
    protocol::RoundPaired paired;
    paired.round = round;
    for (const pairing::Pair& pair : pairs) {
        paired.tables.push_back({pair.first + 1, pair.second + 1});
    }
    return paired;
}

bool is_paired(const pairing::Round& pairs, int player) {
    return std::ranges::any_of(pairs, [player](const pairing::Pair& pair) {
        return pair.first == player || pair.second == player;
    });
}

// The wins of a player, as parts.
std::vector<pairing::Addend> win_parts(const pairing::SwissPlayer& player) {
    std::vector<pairing::Addend> parts;
    for (std::size_t round = 0; round < player.outcomes.size(); ++round) {
        const Outcome& outcome = player.outcomes[round];
        if (outcome.halves != pairing::win_halves) continue;
        parts.push_back({static_cast<int>(round), outcome.opponent, 1, false, false});
    }
    return parts;
}

}  // namespace

pairing::Outcome outcome_at(const Table& table, std::size_t seat, Unfinished unfinished) {
    Outcome outcome;
    if (table.is_open() && unfinished == Unfinished::nothing) return outcome;
    if (table.units && table.decided == Decided::removed) return outcome;
    const bool was_played =
        table.is_open() || table.decided == Decided::game || table.decided == Decided::adjudicated;
    outcome.kind = was_played ? Kind::game : Kind::forfeit;
    outcome.opponent = table.players[1 - seat];
    outcome.side = seat == 0 ? Side::first : Side::second;
    outcome.halves = table.units ? (*table.units)[seat] : 1;
    return outcome;
}

std::vector<pairing::TieBreak> tie_breaks(const Tournament& tournament) {
    std::vector<TieBreak> ties;
    ties.reserve(tournament.settings.ties.size());
    for (const auto tie : tournament.settings.ties) ties.push_back(static_cast<TieBreak>(tie));
    return ties;
}

std::vector<pairing::SwissPlayer> outcomes(const Tournament& tournament, Unfinished unfinished) {
    const std::size_t rounds = tournament.rounds.size();
    std::vector<pairing::SwissPlayer> players(tournament.players.size());
    for (std::size_t i = 0; i < players.size(); ++i) {
        players[i].outcomes.resize(rounds);
        const int initial = initial_points(tournament, static_cast<int>(i)).value_or(0);
        players[i].initial_halves = pairing::win_halves * initial;
        players[i].is_present = plays(tournament.players[i], static_cast<int>(rounds) + 1);
    }
    for (std::size_t round = 0; round < rounds; ++round) {
        for (const Table& table : tournament.rounds[round].tables) {
            for (std::size_t seat = 0; seat < 2; ++seat) {
                players[at(table.players[seat])].outcomes[round] =
                    outcome_at(table, seat, unfinished);
            }
        }
        for (const auto& [player, kind] : tournament.rounds[round].resting) {
            players[at(player)].outcomes[round] = resting_outcome(tournament, kind);
        }
    }
    return players;
}

namespace {

std::optional<protocol::RoundPaired> next_swiss_round(const Tournament& tournament, int round) {
    pairing::SwissEvent event;
    event.players = outcomes(tournament, Unfinished::half);
    event.rounds = tournament.rounds_planned;
    event.initial_side = tournament.is_first_drawn ? Side::first : Side::second;
    event.apart = apart_pairs(tournament);
    const auto present = std::ranges::count_if(event.players, &pairing::SwissPlayer::is_present);
    if (present < 2) return std::nullopt;
    const auto paired = pairing::pair_swiss(event);
    if (!paired) return std::nullopt;
    protocol::RoundPaired result = to_event(round, paired->pairs);
    result.resting = resting_in(tournament, result, paired->bye);
    return result;
}

}  // namespace

int players_of_round_min(const Tournament& tournament) {
    if (tournament.has_groups()) return 4;
    return tournament.has_several() ? 3 : 2;
}

std::optional<protocol::RoundPaired> next_round(const Tournament& tournament,
                                                const std::vector<std::string>& entrants,
                                                const pairing::Secret& secret) {
    const int round = static_cast<int>(tournament.rounds.size()) + 1;
    if (tournament.is_swiss()) return next_swiss_round(tournament, round);
    pairing::Draw draw(secret, entrants, round);
    return tournament.is_knockout() ? next_knockout(tournament, draw) : next_pods(tournament, draw);
}

int round_count(const Tournament& tournament, int players) {
    if (tournament.is_paired_by_points()) return tournament.settings.rounds;
    if (tournament.is_knockout()) return knockout_round_count(tournament, players);
    if (tournament.is_league()) {
        return tournament.settings.league->seasons.value_or(protocol::seasons_max);
    }
    if (tournament.is_arena()) return 1;
    if (tournament.has_groups()) return grouped_round_count(tournament.settings, players);
    const int single = players % 2 == 0 ? players - 1 : players;
    return tournament.settings.rounds == 2 ? 2 * single : single;
}

std::vector<pairing::Round> robin_pairs(const TournamentSettings& settings, int players) {
    return settings.rounds == 2 ? pairing::double_round_robin(players)
                                : pairing::round_robin(players);
}

std::vector<protocol::RoundPaired> robin_rounds(const Tournament& tournament) {
    const int players = static_cast<int>(tournament.players.size());
    const auto rounds = tournament.has_groups() ? group_pairs(tournament)
                                                : robin_pairs(tournament.settings, players);
    std::vector<protocol::RoundPaired> all;
    for (const pairing::Round& pairs : rounds) {
        protocol::RoundPaired paired = to_event(static_cast<int>(all.size()) + 1, pairs);
        for (int i = 0; i < players; ++i) {
            if (!is_paired(pairs, i)) paired.resting.emplace_back(i + 1, protocol::Resting::bye);
        }
        all.push_back(std::move(paired));
    }
    return all;
}

namespace {

// Requires: the players outlive it.
pairing::Results results_of(const Tournament& tournament,
                            std::span<const pairing::SwissPlayer> players) {
    return {players, static_cast<int>(tournament.rounds.size()), tournament.is_swiss()};
}

}  // namespace

std::vector<Ranked> standings(const Tournament& tournament,
                              const std::vector<std::string>& entrants) {
    std::vector<int> lots(tournament.players.size(), 0);
    if (tournament.is_over() && !tournament.secret.empty()) {
        pairing::Draw draw(secret_of(tournament.secret), entrants, lots_draw);
        lots = draw.order(static_cast<int>(lots.size()));
    }
    if (tournament.is_ladder()) return ladder_standings(tournament);
    if (tournament.is_arena()) return arena_standings(tournament, lots);
    if (tournament.is_league()) return league_standings(tournament);
    if (tournament.is_knockout()) return knockout_standings(tournament);
    if (tournament.has_several()) return pod_standings(tournament, lots);
    if (tournament.has_groups() && tournament.started_at) return grouped_standings(tournament);
    return point_standings(tournament, lots);
}

std::vector<Ranked> point_standings(const Tournament& tournament, const std::vector<int>& lots,
                                    Unfinished unfinished) {
    const auto players = outcomes(tournament, unfinished);
    const pairing::Results results = results_of(tournament, players);
    std::vector<Ranked> rows;
    for (auto& one : pairing::standings(results, tie_breaks(tournament), lots)) {
        rows.push_back({one.player, one.place, one.halves, std::move(one.values)});
    }
    return rows;
}

int units_a_point(protocol::TieRule tie) {
    switch (tie) {
        case protocol::TieRule::buchholz_cut1:
        case protocol::TieRule::buchholz:
            return 2;
        case protocol::TieRule::sonneborn_berger:
            return 4;
        case protocol::TieRule::direct:
        case protocol::TieRule::wins:
        case protocol::TieRule::draw_of_lots:
        case protocol::TieRule::firsts:
        case protocol::TieRule::seconds:
        case protocol::TieRule::opponents:
            return 1;
    }
    return 1;
}

std::vector<int> units_of(std::span<const int> places, const std::vector<bool>& lost_by_forfeit) {
    std::vector<int> units = pairing::pod_points(places);
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (lost_by_forfeit[i]) units[i] = 0;
    }
    return units;
}

std::vector<TieParts> explain(const Tournament& tournament, int player) {
    if (tournament.settings.ties.empty()) return {};
    if (tournament.has_several()) return explain_pods(tournament, player);
    if (tournament.is_league()) return explain_league(tournament, player);
    if (tournament.is_arena()) return explain_arena(tournament, player);
    if (tournament.has_groups() && tournament.started_at) return explain_group(tournament, player);
    const auto players = outcomes(tournament, Unfinished::nothing);
    return explain_ties(tournament, results_of(tournament, players), player);
}

std::vector<TieParts> explain_ties(const Tournament& tournament, const pairing::Results& results,
                                   int player) {
    std::vector<TieParts> all;
    for (const auto tie : tournament.settings.ties) {
        TieParts one{tie, units_a_point(tie), {}};
        switch (tie) {
            case protocol::TieRule::buchholz_cut1:
                one.parts = pairing::buchholz(results, player, 1);
                break;
            case protocol::TieRule::buchholz:
                one.parts = pairing::buchholz(results, player, 0);
                break;
            case protocol::TieRule::sonneborn_berger:
                one.parts = pairing::sonneborn_berger(results, player);
                break;
            case protocol::TieRule::wins:
                one.parts = win_parts(results.players[at(player)]);
                break;
            case protocol::TieRule::direct:
            case protocol::TieRule::draw_of_lots:
            case protocol::TieRule::firsts:
            case protocol::TieRule::seconds:
            case protocol::TieRule::opponents:
                break;
        }
        all.push_back(std::move(one));
    }
    return all;
}

int units_before(const Tournament& tournament, int player, int round) {
    if (tournament.is_league()) return 0;  // each season begins from nothing
    int units = pairing::win_halves * initial_points(tournament, player).value_or(0);
    for (int before = 1; before < round; ++before) {
        const Round& one = tournament.rounds[at(before - 1)];
        for (const Table& table : one.tables) {
            if (!table.has(player) || !table.units) continue;
            units += (*table.units)[table.index_of(player)];
        }
        for (const auto& [resting, kind] : one.resting) {
            if (resting == player) units += resting_units(tournament, kind);
        }
    }
    return units;
}

}  // namespace tanbo::tournament
