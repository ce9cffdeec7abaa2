#pragma once

#include <cstdint>
#include <string>

#include "server/base/threads/async.hpp"

namespace tanbo::bench {

struct Guests {
    std::string setup;
    int games = 0;  // at a time, each of a guest and a house bot
    double seconds = 0;
};

// Guests who play house bots of all levels and answer within 0.5 to 1.5 seconds; a game that ends
// is followed by the next. Returns how many moves the guests have made.
base::Awaitable<std::uint64_t> play_bots(base::Executor executor, std::uint16_t port,
                                         Guests guests);

}  // namespace tanbo::bench
