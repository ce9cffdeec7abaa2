#include "server/tournament/pairing/pod_points.hpp"

#include <cassert>
#include <cstddef>

#include "server/tournament/pairing/ranking.hpp"

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

class PodTable {
public:
    PodTable(std::span<const PodResult> results, std::span<const int> extra,
             std::span<const PodTieBreak> ties, std::span<const int> lots)
        : results_(results),
          ties_(ties),
          lots_(lots),
          encounters_(pod_encounters(results)),
          direct_(encounters_),
          units_(extra.begin(), extra.end()) {
        for (const PodResult& result : results) {
            const std::vector<int> points = pod_points(result.places);
            for (std::size_t seat = 0; seat < points.size(); ++seat) {
                units_[static_cast<std::size_t>(result.players[seat])] += points[seat];
            }
        }
    }

    std::span<const PodTieBreak> ties() const { return ties_; }
    const DirectEncounters& direct() const { return direct_; }

    std::vector<PodStanding> rows() const {
        std::vector<PodStanding> rows;
        rows.reserve(units_.size());
        for (std::size_t player = 0; player < units_.size(); ++player) {
            rows.push_back({static_cast<int>(player), 0, units_[player], {}});
        }
        return rows;
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

private:
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
    DirectEncounters direct_;
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
    const PodTable table(results, extra, ties, lots);
    std::vector<PodStanding> all = table.rows();
    Ranking<PodStanding, PodTable>(table).rank(all, &PodStanding::units);
    return all;
}

}  // namespace tanbo::pairing
