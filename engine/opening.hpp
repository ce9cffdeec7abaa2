#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/lattice.hpp"
#include "engine/seat.hpp"

namespace tanbo::engine {

enum class OpeningFault {
    board,
    seats,
    no_stones,
    off_board,
    overlap,
    adjacent_seeds,
    bounded_root,
    to_move
};

// Why an opening can't be played, and where. `seat` and `point` say which one if the fault has
// one.
struct OpeningError {
    OpeningFault fault;
    Seat seat = Seat::black;
    Point point = no_point;
};

// A board and the stones a game starts from: every stone is the seed of one root. Immutable; shared
// by all positions of a game.
class Opening {
public:
    // stones[i] are the seeds of seat i, in any order. Errors (checked in this order): seats (fewer
    // than 2 or more than 8), no_stones, off_board, overlap, adjacent_seeds (two seeds of one seat
    // touch, so they would be one root), bounded_root, to_move (not one of the seats).
    static std::variant<std::shared_ptr<const Opening>, OpeningError> create(
        Lattice lattice, const std::vector<std::vector<Point>>& stones, Seat to_move = Seat::black);

    const Lattice& lattice() const { return lattice_; }
    int seats() const { return seats_; }
    Seat to_move() const { return to_move_; }

    // All seeds in board order; a root's number is its index here plus one.
    std::span<const Point> seeds() const { return seeds_; }
    std::span<const Seat> seed_seats() const { return seed_seats_; }

    // The seeds of one seat in board order.
    std::vector<Point> stones(Seat seat) const;

    // Its bytes on the heap.
    std::size_t heap_bytes() const;

private:
    Opening(Lattice lattice, int seats, Seat to_move)
        : lattice_(std::move(lattice)), seats_(seats), to_move_(to_move) {}

    Lattice lattice_;
    int seats_;
    Seat to_move_;
    std::vector<Point> seeds_;
    std::vector<Seat> seed_seats_;
};

// One sentence for a person, naming the seat and the point.
std::string describe(const OpeningError& error, const Lattice& lattice);

// A named opening of the rules. Source: rule sheet, "Openings (setups)".
struct Setup {
    std::string_view id;
    std::string_view title;
    std::string_view description;
    int seats;
    // The creator may start a game once this many seats are taken.
    int seats_to_start;
    std::shared_ptr<const Opening> opening;
};

// All setups, "19x19" (the default) first. Built once.
std::span<const Setup> setups();

// Null if there is no setup of that id.
const Setup* find_setup(std::string_view id);

}  // namespace tanbo::engine
