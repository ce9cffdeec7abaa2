#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/event.hpp"

// Clocks as arithmetic on given instants: what players agreed on, what happened when, and now give
// every seat's time.
namespace tanbo::engine {

class ClockHistory;
class OffTime;

enum class ClockTermKind : std::uint8_t {
    initial,
    increment,
    cap,     // what an increment would have brought beyond the maximum
    refill,  // up to the initial time: for the next move (per_move), or for a substitute
    turn,
    weekend,
    sleep,
    vacation,
    paused,
    downtime,
    lag
};

// One line of how a figure came about; the sum of all amounts is what remains. `turn` takes the
// whole time of a turn; weekend to lag, which follow it, give back what of it did not count.
struct ClockTerm {
    ClockTermKind kind;
    Instant from;
    Instant until;  // == from for what takes no time
    Millis amount;
    std::uint32_t seq;  // of the event that caused it or ended it; 0: it goes on

    bool operator==(const ClockTerm&) const = default;
};

// A stretch of somebody's turn that does not count: weekend, sleep or vacation.
struct OffSpan {
    Instant from;
    Instant until;
    ClockTermKind why;

    bool operator==(const OffSpan&) const = default;
};

// One seat's time at some instant, and why.
struct ClockExplanation {
    Millis remaining{0};
    std::vector<ClockTerm> terms;  // in the order of events
};

// The fold over a game's events that tells its clock. A value. A time is spent when a turn, or a
// part of it that something ends, is over; what runs out stays at zero.
//
// Cost: constant, but for calendars, where it grows with the days of a turn.
class Clock {
public:
    Clock() = default;  // of kind none: no seat has any time
    Clock(const ClockSettings& settings, int seats);

    // The event's effect on the clock, by what it says of seats and instants; what it says of the
    // clock itself is not read. Requires: the event fits a game that goes on like this.
    void fold(const Event& event);

    // As if an event at the end of this downtime had told of it; nothing else is noted.
    void credit(const Span& downtime);

    const ClockSettings& settings() const { return settings_; }
    bool is_on() const { return settings_.kind != ClockKind::none; }

    // The seat to move; its time runs unless the clock is paused. Nothing if no seat is to move.
    std::optional<Seat> running() const { return running_; }
    bool is_paused() const { return is_pause_agreed_ || !offered_.empty(); }

    // As of the last event that was folded in.
    ClockFigures figures() const;

    // Never negative, and never more as `now` goes on. Requires: a seat of the game.
    Millis remaining(Seat seat, Instant now) const;

    // The first instant at which the seat with the running time has none left, if nothing else
    // happens.
    std::optional<Instant> deadline() const { return deadline_; }

    // The first instant at which that seat has no more than this left; nothing if none runs.
    // If it had no more than that already, the instant up to which its time is counted.
    std::optional<Instant> reaches(Millis left) const;

    // Time that does not count for the seat with the running time, from the last folded event to
    // the deadline: oldest first, at most so many. Empty if no time runs.
    std::vector<OffSpan> off_spans(std::size_t most) const;

    // How much of the present turn has counted: what the others have waited.
    Millis waited(Instant now) const;

    // Its bytes on the heap; calendars that copies share count for each.
    std::size_t heap_bytes() const;

private:
    friend class ClockHistory;
    struct Fold;

    OffTime off_time(Seat seat, const Span* downtime = nullptr) const;
    void advance(Instant at, std::uint32_t seq, const Span* downtime = nullptr);
    void begin_turn(std::optional<Seat> seat, Instant at);
    void end_turn(Instant at, std::uint32_t seq);
    void reward(Seat seat, Instant at, std::uint32_t seq);
    void fill(Seat seat, Instant at, std::uint32_t seq);
    void swap_seats();
    void add(Seat seat, ClockTermKind kind, Instant at, Millis amount, std::uint32_t seq);
    void set_calendar(Seat seat, const Calendar& calendar);
    Millis& bank(Seat seat) { return banks_[static_cast<std::size_t>(seat)]; }
    Millis bank(Seat seat) const { return banks_[static_cast<std::size_t>(seat)]; }

    ClockSettings settings_;
    int seats_ = 0;
    std::array<Millis, seats_max> banks_{};                   // as of since_ for the seat that runs
    std::vector<std::shared_ptr<const Calendar>> calendars_;  // by seat; empty: none are used
    std::optional<Seat> running_;
    Instant since_;         // counted up to here
    Millis lag_left_{0};    // of this turn's allowance
    Millis waited_{0};      // counted of this turn, up to since_
    bool has_run_ = false;  // in this turn, at any time
    bool is_pause_agreed_ = false;
    SeatSet offered_;
    std::optional<Instant> deadline_;
    ClockHistory* history_ = nullptr;  // set while ExplainedClock looks on
};

// The same fold of a whole log, which notes what it does: it can be explained at any later instant.
class ExplainedClock {
public:
    // Requires: a log that Match takes.
    explicit ExplainedClock(std::span<const Event> log);

    // As of the last event.
    const Clock& clock() const { return clock_; }

    // explain_clock of the log at that instant. Cost: a copy of all terms, of which every turn has
    // some; the log itself is not gone through again.
    std::vector<ClockExplanation> at(Instant now) const;

    // Its bytes on the heap.
    std::size_t heap_bytes() const;

private:
    Clock clock_;
    std::shared_ptr<const ClockHistory> history_;  // null if the game has no clock
};

// How the time of each seat, in turn order, came about.
// For each seat the amounts sum up to `remaining`, which is Clock::remaining(seat, now).
// Requires: a log that Match takes. Empty if the game has no clock.
std::vector<ClockExplanation> explain_clock(std::span<const Event> log, Instant now);

}  // namespace tanbo::engine
