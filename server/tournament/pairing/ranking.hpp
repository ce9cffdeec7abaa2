#pragma once

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "server/tournament/pairing/tie_breaks.hpp"

// Standings by points and tie-breaks, for events of two players a game and of pods.
namespace tanbo::pairing {

// True if the least value of a tie-break comes first.
template <class Tie>
bool is_less_better(Tie tie) {
    return tie == Tie::direct || tie == Tie::draw_of_lots;
}

// Splits `group` into runs of equal keys; `rank` gets each with the number of those before it.
template <class Row, class Key, class Rank>
void split(std::span<Row> group, Key key, Rank rank) {
    std::size_t begin = 0;
    while (begin < group.size()) {
        std::size_t end = begin + 1;
        while (end < group.size() &&
               std::invoke(key, group[end]) == std::invoke(key, group[begin])) {
            ++end;
        }
        rank(group.subspan(begin, end - begin), static_cast<int>(begin));
        begin = end;
    }
}

// `Table` has `ties()`, `direct()` and `value(player, tie)`; by `direct`, that is the value of a
// player who isn't tied.
template <class Row, class Table>
class Ranking {
public:
    explicit Ranking(const Table& table) : table_(table) {}

    // Sorts the rows by their points, the most first, and gives all places.
    void rank(std::vector<Row>& rows, int Row::* points) const {
        std::ranges::sort(
            rows, {}, [points](const Row& row) { return std::pair(-(row.*points), row.player); });
        split(std::span(rows), points,
              [this](std::span<Row> group, int before) { rank_tied(group, 0, before + 1); });
    }

private:
    // Splits the group by tie-breaks from `tie` on, and gives places from `place` on.
    void rank_tied(std::span<Row> group, std::size_t tie, int place) const {
        if (tie == table_.ties().size() || group.size() == 1) {
            add_rest(group, tie);
            for (Row& row : group) row.place = place;
            return;
        }
        add_values(group, tie);
        const bool has_less_first = is_less_better(table_.ties()[tie]);
        std::ranges::sort(group, {}, [tie, has_less_first](const Row& row) {
            return std::pair(has_less_first ? row.values[tie] : -row.values[tie], row.player);
        });
        split(
            group, [tie](const Row& row) { return row.values[tie]; },
            [&](std::span<Row> run, int before) { rank_tied(run, tie + 1, place + before); });
    }

    void add_values(std::span<Row> group, std::size_t tie) const {
        const auto by = table_.ties()[tie];
        if (by != decltype(by)::direct) {
            for (Row& row : group) row.values.push_back(table_.value(row.player, by));
            return;
        }
        std::vector<int> tied;
        tied.reserve(group.size());
        for (const Row& row : group) tied.push_back(row.player);
        const std::vector<int> places = table_.direct().places(tied);
        for (std::size_t index = 0; index < group.size(); ++index) {
            group[index].values.push_back(places[index]);
        }
    }

    // Shows the values that were not needed, too.
    void add_rest(std::span<Row> group, std::size_t tie) const {
        for (Row& row : group) {
            for (const auto by : table_.ties().subspan(tie)) {
                row.values.push_back(table_.value(row.player, by));
            }
        }
    }

    const Table& table_;
};

}  // namespace tanbo::pairing
