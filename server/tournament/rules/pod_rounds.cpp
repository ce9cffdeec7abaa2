#include "server/tournament/rules/pod_rounds.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "server/tournament/pairing/pod_points.hpp"
#include "server/tournament/pairing/pods.hpp"
#include "server/tournament/rules/round_parts.hpp"

namespace tanbo::tournament {

namespace {

std::size_t slot(int index) {
    return static_cast<std::size_t>(index);
}

// The players of the next round by their indices, and each player's place among them.
struct Present {
    std::vector<int> players;
    std::vector<std::optional<int>> place;
};

Present present_in(const Tournament& tournament, int round) {
    Present present;
    present.place.resize(tournament.players.size());
    for (int i = 0; i < std::ssize(tournament.players); ++i) {
        if (!plays(tournament.player(i), round)) continue;
        present.place[slot(i)] = static_cast<int>(present.players.size());
        present.players.push_back(i);
    }
    return present;
}

// Adds what a table means to its players who are present.
void add_table(pairing::PodEvent& event, const Present& present, const Table& table) {
    for (std::size_t turn = 0; turn < table.players.size(); ++turn) {
        const auto place = present.place[slot(table.players[turn])];
        if (!place) continue;
        pairing::PodPlayer& player = event.players[slot(*place)];
        ++player.turns[turn];
        // An unfinished game counts half a point, for pairing only.
        player.points += table.units ? (*table.units)[turn] : pairing::point_units / 2;
        for (const int other : table.players) {
            const auto met = present.place[slot(other)];
            if (met && met != place) ++player.met[slot(*met)];
        }
    }
}

pairing::PodEvent event_of(const Tournament& tournament, const Present& present) {
    pairing::PodEvent event;
    event.players.resize(present.players.size());
    for (auto& player : event.players) player.met.resize(present.players.size(), 0);
    for (const Round& round : tournament.rounds) {
        for (const Table& table : round.tables) add_table(event, present, table);
        for (const auto& [index, kind] : round.resting) {
            const auto place = present.place[slot(index)];
            if (!place) continue;
            event.players[slot(*place)].points += resting_units(tournament, kind);
            if (kind == protocol::Resting::bye) ++event.players[slot(*place)].byes;
        }
    }
    for (const auto& [a, b] : apart_pairs(tournament)) {
        if (present.place[slot(a)] && present.place[slot(b)]) {
            event.apart.emplace_back(*present.place[slot(a)], *present.place[slot(b)]);
        }
    }
    return event;
}

// The results with the places that a game or a decision gave.
std::vector<pairing::PodResult> results_of(const Tournament& tournament) {
    std::vector<pairing::PodResult> results;
    for (const Round& round : tournament.rounds) {
        for (const Table& table : round.tables) {
            if (!table.places.empty()) results.push_back({table.players, table.places});
        }
    }
    return results;
}

// The points of each player that no places gave: byes, less what forfeits take away.
std::vector<int> extra_units(const Tournament& tournament) {
    std::vector<int> extra(tournament.players.size(), 0);
    for (const Round& round : tournament.rounds) {
        for (const Table& table : round.tables) {
            if (table.places.empty()) continue;
            const std::vector<int> points = pairing::pod_points(table.places);
            for (std::size_t i = 0; i < points.size(); ++i) {
                extra[slot(table.players[i])] += (*table.units)[i] - points[i];
            }
        }
        for (const auto& [player, kind] : round.resting) {
            extra[slot(player)] += resting_units(tournament, kind);
        }
    }
    return extra;
}

pairing::PodTieBreak pod_tie(protocol::TieRule tie) {
    using pairing::PodTieBreak;
    switch (tie) {
        case protocol::TieRule::firsts:
            return PodTieBreak::firsts;
        case protocol::TieRule::seconds:
            return PodTieBreak::seconds;
        case protocol::TieRule::opponents:
            return PodTieBreak::opponents;
        case protocol::TieRule::direct:
            return PodTieBreak::direct;
        case protocol::TieRule::draw_of_lots:
        case protocol::TieRule::buchholz_cut1:
        case protocol::TieRule::buchholz:
        case protocol::TieRule::sonneborn_berger:
        case protocol::TieRule::wins:
            break;
    }
    assert(tie == protocol::TieRule::draw_of_lots);
    return PodTieBreak::draw_of_lots;
}

// The rounds in which a player had that place.
std::vector<pairing::Addend> place_parts(const Tournament& tournament, int player, int place) {
    std::vector<pairing::Addend> parts;
    for (std::size_t round = 0; round < tournament.rounds.size(); ++round) {
        for (const Table& table : tournament.rounds[round].tables) {
            if (table.places.empty() || !table.has(player)) continue;
            if (table.places[table.index_of(player)] != place) continue;
            parts.push_back({static_cast<int>(round), -1, 1, false, false});
        }
    }
    return parts;
}

std::vector<pairing::Addend> opponent_parts(const Tournament& tournament, int player) {
    const int now = static_cast<int>(tournament.rounds.size()) + 1;
    std::vector<pairing::Addend> parts;
    for (std::size_t round = 0; round < tournament.rounds.size(); ++round) {
        for (const Table& table : tournament.rounds[round].tables) {
            if (table.places.empty() || !table.has(player)) continue;
            for (const int other : table.players) {
                if (other == player) continue;
                const int units = units_before(tournament, other, now);
                parts.push_back({static_cast<int>(round), other, units, false, false});
            }
        }
    }
    return parts;
}

}  // namespace

std::optional<protocol::RoundPaired> next_pods(const Tournament& tournament, pairing::Draw& draw) {
    protocol::RoundPaired paired;
    paired.round = static_cast<int>(tournament.rounds.size()) + 1;
    const Present present = present_in(tournament, paired.round);
    const auto round = pairing::pair_pods(event_of(tournament, present), draw);
    if (!round) return std::nullopt;
    for (const std::vector<int>& pod : round->pods) {
        std::vector<int> players;
        players.reserve(pod.size());
        for (const int place : pod) players.push_back(present.players[slot(place)]);
        paired.tables.push_back(seated_in_pod(players, draw));
    }
    const auto bye = round->bye ? std::optional(present.players[slot(*round->bye)]) : std::nullopt;
    paired.resting = resting_in(tournament, paired, bye);
    return paired;
}

std::vector<Ranked> pod_standings(const Tournament& tournament, std::span<const int> lots) {
    std::vector<pairing::PodTieBreak> ties;
    ties.reserve(tournament.settings.ties.size());
    for (const auto tie : tournament.settings.ties) ties.push_back(pod_tie(tie));
    std::vector<Ranked> rows;
    for (auto& one :
         pairing::pod_standings(results_of(tournament), extra_units(tournament), ties, lots)) {
        rows.push_back({one.player, one.place, one.units, std::move(one.values)});
    }
    return rows;
}

std::vector<TieParts> explain_pods(const Tournament& tournament, int player) {
    std::vector<TieParts> all;
    for (const auto tie : tournament.settings.ties) {
        TieParts one{tie, 1, {}};
        if (tie == protocol::TieRule::firsts) one.parts = place_parts(tournament, player, 1);
        if (tie == protocol::TieRule::seconds) one.parts = place_parts(tournament, player, 2);
        if (tie == protocol::TieRule::opponents) one.parts = opponent_parts(tournament, player);
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace tanbo::tournament
