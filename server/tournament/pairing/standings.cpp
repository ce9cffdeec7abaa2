#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <utility>

#include "server/tournament/pairing/tie_breaks.hpp"

namespace tanbo::pairing {
namespace {

// A group of players with equal values so far.
using Group = std::span<Standing>;

class Ranking {
public:
    Ranking(const Results& results, std::span<const TieBreak> ties, std::span<const int> lots)
        : results_(results), ties_(ties), lots_(lots), encounters_(encounters(results)) {}

    // Splits the group by tie-breaks from `tie` on, and gives places from `place` on.
    void rank(Group group, std::size_t tie, int place) const {
        if (tie == ties_.size() || group.size() == 1) {
            fill(group, tie);
            for (Standing& standing : group) standing.place = place;
            return;
        }
        add_values(group, tie);
        const bool is_less_better =
            ties_[tie] == TieBreak::direct || ties_[tie] == TieBreak::draw_of_lots;
        std::ranges::sort(group, [&](const Standing& a, const Standing& b) {
            if (a.values[tie] == b.values[tie]) return a.player < b.player;
            return is_less_better ? a.values[tie] < b.values[tie] : a.values[tie] > b.values[tie];
        });
        split(
            group, place, [tie](const Standing& standing) { return standing.values[tie]; },
            tie + 1);
    }

    // Ranks each run of equal keys by itself.
    template <class Key>
    void split(Group group, int place, Key key, std::size_t tie) const {
        std::size_t begin = 0;
        while (begin < group.size()) {
            std::size_t end = begin + 1;
            while (end < group.size() &&
                   std::invoke(key, group[end]) == std::invoke(key, group[begin]))
                ++end;
            rank(group.subspan(begin, end - begin), tie, place + static_cast<int>(begin));
            begin = end;
        }
    }

private:
    void add_values(Group group, std::size_t tie) const {
        if (ties_[tie] != TieBreak::direct) {
            for (Standing& standing : group) {
                standing.values.push_back(value(standing.player, ties_[tie]));
            }
            return;
        }
        std::vector<int> tied;
        std::ranges::transform(group, std::back_inserter(tied), &Standing::player);
        const std::vector<int> places = direct(encounters_, tied);
        for (std::size_t index = 0; index < group.size(); ++index) {
            group[index].values.push_back(places[index]);
        }
    }

    // Shows the values that were not needed, too.
    void fill(Group group, std::size_t tie) const {
        for (Standing& standing : group) {
            for (std::size_t index = tie; index < ties_.size(); ++index) {
                standing.values.push_back(value(standing.player, ties_[index]));
            }
        }
    }

    int value(int player, TieBreak tie) const {
        switch (tie) {
            case TieBreak::direct:
                return 1;
            case TieBreak::buchholz_cut1:
                return sum(buchholz(results_, player, 1));
            case TieBreak::buchholz:
                return sum(buchholz(results_, player, 0));
            case TieBreak::sonneborn_berger:
                return sum(sonneborn_berger(results_, player));
            case TieBreak::wins:
                return wins(results_, player);
            case TieBreak::draw_of_lots:
                return lots_[static_cast<std::size_t>(player)];
        }
        return 0;
    }

    const Results& results_;
    std::span<const TieBreak> ties_;
    std::span<const int> lots_;
    std::vector<Encounter> encounters_;
};

}  // namespace

std::vector<Standing> standings(const Results& results, std::span<const TieBreak> ties,
                                std::span<const int> lots) {
    std::vector<Standing> all;
    all.reserve(results.players.size());
    for (std::size_t player = 0; player < results.players.size(); ++player) {
        all.push_back({static_cast<int>(player), 0, halves(results.players[player]), {}});
    }
    std::ranges::sort(all, {},
                      [](const Standing& one) { return std::pair(-one.halves, one.player); });
    Ranking(results, ties, lots).split(all, 1, &Standing::halves, 0);
    return all;
}

}  // namespace tanbo::pairing
