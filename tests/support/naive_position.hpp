#pragma once

#include <optional>
#include <set>
#include <vector>

#include "engine/opening.hpp"

namespace tanbo::tests {

using engine::Opening;
using engine::Point;
using engine::Seat;

// The rules written a second time, as plainly as they can be: a board of stones, and everything
// else recomputed from it by flood fill whenever it is asked for. Slow, and meant to be read
// against the rule sheet. It shares the lattice with the engine and nothing else.
class NaivePosition {
public:
    // The stones that go when something is bounded. All but the first are wrong on purpose: a
    // comparison with the engine has to notice them.
    enum class Removal { by_the_rules, one_root_at_a_time, bounded_current_with_the_rest };

    struct Root {
        Seat seat;
        Point seed;                 // the opening's stone in it
        std::vector<Point> points;  // in board order
        bool is_current = false;    // of a removed root

        bool operator==(const Root&) const = default;
    };

    struct Turn {
        std::vector<Root> removed;  // in board order of their seeds
        std::set<Seat> eliminated;
    };

    explicit NaivePosition(const Opening& opening, Removal removal = Removal::by_the_rules);
    NaivePosition(const Opening& opening, std::vector<std::optional<Seat>> board, Seat to_move,
                  Removal removal = Removal::by_the_rules);

    // Nothing if the move is illegal.
    std::optional<Turn> play(Point point);
    std::optional<Turn> leave(Seat seat);

    std::optional<Seat> stone(Point point) const { return board_[point]; }
    const std::vector<std::optional<Seat>>& board() const { return board_; }
    bool is_legal(Seat seat, Point point) const;
    std::vector<Point> legal_points(Seat seat) const;  // in board order
    std::vector<Root> roots() const;                   // in board order of their seeds
    std::vector<Point> root_space(const Root& root) const;
    bool is_bounded(const Root& root) const { return root_space(root).empty(); }

    std::optional<Seat> to_move() const;
    std::optional<Seat> winner() const;
    int place(Seat seat) const { return places_[static_cast<std::size_t>(seat)]; }

private:
    int friends(Seat seat, Point point) const;
    Root root_at(Point point) const;
    std::vector<Root> bounded_roots() const;
    std::vector<Root> roots_to_remove(Point placed) const;
    std::set<Seat> seats_with_stones() const;
    Turn remove(const std::vector<Root>& roots);
    void pass_turn();

    const Opening* opening_;
    Removal removal_ = Removal::by_the_rules;
    std::vector<std::optional<Seat>> board_;
    std::set<Point> seeds_;  // where a stone of the opening stands still
    Seat turn_;
    std::vector<int> places_;
};

}  // namespace tanbo::tests
