#include "engine/opening.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

#include "engine/notation.hpp"

namespace tanbo::engine {

namespace {

using Board = std::vector<std::optional<Seat>>;

int count_of(const Board& board, std::span<const Point> points, Seat seat) {
    return static_cast<int>(std::count_if(points.begin(), points.end(),
                                          [&](Point point) { return board[point] == seat; }));
}

// Puts the stones on the board, or says which one does not go there.
std::optional<OpeningError> fill(Board& board, const std::vector<std::vector<Point>>& stones) {
    for (std::size_t index = 0; index < stones.size(); ++index) {
        const Seat seat = seat_at(static_cast<int>(index));
        for (const Point point : stones[index]) {
            if (point >= board.size()) return OpeningError{OpeningFault::off_board, seat, point};
        }
    }
    for (std::size_t index = 0; index < stones.size(); ++index) {
        const Seat seat = seat_at(static_cast<int>(index));
        for (const Point point : stones[index]) {
            if (board[point]) return OpeningError{OpeningFault::overlap, seat, point};
            board[point] = seat;
        }
    }
    return std::nullopt;
}

bool has_legal_neighbour(const Lattice& lattice, const Board& board, Point seed) {
    const auto around = lattice.neighbours(seed);
    return std::any_of(around.begin(), around.end(), [&](Point point) {
        return !board[point] && count_of(board, lattice.neighbours(point), *board[seed]) == 1;
    });
}

std::optional<OpeningError> find_bad_seed(const Lattice& lattice, const Board& board) {
    for (std::size_t index = 0; index < board.size(); ++index) {
        const Point point = static_cast<Point>(index);
        if (board[point] && count_of(board, lattice.neighbours(point), *board[point]) > 0) {
            return OpeningError{OpeningFault::adjacent_seeds, *board[point], point};
        }
    }
    for (std::size_t index = 0; index < board.size(); ++index) {
        const Point point = static_cast<Point>(index);
        if (board[point] && !has_legal_neighbour(lattice, board, point)) {
            return OpeningError{OpeningFault::bounded_root, *board[point], point};
        }
    }
    return std::nullopt;
}

std::optional<OpeningError> find_bad_seats(const std::vector<std::vector<Point>>& stones) {
    if (stones.size() < static_cast<std::size_t>(seats_min) ||
        stones.size() > static_cast<std::size_t>(seats_max)) {
        return OpeningError{OpeningFault::seats};
    }
    for (std::size_t index = 0; index < stones.size(); ++index) {
        if (stones[index].empty()) {
            return OpeningError{OpeningFault::no_stones, seat_at(static_cast<int>(index))};
        }
    }
    return std::nullopt;
}

}  // namespace

std::variant<std::shared_ptr<const Opening>, OpeningError> Opening::create(
    Lattice lattice, const std::vector<std::vector<Point>>& stones, Seat to_move) {
    if (const auto error = find_bad_seats(stones)) return *error;
    Board board(static_cast<std::size_t>(lattice.points()));
    if (const auto error = fill(board, stones)) return *error;
    if (const auto error = find_bad_seed(lattice, board)) return *error;
    if (static_cast<std::size_t>(index_of(to_move)) >= stones.size()) {
        return OpeningError{OpeningFault::to_move, to_move};
    }

    std::shared_ptr<Opening> opening(
        new Opening(std::move(lattice), static_cast<int>(stones.size()), to_move));
    for (std::size_t point = 0; point < board.size(); ++point) {
        if (!board[point]) continue;
        opening->seeds_.push_back(static_cast<Point>(point));
        opening->seed_seats_.push_back(*board[point]);
    }
    return std::shared_ptr<const Opening>(std::move(opening));
}

std::vector<Point> Opening::stones(Seat seat) const {
    std::vector<Point> points;
    for (std::size_t index = 0; index < seeds_.size(); ++index) {
        if (seed_seats_[index] == seat) points.push_back(seeds_[index]);
    }
    return points;
}

std::string describe(const OpeningError& error, const Lattice& lattice) {
    const std::string seat(seat_name(error.seat));
    const std::string point = error.point < lattice.points()
                                  ? point_name(lattice, error.point)
                                  : "point " + std::to_string(error.point);
    switch (error.fault) {
        case OpeningFault::board:
            return "A board must have 1 to " + std::to_string(dimensions_max) +
                   " dimensions and at most " + std::to_string(points_max) + " points.";
        case OpeningFault::seats:
            return "A game must have " + std::to_string(seats_min) + " to " +
                   std::to_string(seats_max) + " seats.";
        case OpeningFault::no_stones:
            return "The seat " + seat + " has no stones.";
        case OpeningFault::off_board:
            return "The " + seat + " stone on " + point + " is off the board.";
        case OpeningFault::overlap:
            return "The " + seat + " stone on " + point + " shares its point with another stone.";
        case OpeningFault::adjacent_seeds:
            return "The " + seat + " stone on " + point + " touches another " + seat +
                   " stone. Two roots of a seat can't touch.";
        case OpeningFault::bounded_root:
            return "The " + seat + " root on " + point + " has no root space.";
        case OpeningFault::to_move:
            return "The seat to move, " + seat + ", is not in this game.";
    }
    return {};
}

}  // namespace tanbo::engine
