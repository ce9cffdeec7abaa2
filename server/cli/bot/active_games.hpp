#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>

#include "protocol/json/ids.hpp"

namespace tanbo::cli {

// Which of an account's games are in hand, each with its board: they are read or thought about. The
// others wait until there is room, the one with the earliest deadline first.
class ActiveGames {
public:
    using Time = std::chrono::steady_clock::time_point;

    // For the boards of all that are in hand.
    explicit ActiveGames(std::size_t bytes_max) : bytes_max_(bytes_max) {}

    bool has(protocol::GameId id) const { return active_.contains(id); }

    // It waits from now on, for so many bytes; 0: unknown, so an eighth of all is kept for it. One
    // that waits already, or is in hand, stays as it is.
    void ask(protocol::GameId id, Time deadline, std::size_t bytes);

    // Takes the next into hand, if there is room for it. However large its board is, there is if no
    // other is in hand.
    std::optional<protocol::GameId> take();

    // So many bytes it has, as it is in hand.
    void resize(protocol::GameId id, std::size_t bytes);

    // It is neither in hand nor waiting any more.
    void release(protocol::GameId id);

private:
    struct Waiting {
        Time deadline;
        std::size_t bytes = 0;
    };

    std::size_t bytes_max_;
    std::size_t bytes_ = 0;  // of all that are in hand
    std::map<protocol::GameId, std::size_t> active_;
    std::map<protocol::GameId, Waiting> waiting_;
};

}  // namespace tanbo::cli
