#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "engine/contacts.hpp"
#include "engine/opening.hpp"
#include "engine/stone_hash.hpp"

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

struct RemovedRoot {
    Seat seat;
    Point seed;                     // the root's identity
    std::span<const Point> points;  // its stones in board order
    bool current;                   // whether the stone just placed had joined it
};

// The effect of a turn or a leaving. The spans point into the position and hold until its next
// play, leave, preview or assignment.
struct Outcome {
    Illegal illegal = Illegal::none;       // if not none, nothing happened and the rest is empty
    Seat seat = Seat::black;               // who moved or left
    Point point = no_point;                // of a move
    Point current_root = no_point;         // the seed of the root the stone joined
    std::span<const RemovedRoot> removed;  // in board order of their seeds
    SeatSet eliminated;                    // seats put out, the leaver included
    std::optional<Seat> to_move;           // nothing once the game is over
    std::optional<Seat> winner;
};

// A board in play. Placing a stone touches only the point's neighbours; lifting a root costs its
// size. Copies share the opening; play, leave, preview and the legal points allocate nothing. A
// seat may be any of the eight: one that is not of the opening is never in and has no legal points.
class Position {
public:
    explicit Position(std::shared_ptr<const Opening> opening);

    // The position with these stones (one entry per point) and this seat to move, as if a game had
    // led there; ply() starts from 0, and seats without stones share the last place. Nothing if
    // no game can: a group of like stones that is not a tree or holds no seed of its seat, a
    // bounded root, or a seat to move without stones. A group that covers several seeds has grown
    // from the first of them in board order.
    static std::optional<Position> arranged(std::shared_ptr<const Opening> opening,
                                            std::span<const std::optional<Seat>> stones,
                                            Seat to_move);

    const Opening& opening() const { return *opening_; }
    const Lattice& lattice() const { return opening_->lattice(); }

    // --- seat to move, plies ---
    bool is_over() const { return seats_in_ == 1; }
    std::optional<Seat> to_move() const {  // nothing once the game is over
        return is_over() ? std::nullopt : std::optional(turn_);
    }
    std::optional<Seat> winner() const { return is_over() ? std::optional(turn_) : std::nullopt; }
    bool is_in(Seat seat) const { return roots(seat) > 0; }  // has stones still
    int seats_in() const { return seats_in_; }
    std::uint32_t ply() const { return ply_; }  // stones placed so far, the opening's not counted

    // 1 for the winner, the same number for seats put out together (1, 2, 2, 4); 0 for a seat still
    // in.
    int place(Seat seat) const { return state(seat).place; }

    // --- what stands ---
    // Requires throughout: point < lattice().points(), 1 <= root <= opening().seeds().size().
    std::optional<Seat> stone(Point point) const {
        return root(point) == 0 ? std::nullopt : std::optional(owner(root(point)));
    }
    Root root(Point point) const { return tables_.stones[point].root; }  // 0 for an empty point
    Point seed(Root root) const { return opening_->seeds()[root - 1U]; }
    Seat owner(Root root) const { return opening_->seed_seats()[root - 1U]; }
    int roots() const;                                        // of all seats
    int roots(Seat seat) const { return state(seat).roots; }  // standing roots of one seat
    int stones(Seat seat) const { return state(seat).stones; }
    bool is_standing(Root root) const { return tables_.roots[root].first != no_point; }
    // How many legal points would extend it; 0 if it does not stand.
    int root_space(Root root) const { return tables_.roots[root].space; }
    bool is_bounded(Root root) const { return root_space(root) == 0; }

    // --- what may be played ---
    // The legal points of a seat, in no particular order.
    std::span<const Point> legal_points(Seat seat) const {
        if (state(seat).legal == 0) return {};
        return {tables_.legal.data() + static_cast<std::size_t>(seat) * points_, state(seat).legal};
    }
    // Why this seat may not play there now; none if it may. The first that holds of game_over,
    // not_your_turn, off_board, occupied, no_friend, two_friends.
    Illegal legality(Seat seat, Point point) const;
    Illegal legality(Point point) const;  // for the seat to move

    // --- what happens ---
    Outcome play(Point point);     // for the seat to move
    Outcome preview(Point point);  // as play, and the position stays as it was
    // Removes all roots of a seat that is in, on any seat's turn. Illegal: game_over; not_your_turn
    // if the seat is out.
    Outcome leave(Seat seat);

    // 64 bits of stones and seat to move: equal positions hash alike.
    std::uint64_t hash() const {
        return is_over() ? stones_hash_ : stones_hash_ ^ hash_of_turn(turn_);
    }

    // Recomputes everything from the stones and compares. For tests and assertions; slow.
    bool is_consistent() const;

    // Its bytes on the heap, but for the opening.
    std::size_t heap_bytes() const;

private:
    // Breaks one invariant at a time: tests check that is_consistent notices.
    friend class SpoiledPosition;

    struct StoneState {
        Root root = 0;          // 0 for an empty point
        Point next = no_point;  // another stone of the same root
    };
    struct RootState {
        Point first = no_point;  // one of its stones; no_point if the root does not stand
        std::uint16_t space = 0;
    };
    struct SeatState {
        std::uint16_t stones = 0;
        std::uint16_t roots = 0;
        std::uint16_t legal = 0;  // how many legal points
        std::uint16_t place = 0;
    };

    // All tables in one block of the heap: a copy costs one allocation.
    class Tables {
    public:
        Tables(std::size_t points, std::size_t seats, std::size_t seeds);
        Tables(const Tables& other);
        Tables(Tables&&) noexcept = default;
        Tables& operator=(const Tables& other);
        Tables& operator=(Tables&&) noexcept = default;
        ~Tables() = default;

        std::size_t heap_bytes() const;

        std::span<Contacts> contacts;    // at(seat, point)
        std::span<std::uint16_t> slots;  // at(seat, point): where a legal point stands in its list
        std::span<Point> legal;          // one list of room for all points per seat
        std::span<StoneState> stones;    // by point
        std::span<RootState> roots;      // by label
        // A workplace for the answer to a turn. Not part of the position: copies have theirs.
        std::span<Point> answer_points;
        std::span<RemovedRoot> answer_roots;
        std::span<std::uint64_t> marks;  // one bit per point, all 0 between uses

    private:
        template <class T>
        void take(std::span<T>& table, std::size_t count, std::size_t& begin);
        std::span<std::byte> kept() const;
        std::size_t divide(std::size_t points, std::size_t seats, std::size_t seeds);

        std::unique_ptr<std::byte[]> block_;
        std::size_t bytes_ = 0;
    };

    // Roots in a row, of which a stone can bound only so many: one for each seat at the point and
    // one at each neighbour.
    class FewRoots {
    public:
        void push(Root root) { roots_[size_++] = root; }
        void clear() { size_ = 0; }
        std::span<Root> all() { return {roots_.data(), size_}; }

    private:
        std::array<Root, seats_max + 2 * dimensions_max> roots_;
        std::size_t size_ = 0;
    };

    std::size_t at(Seat seat, Point point) const {
        return point * seats_ + static_cast<std::size_t>(seat);
    }
    SeatState& state(Seat seat) { return seat_states_[static_cast<std::size_t>(seat)]; }
    const SeatState& state(Seat seat) const { return seat_states_[static_cast<std::size_t>(seat)]; }

    template <typename Gained, typename Lost>
    void visit_changes(Seat seat, Point point, Gained gained, Lost lost) const;
    void place(Seat seat, Point point, Root root, FewRoots& bounded);
    void permit(Seat seat, Point point);
    void forbid(Seat seat, Point point);
    void lift(std::span<const RemovedRoot> removed);
    void detach(const RemovedRoot& removed, Root root);
    void vacate(const RemovedRoot& removed);
    void extend(Root root, Seat seat, Point point);

    Outcome begin(Point point) const;
    FewRoots bounded_by(Seat seat, Point point, Root root) const;
    std::span<const Point> collect_points(Root root, Point placed);
    void answer_with(Root root, bool is_current, Point placed);
    void answer(Outcome& outcome, std::span<Root> bounded, Root current, Point placed);
    Seat next_in(Seat seat, SeatSet eliminated) const;
    void conclude(Outcome& outcome) const;
    void enter(const Outcome& outcome);

    bool grow(Root root, std::span<const std::optional<Seat>> stones);
    std::vector<Point> group_of(Point first, std::span<const std::optional<Seat>> stones) const;
    void uproot(Root root);
    void seat_players(Seat to_move);
    bool links(Root root, std::vector<Point> points) const;
    bool has_true_roots() const;
    bool has_true_contacts() const;
    bool has_true_legal_points() const;
    bool has_true_result() const;

    std::shared_ptr<const Opening> opening_;
    std::size_t points_;
    std::size_t seats_;
    Tables tables_;
    std::array<SeatState, seats_max> seat_states_{};
    std::uint64_t stones_hash_ = 0;
    std::uint32_t ply_ = 0;
    int seats_in_;
    Seat turn_;
    std::size_t answer_points_ = 0;  // of the tables' in use
    std::size_t answer_roots_ = 0;   // of the tables' in use
};

}  // namespace tanbo::engine
