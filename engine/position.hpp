#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "engine/opening.hpp"

namespace tanbo::engine {

enum class Illegal : std::uint8_t {
    none,
    occupied,
    off_board,
    no_friend,
    two_friends,
    not_your_turn,
    game_over
};

// "occupied", "off-board", "no-friend", "two-friends", "not-your-turn", "game-over"; "" for none.
std::string_view illegal_name(Illegal reason);

// The label of a root: 0 for none, else the index of its seed in Opening::seeds() plus one.
using Root = std::uint16_t;

// A set of seats as bits.
class SeatSet {
public:
    void insert(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ | (1U << index_of(seat))); }
    bool contains(Seat seat) const { return ((bits_ >> index_of(seat)) & 1U) != 0; }
    bool empty() const { return bits_ == 0; }
    int size() const { return __builtin_popcount(bits_); }
    bool operator==(const SeatSet&) const = default;

private:
    std::uint8_t bits_ = 0;
};

struct RemovedRoot {
    Seat seat;
    Point seed;                     // the root's identity
    std::span<const Point> points;  // its stones in board order
    bool current;                   // whether the stone just placed had joined it
};

// What a turn or a leaving did. The spans point into the position and hold until its next play,
// leave, preview or assignment.
struct Outcome {
    Illegal illegal = Illegal::none;       // where not none, nothing happened and the rest is empty
    Seat seat = Seat::black;               // who moved or left
    Point point = no_point;                // of a move
    Point current_root = no_point;         // the seed of the root the stone joined
    std::span<const RemovedRoot> removed;  // in board order of their seeds
    SeatSet eliminated;                    // seats put out, the leaver included
    std::optional<Seat> to_move;           // nothing once the game is over
    std::optional<Seat> winner;
};

// A board in play. Placing a stone touches only the point's neighbours; lifting a root costs its
// size. Copies share the opening; play, leave, preview and the legal points allocate nothing.
class Position {
public:
    explicit Position(std::shared_ptr<const Opening> opening);

    const Opening& opening() const { return *opening_; }
    const Lattice& lattice() const { return opening_->lattice(); }

    // --- whose turn, how far ---
    std::optional<Seat> to_move() const;  // nothing once the game is over
    std::optional<Seat> winner() const;
    bool is_over() const { return winner().has_value(); }
    bool is_in(Seat seat) const;  // has stones still
    int seats_in() const;
    std::uint32_t ply() const;  // stones placed so far, the opening's not counted

    // 1 for the winner, the same number for seats put out together (1, 2, 2, 4); 0 for a seat still
    // in.
    int place(Seat seat) const;

    // --- what stands ---
    std::optional<Seat> stone(Point point) const;
    Root root(Point point) const;  // 0 for an empty point
    Point seed(Root root) const;
    Seat owner(Root root) const;
    int roots() const;           // of all seats
    int roots(Seat seat) const;  // standing roots of one seat
    int stones(Seat seat) const;
    bool is_standing(Root root) const;
    int root_space(Root root) const;  // how many legal points would extend it
    bool is_bounded(Root root) const { return root_space(root) == 0; }

    // --- what may be played ---
    // The legal points of a seat, in no particular order.
    std::span<const Point> legal_points(Seat seat) const;
    // Why this seat may not play there; none where it may.
    Illegal legality(Seat seat, Point point) const;
    Illegal legality(Point point) const;  // for the seat to move

    // --- what happens ---
    Outcome play(Point point);     // for the seat to move
    Outcome preview(Point point);  // as play, and the position stays as it was
    // Lifts all roots of a seat that is in; whoever is to move. Illegal: game_over; not_your_turn
    // where the seat is out.
    Outcome leave(Seat seat);

    // 64 bits of stones and seat to move: equal positions hash alike.
    std::uint64_t hash() const;

    // Recomputes everything from the stones and compares. For tests and assertions; slow.
    bool is_consistent() const;
};

}  // namespace tanbo::engine
