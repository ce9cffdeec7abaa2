#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "engine/contacts.hpp"
#include "engine/position.hpp"

namespace tanbo::search {

using engine::Contacts;
using engine::no_point;
using engine::Point;
using engine::Root;
using engine::Seat;

// The constants of a game: the board, who owns which root, and how a Board is laid out.
class Geometry {
public:
    explicit Geometry(std::shared_ptr<const engine::Opening> opening);

    const engine::Opening& opening() const { return *opening_; }
    std::size_t points() const { return points_; }
    std::size_t seats() const { return seats_; }
    std::size_t roots() const { return roots_; }  // standing or not; labels are 1 to roots()
    std::size_t degree_max() const { return degree_max_; }

    std::span<const Point> neighbours(Point point) const {
        const std::uint32_t* const first = first_neighbour_.data() + point;
        return {neighbours_.data() + first[0], first[1] - first[0]};
    }

    // In how many directions the board ends there.
    std::size_t missing(Point point) const { return degree_max_ - neighbours(point).size(); }

    // Steps from one point to the other on an empty board.
    std::size_t distance(Point from, Point to) const {
        const std::uint16_t* const a = coordinates_.data() + from * dimensions_;
        const std::uint16_t* const b = coordinates_.data() + to * dimensions_;
        std::size_t sum = 0;
        for (std::size_t axis = 0; axis < dimensions_; ++axis) {
            sum +=
                a[axis] < b[axis] ? std::size_t(b[axis] - a[axis]) : std::size_t(a[axis] - b[axis]);
        }
        return sum;
    }

    std::size_t owner(Root root) const { return owners_.data()[root]; }

    // Positions of the parts of a board within its memory, in words of 16 bits.
    struct Layout {
        std::size_t contacts;   // two words each, [seat * points + point]
        std::size_t around;     // [seat * points + point]: free points beside it
        std::size_t legal;      // [seat * points + slot]
        std::size_t slots;      // [point * seats + seat]
        std::size_t legal_for;  // [point]: how many seats may play there
        std::size_t stones;     // [point]: its root
        std::size_t next;       // [point]: another stone of the root
        std::size_t roots;      // [label]: three words
        std::size_t size;
    };
    const Layout& layout() const { return layout_; }

private:
    std::shared_ptr<const engine::Opening> opening_;
    std::size_t points_;
    std::size_t seats_;
    std::size_t roots_;
    std::size_t dimensions_;
    std::size_t degree_max_;
    std::vector<std::uint32_t> first_neighbour_;
    std::vector<Point> neighbours_;
    std::vector<std::uint16_t> coordinates_;
    std::vector<std::uint8_t> owners_;  // by label
    Layout layout_{};
};

// A board that a search plays on. It holds the data of an engine::Position, without its queries, in
// one block of memory: one memcpy copies it. Seats are indices. All functions require that a point
// is on the board, that the opening has the seat, and that a label names one of its roots.
class Board {
public:
    // Requires: the geometry outlives the board.
    explicit Board(const Geometry& geometry);
    Board(const Board&) = delete;
    Board& operator=(const Board&) = delete;

    // Requires: boards of the same geometry.
    void copy(const Board& other) {
        std::memcpy(memory_.get(), other.memory_.get(),
                    geometry_->layout().size * sizeof(std::uint16_t));
        state_ = other.state_;
    }

    // Requires: a position of the same opening.
    void load(const engine::Position& position);

    // For the seat to move. Requires: the point is legal.
    void play(Point point);

    // Says where the last stone was placed, which a position does not tell.
    void set_last(Point point) { state_.last = point; }

    // --- seat to move, plies ---
    bool is_over() const { return state_.seats_in == 1; }
    std::size_t turn() const { return state_.turn; }  // the seat to move; the winner's at the end
    bool is_in(std::size_t seat) const { return state_.seats[seat].roots > 0; }
    std::size_t seats_in() const { return state_.seats_in; }
    Point last_point() const { return state_.last; }  // no_point if no stone was placed yet

    // --- what stands ---
    const Geometry& geometry() const { return *geometry_; }
    Root root(Point point) const { return stones_[point]; }  // 0 for an empty point
    std::size_t roots(std::size_t seat) const { return state_.seats[seat].roots; }
    std::size_t stones(std::size_t seat) const { return state_.seats[seat].stones; }
    std::size_t empty_points() const { return state_.empty; }
    bool is_standing(Root root) const { return roots_[root].first != no_point; }
    std::size_t root_space(Root root) const { return roots_[root].space; }
    std::size_t root_stones(Root root) const { return roots_[root].stones; }
    Contacts contacts(std::size_t seat, Point point) const {
        return contacts_[seat * points_ + point];
    }
    // How many points beside it are free for the seat: empty, with no stone of it beside them.
    std::size_t free_around(std::size_t seat, Point point) const {
        return around_[seat * points_ + point];
    }
    // For how many seats it is legal.
    std::size_t legal_for(Point point) const { return legal_for_[point]; }
    const Root* root_of_points() const { return stones_; }

    // --- what may be played ---
    std::span<const Point> legal(std::size_t seat) const {
        return {legal_ + seat * points_, state_.seats[seat].legal};
    }

    // The roots that go if the seat to move plays there, at most this many. Returns how many.
    static constexpr std::size_t bounded_max = engine::seats_max + 2 * engine::dimensions_max;
    std::size_t bounded_by(Point point, std::array<Root, bounded_max>& out) const;

    // As engine::Position::hash.
    std::uint64_t hash() const;

    // Whether the same roots stand on the same points, and the same seat is to move. Requires: a
    // position of the same opening.
    bool equals(const engine::Position& position) const;

private:
    struct RootState {
        Point first;
        std::uint16_t space;
        std::uint16_t stones;
    };
    struct SeatState {
        std::uint16_t stones = 0;
        std::uint16_t roots = 0;
        std::uint16_t legal = 0;
    };
    struct State {
        std::array<SeatState, engine::seats_max> seats{};
        std::size_t seats_in = 0;
        std::size_t turn = 0;
        std::size_t empty = 0;
        Point last = no_point;
    };
    // Roots that a stone bounds beside its own.
    struct BoundedRoots {
        std::array<Root, bounded_max> roots;
        std::size_t size = 0;
    };

    void free(std::size_t seat, Point point);
    void take(std::size_t seat, Point point);
    void permit(std::size_t seat, Point point);
    void forbid(std::size_t seat, Point point);
    void lessen(Root root, Root current, BoundedRoots& bounded);
    void place(std::size_t seat, Point point, Root root, BoundedRoots& bounded);
    void lift(std::span<const Root> roots);
    void extend(Root root, std::size_t seat, Point point);
    void pass_on();

    const Geometry* geometry_;
    std::size_t points_;
    std::size_t seats_;
    std::unique_ptr<std::uint32_t[]> memory_;
    Contacts* contacts_;
    std::uint16_t* around_;
    Point* legal_;
    std::uint16_t* slots_;
    std::uint16_t* legal_for_;
    Root* stones_;
    Point* next_;
    RootState* roots_;
    State state_;
};

}  // namespace tanbo::search
