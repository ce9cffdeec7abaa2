#include "server/tournament/pairing/pod_points.hpp"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

namespace tanbo::pairing {
namespace {

int halves_against(int mine, int theirs) {
    return mine < theirs ? win_halves : mine == theirs ? 1 : 0;
}

// Counts how often a player had a place. Two who share the first place both had it.
int places_of(std::span<const PodResult> results, int player, int place) {
    int count = 0;
    for (const PodResult& result : results) {
        for (std::size_t seat = 0; seat < result.players.size(); ++seat) {
            if (result.players[seat] == player && result.places[seat] == place) ++count;
        }
    }
    return count;
}

std::vector<Encounter> pod_encounters(std::span<const PodResult> results) {
    std::vector<Encounter> found;
    for (const PodResult& result : results) {
        for (std::size_t a = 0; a < result.players.size(); ++a) {
            for (std::size_t b = 0; b < a; ++b) {
                const int halves = halves_against(result.places[a], result.places[b]);
                found.push_back(
                    {result.players[a], result.players[b], halves, win_halves - halves});
            }
        }
    }
    return found;
}

class PodRanking {
public:
    PodRanking(std::span<const PodResult> results, std::span<const int> extra,
               std::span<const PodTieBreak> ties, std::span<const int> lots)
        : results_(results),
          ties_(ties),
          lots_(lots),
          encounters_(pod_encounters(results)),
          units_(extra.begin(), extra.end()) {
        for (const PodResult& result : results) {
            const std::vector<int> points = pod_points(result.places);
            for (std::size_t seat = 0; seat < points.size(); ++seat) {
                units_[static_cast<std::size_t>(result.players[seat])] += points[seat];
            }
        }
    }

    std::vector<PodStanding> all() const {
        std::vector<PodStanding> standings;
        standings.reserve(units_.size());
        for (std::size_t player = 0; player < units_.size(); ++player) {
            standings.push_back({static_cast<int>(player), 0, units_[player], {}});
        }
        std::ranges::sort(standings, {},
                          [](const PodStanding& one) { return std::pair(-one.units, one.player); });
        split(standings, 1, &PodStanding::units, 0);
        return standings;
    }

private:
    template <class Key>
    void split(std::span<PodStanding> group, int place, Key key, std::size_t tie) const {
        std::size_t begin = 0;
        while (begin < group.size()) {
            std::size_t end = begin + 1;
            while (end < group.size() &&
                   std::invoke(key, group[end]) == std::invoke(key, group[begin])) {
                ++end;
            }
            rank(group.subspan(begin, end - begin), tie, place + static_cast<int>(begin));
            begin = end;
        }
    }

    void rank(std::span<PodStanding> group, std::size_t tie, int place) const {
        if (tie == ties_.size()) {
            for (PodStanding& standing : group) standing.place = place;
            return;
        }
        std::vector<int> tied;
        std::ranges::transform(group, std::back_inserter(tied), &PodStanding::player);
        const std::vector<int> values = values_of(tied, ties_[tie]);
        for (std::size_t index = 0; index < group.size(); ++index) {
            group[index].values.push_back(values[index]);
        }
        const bool is_less_better =
            ties_[tie] == PodTieBreak::direct || ties_[tie] == PodTieBreak::draw_of_lots;
        std::ranges::sort(group, [&](const PodStanding& a, const PodStanding& b) {
            if (a.values[tie] == b.values[tie]) return a.player < b.player;
            return is_less_better ? a.values[tie] < b.values[tie] : a.values[tie] > b.values[tie];
        });
        split(
            group, place, [tie](const PodStanding& standing) { return standing.values[tie]; },
            tie + 1);
    }

    std::vector<int> values_of(std::span<const int> tied, PodTieBreak tie) const {
        if (tie == PodTieBreak::direct) return direct(encounters_, tied);
        std::vector<int> values;
        for (const int player : tied) values.push_back(value(player, tie));
        return values;
    }

    int value(int player, PodTieBreak tie) const {
        switch (tie) {
            case PodTieBreak::firsts:
                return places_of(results_, player, 1);
            case PodTieBreak::seconds:
                return places_of(results_, player, 2);
            case PodTieBreak::opponents:
                return opponents(player);
            case PodTieBreak::direct:
                return 1;
            case PodTieBreak::draw_of_lots:
                return lots_[static_cast<std::size_t>(player)];
        }
        return 0;
    }

    int opponents(int player) const {
        int sum = 0;
        for (const Encounter& meeting : encounters_) {
            if (meeting.a == player) sum += units_[static_cast<std::size_t>(meeting.b)];
            if (meeting.b == player) sum += units_[static_cast<std::size_t>(meeting.a)];
        }
        return sum;
    }

    std::span<const PodResult> results_;
    std::span<const PodTieBreak> ties_;
    std::span<const int> lots_;
    std::vector<Encounter> encounters_;
    std::vector<int> units_;
};

}  // namespace

std::vector<int> pod_points(std::span<const int> places) {
    assert(places.size() >= 2 && places.size() <= 8);
    std::vector<int> points;
    const int others = static_cast<int>(places.size()) - 1;
    for (std::size_t seat = 0; seat < places.size(); ++seat) {
        int halves = 0;
        for (std::size_t other = 0; other < places.size(); ++other) {
            if (other != seat) halves += halves_against(places[seat], places[other]);
        }
        points.push_back(halves * point_units / win_halves / others);
    }
    return points;
}

std::vector<PodStanding> pod_standings(std::span<const PodResult> results,
                                       std::span<const int> extra,
                                       std::span<const PodTieBreak> ties,
                                       std::span<const int> lots) {
    return PodRanking(results, extra, ties, lots).all();
}

}  // namespace tanbo::pairing
