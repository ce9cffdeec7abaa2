#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/opening.hpp"

namespace tanbo::engine {

using Instant = std::chrono::sys_time<std::chrono::milliseconds>;

// Who sits in a seat: the account decides, the handle is for people.
struct Player {
    std::int64_t account = 0;
    std::string handle;

    bool operator==(const Player&) const = default;
};

enum class Visibility : std::uint8_t { everyone, players };
enum class LeaveReason : std::uint8_t { resigned, time, removed, withdrawn };
enum class EndReason : std::uint8_t { last_standing, last_remaining, withdrawn };

// A seat as the creator offers it: his own, reserved for a named player who has to accept, or (no
// player) open.
struct SeatOffer {
    std::optional<Player> player;
    bool is_taken = false;  // the creator's own seat is taken from the start

    bool operator==(const SeatOffer&) const = default;
};

// One root that was lifted.
struct RemovedStones {
    Seat seat;
    Point root;                 // its seed
    std::vector<Point> points;  // in board order
    bool current;

    bool operator==(const RemovedStones&) const = default;
};

// What every turn and every leaving leaves behind.
struct Aftermath {
    std::vector<RemovedStones> removed;
    std::vector<Seat> eliminated;  // in turn order
    std::optional<Seat> to_move;   // nothing once the game is over
    std::optional<Seat> winner;
    std::vector<int> roots;  // standing roots by seat, in turn order

    bool operator==(const Aftermath&) const = default;
};

// The first event of every game. `setup` is empty for a custom board.
struct GameOpened {
    std::string setup;
    std::shared_ptr<const Opening> opening;
    std::vector<SeatOffer> seats;  // one per seat, in turn order
    Visibility visibility = Visibility::everyone;
    Player creator;
};

struct PlayerJoined {
    Seat seat;
    Player player;
};

// Play begins. Seats that nobody took are lifted as if they had left; `after` tells what that did.
struct GameStarted {
    std::vector<Seat> absent;
    Aftermath after;
};

struct StonePlaced {
    std::uint32_t
        ply;  // stones placed before this one, as the mover stated it; the stone makes it ply + 1
    Seat seat;
    Point point;
    Aftermath after;
};

// Before the start a leaving frees the seat and removes nothing.
struct PlayerLeft {
    Seat seat;
    LeaveReason reason;
    Aftermath after;
};

// The last event of every game.
struct GameEnded {
    EndReason reason;
    std::optional<Seat> winner;
    std::vector<int> places;  // by seat in turn order; 0 where a seat has none
};

using EventData =
    std::variant<GameOpened, PlayerJoined, GameStarted, StonePlaced, PlayerLeft, GameEnded>;

// One entry of a game's log. `seq` runs gapless from 1.
struct Event {
    std::uint32_t seq = 0;
    Instant at;
    EventData data;
};

}  // namespace tanbo::engine
