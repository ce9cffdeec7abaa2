#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/event.hpp"
#include "engine/position.hpp"

namespace tanbo::engine {

enum class Status : std::uint8_t { open, active, finished };
enum class SeatState : std::uint8_t { open, in, left, out };

struct SeatHolder {
    std::optional<Player> player;  // in state open: whom the seat is reserved for
    SeatState state = SeatState::open;
};

// A move or a leaving that has happened: enough to play a match again from its opening.
struct PastTurn {
    std::uint32_t seq;
    Point point;  // no_point for a leaving
    Seat seat;
};

// Why an event can't follow: a log or record that is not one game's.
enum class ApplyFault : std::uint8_t {
    none,
    wrong_seq,      // not the next one
    wrong_order,    // this kind of event can't come now
    wrong_seat,     // no such seat, or not in the state the event needs
    illegal_move,   // the rules forbid it
    wrong_outcome,  // the event says something else than the rules
};

// The fault in kebab-case, for messages.
std::string_view apply_fault_name(ApplyFault fault);

// A game as a fold over its events: seats, turn, board, result. A value: copies are independent.
class Match {
public:
    // Nothing where the event is not a sound opening: its seats don't fit the opening.
    static std::optional<Match> open(const Event& event);

    // Folds the next event in. Where it does not fit, says why; after wrong_outcome the match is
    // spoiled and must be dropped, after any other fault it is unchanged.
    ApplyFault apply(const Event& event);

    // Plays for the seat to move and yields the event that this is.
    // Requires: the match is active and the point legal.
    Event play(Point point, Instant now);

    // --- how far ---
    std::uint32_t seq() const { return seq_; }
    std::uint32_t ply() const { return position_.ply(); }
    Status status() const { return status_; }
    Instant created_at() const { return created_at_; }
    Instant updated_at() const { return updated_at_; }

    // --- who ---
    const Player& creator() const { return creator_; }
    Visibility visibility() const { return visibility_; }
    std::span<const SeatHolder> seats() const { return seats_; }
    // The seat that the account holds, also after it has left or is out.
    std::optional<Seat> seat_of(std::int64_t account) const;
    // The open seat that is kept for the account.
    std::optional<Seat> reserved_for(std::int64_t account) const;
    bool may_see(std::optional<std::int64_t> account) const;
    int seats_taken() const;
    int seats_to_start() const;
    // The creator may start now: enough seats are taken.
    bool may_start() const;

    // --- the board ---
    const std::string& setup() const { return setup_; }  // empty for a custom board
    const Opening& opening() const { return position_.opening(); }
    const std::shared_ptr<const Opening>& shared_opening() const { return opening_; }
    const Position& position() const { return position_; }
    std::optional<Seat> to_move() const;  // nothing unless active
    std::span<const PastTurn> turns() const { return turns_; }
    std::optional<PastTurn> turn_at(std::uint32_t ply) const;  // the stone placed as number ply + 1

    // --- the result ---
    std::optional<Seat> winner() const { return winner_; }
    std::optional<EndReason> end_reason() const { return end_reason_; }
    // By seat, 0 for one that nobody held; empty until finished, and where the game was withdrawn.
    std::span<const int> places() const { return places_; }
    // What places() will be once the board is decided; empty before.
    std::vector<int> final_places() const;

private:
    Match(const Event& event, const GameOpened& opened);

    ApplyFault fold(const GameOpened& opened);
    ApplyFault fold(const PlayerJoined& joined);
    ApplyFault fold(const GameStarted& started);
    ApplyFault fold(const StonePlaced& placed);
    ApplyFault fold(const PlayerLeft& left);
    ApplyFault fold(const GameEnded& ended);
    void enter(const StonePlaced& placed);  // what the position has already
    SeatHolder* holder(Seat seat);          // null where there is no such seat
    void free_reservations(std::int64_t account);

    std::uint32_t seq_ = 0;
    Status status_ = Status::open;
    Visibility visibility_ = Visibility::everyone;
    Instant created_at_;
    Instant updated_at_;
    Player creator_;
    std::string setup_;
    std::shared_ptr<const Opening> opening_;
    Position position_;
    std::vector<SeatHolder> seats_;
    std::vector<PastTurn> turns_;
    std::vector<std::uint32_t> turn_of_ply_;  // indices into turns_
    std::optional<Seat> winner_;
    std::optional<EndReason> end_reason_;
    std::vector<int> places_;
};

// A board at some ply, with what its last turn did.
struct Snapshot {
    Position position;
    std::optional<Point> last_point;
    std::vector<RemovedStones> removed;
};

// The position after `ply` stones and the leavings that followed them. Nothing where ply >
// match.ply().
std::optional<Snapshot> snapshot_at(const Match& match, std::uint32_t ply);

// --- what players ask for ---

struct Join {
    Player player;
    std::optional<Seat> seat;  // nothing: the seat reserved for him, else the first open one
};
struct Start {
    std::int64_t account;
};
struct Place {
    std::int64_t account;
    std::optional<Point> point;  // nothing where the name was not a point of the board
    std::uint32_t ply;
};
struct Leave {
    std::int64_t account;
    LeaveReason reason = LeaveReason::resigned;
};
using Command = std::variant<Join, Start, Place, Leave>;

enum class RefusalCode : std::uint8_t {
    not_a_player,    // the account holds no seat here
    already_seated,  // it holds one already
    no_such_seat,
    seat_taken,
    seat_reserved,  // for somebody else
    game_full,
    game_not_started,
    game_already_started,
    game_over,
    not_the_creator,
    too_few_players,
    already_left,
    stale_ply,
    not_your_turn,
    illegal_move,
};

struct Refusal {
    RefusalCode code;
    Illegal illegal = Illegal::none;  // with illegal_move
};

// The command was carried out before, as event `seq`: answer with that one.
struct Repeated {
    std::uint32_t seq;
};

// The events to append, in order, and the match they lead to.
struct Decided {
    std::vector<Event> events;
    Match next;
};

using Decision = std::variant<Decided, Repeated, Refusal>;

// What the command leads to. Pure: no clock is read, nothing is changed.
Decision decide(const Match& match, const Command& command, Instant now);

// --- what the rules say of a turn, as events tell it ---

// What a turn or a leaving did; `position` is the one after it.
Aftermath aftermath(const Position& position, const Outcome& outcome);

// Lifts all stones of these seats, in turn order, and says what that did in all.
Aftermath lift_seats(Position& position, std::span<const Seat> seats);

// The event that this stone would be. Requires: the point is legal for the seat to move.
StonePlaced place_stone(const Position& before, Point point);

}  // namespace tanbo::engine
