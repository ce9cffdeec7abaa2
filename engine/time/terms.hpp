#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/time/instant.hpp"

// Agreements of players before a game, beside the board.
namespace tanbo::engine {

enum class ClockKind : std::uint8_t { none, per_move, fischer, total };

// How a game is timed. Which durations count depends on the kind; the others are zero.
struct ClockSettings {
    ClockKind kind = ClockKind::none;
    std::chrono::seconds initial{0};  // per_move: for every move; fischer: at first; total: in all
    std::chrono::seconds increment{0};  // fischer: for every move made
    std::chrono::seconds maximum{0};    // fischer: no more than this is kept
    bool weekends_off = false;          // Saturdays and Sundays of the player's zone do not count,
    bool sleep_off = false;             // nor do the hours they sleep,
    bool vacations = false;             // nor their vacations

    bool operator==(const ClockSettings&) const = default;
};

inline constexpr std::chrono::seconds clock_min{1};
inline constexpr std::chrono::seconds clock_max{std::chrono::hours{24 * 90}};

// A game is live if both the initial time and the increment are less.
inline constexpr std::chrono::seconds live_below{3600};

// How much of every move of a live game is put down to the network, and not counted.
inline constexpr Millis lag_allowance{300};

// Whether no move is ever given an hour: no calendars then, and shorter waits.
bool is_live(const ClockSettings& clock);

// Whether there is time that does not count.
bool uses_calendars(const ClockSettings& clock);

// Which setting can't be, by its name on the wire, and why.
struct TermsFault {
    std::string field;  // "initial_s", "weekends_off", "swap" ...
    std::string what;   // "must be at least initial_s"
};

// Nothing if a game can be timed like this: durations from 1 s (an increment from 0) to 90
// days, a maximum no less than the initial time and the increment, none that the kind does not
// know; calendars only if a clock runs that is not live.
std::optional<TermsFault> clock_fault(const ClockSettings& clock);

// The fate of the seat of a player who leaves a game of three or more.
enum class LeaverPolicy : std::uint8_t { remove, substitute };

// The help that boards may give all players of a game, by the rules alone: for all roots, for one
// root, or none.
enum class Assistance : std::uint8_t { full, some, none };

// A table of an event that a game is played at, and what the event's terms allow there.
struct EventTable {
    std::int64_t tournament = 0;
    int round = 0;
    int table = 0;
    int number = 1;  // of the games at that table, from 1 on
    bool undo = false;
    bool pause = false;

    bool operator==(const EventTable&) const = default;
};

struct Terms {
    ClockSettings clock;
    bool rated = false;
    bool swap = false;  // after the first stone the second player may exchange seats, once
    LeaverPolicy leaver_policy = LeaverPolicy::remove;
    Assistance assistance = Assistance::full;
    std::optional<EventTable> event = {};  // nothing: a game that players have agreed on

    bool operator==(const Terms&) const = default;
};

// As clock_fault; and a swap needs exactly two seats, a substitute at least three.
std::optional<TermsFault> terms_fault(const Terms& terms, int seats);

// How long after its player has gone a seat is offered to others.
std::chrono::seconds offer_lasts(const ClockSettings& clock);

// How long a player has to be waited for before the others may vote them out.
std::chrono::seconds absence_after(const ClockSettings& clock);

// An agreed pause ends by itself after this.
inline constexpr std::chrono::seconds pause_max{std::chrono::hours{24 * 30}};

}  // namespace tanbo::engine
