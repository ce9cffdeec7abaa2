#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/account_id.hpp"
#include "engine/opening.hpp"
#include "engine/time/calendar.hpp"
#include "engine/time/terms.hpp"

namespace tanbo::engine {

// Who sits in a seat: the account decides, the handle is for people.
struct Player {
    AccountId account{};
    std::string handle;

    bool operator==(const Player&) const = default;
};

enum class Visibility : std::uint8_t { everyone, players };

// removed: by an administrator; absent: by a vote of the others; withdrawn: before the start.
enum class LeaveReason : std::uint8_t { resigned, time, removed, withdrawn, absent };

// aborted: by agreement or by an administrator, without a result; adjudicated: by an
// administrator's verdict.
enum class EndReason : std::uint8_t {
    last_standing,
    last_remaining,
    withdrawn,
    aborted,
    adjudicated
};

enum class PauseReason : std::uint8_t { agreement };
enum class ResumeReason : std::uint8_t { asked, move, lapsed };
enum class ProposalKind : std::uint8_t { undo, pause, abort, remove };
inline constexpr int proposal_kinds = 4;

// A seat as the creator offers it: their own, reserved for a named player who has to accept, or (no
// player) open.
struct SeatOffer {
    std::optional<Player> player;
    bool is_taken = false;  // the creator's own seat is taken from the start

    bool operator==(const SeatOffer&) const = default;
};

// One root that was removed.
struct RemovedStones {
    Seat seat;
    Point root;                 // its seed
    std::vector<Point> points;  // in board order
    bool current;

    bool operator==(const RemovedStones&) const = default;
};

// The clock after an event.
struct ClockFigures {
    std::vector<Millis> remaining;    // by seat in turn order, never negative
    std::optional<Instant> deadline;  // of the seat with the running time; nothing if none runs

    bool operator==(const ClockFigures&) const = default;
};

// The trace that every turn and every leaving leaves.
struct MoveEffects {
    std::vector<RemovedStones> removed;
    std::vector<Seat> eliminated;  // in turn order
    std::optional<Seat> to_move;   // nothing once the game is over
    std::optional<Seat> winner;
    std::vector<int> roots;                  // standing roots by seat, in turn order
    std::optional<ClockFigures> clock = {};  // as in every event: if the game has a clock

    bool operator==(const MoveEffects&) const = default;
};

// The first event of every game. `setup` is empty for a custom board.
struct GameOpened {
    std::string setup;
    std::shared_ptr<const Opening> opening;
    std::vector<SeatOffer> seats;  // one per seat, in turn order
    Visibility visibility = Visibility::everyone;
    Player creator;
    Terms terms = {};
};

struct PlayerJoined {
    Seat seat;
    Player player;
};

// Play begins. Seats still free are removed as if they had left; `after` holds the consequences.
struct GameStarted {
    std::vector<Seat> absent;
    MoveEffects after;
    std::vector<Calendar> calendars = {};  // by seat if the clock uses calendars, else empty
};

struct StonePlaced {
    std::uint32_t
        ply;  // stones placed before this one, as the mover stated it; the stone makes it ply + 1
    Seat seat;
    Point point;
    MoveEffects after;
};

// Before the start a leaving frees the seat and removes nothing.
struct PlayerLeft {
    Seat seat;
    LeaveReason reason;
    MoveEffects after;
};

// The player to move takes the other seat of two, each with their clock, and the other is to move.
struct SeatsSwapped {
    Seat by;
    std::vector<Player> players;  // by seat, as they sit now
    std::optional<ClockFigures> clock = {};
};

// The board is again as it was after `to_ply` stones; time spent is spent.
struct TurnsTakenBack {
    Seat by;
    std::uint32_t to_ply;
    MoveEffects after;
};

struct GamePaused {
    PauseReason reason;
    std::optional<ClockFigures> clock = {};
};

struct GameResumed {
    ResumeReason reason;
    std::optional<ClockFigures> clock = {};
};

// From here on another calendar says when the time of this seat counts.
struct CalendarSet {
    Seat seat;
    Calendar calendar;
    std::optional<ClockFigures> clock = {};
};

// The server was down: the seat with the running time and seats on offer get this back.
struct TimeCredited {
    Span downtime;
    std::optional<ClockFigures> clock = {};
};

// Known by its seq until it is answered or lapses, which it does with whatever happens next on the
// board or among the seats.
struct Proposed {
    Seat by;
    ProposalKind kind;
    std::optional<Seat> target = {};  // the seat to vote out
    std::uint32_t to_ply = 0;         // of an undo
};

// The consequence of the last answer follows as an event of its own.
struct ProposalAnswered {
    std::uint32_t proposal;
    Seat by;
    bool accepts;
};

// The player has left, and until then anyone may take the seat over. No time runs.
struct SeatOffered {
    Seat seat;
    LeaveReason reason;
    Instant until;
    std::optional<ClockFigures> clock = {};
};

struct SeatTakenOver {
    Seat seat;
    Player player;
    std::optional<Calendar> calendar = {};  // if the clock uses calendars
    std::optional<ClockFigures> clock = {};
};

// The last event of every game.
struct GameEnded {
    EndReason reason;
    std::optional<Seat> winner;
    std::vector<int> places;  // by seat in turn order; 0 if a seat has none
};

using EventData =
    std::variant<GameOpened, PlayerJoined, GameStarted, StonePlaced, PlayerLeft, GameEnded,
                 SeatsSwapped, TurnsTakenBack, GamePaused, GameResumed, CalendarSet, TimeCredited,
                 Proposed, ProposalAnswered, SeatOffered, SeatTakenOver>;

// One entry of a game's log. `seq` runs gapless from 1.
struct Event {
    std::uint32_t seq = 0;
    Instant at;
    EventData data;
};

}  // namespace tanbo::engine
