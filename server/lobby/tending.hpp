#pragma once

#include <chrono>

#include "server/base/async.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/watchers.hpp"

namespace tanbo::lobby {

inline constexpr std::chrono::seconds tending_interval{10};

// Sweeps the lobby and counts the watchers for as long as the I/O thread that it is spawned on
// runs. What fails is logged and tried again.
base::Awaitable<void> tend(Lobby& lobby, Watchers& watchers);

}  // namespace tanbo::lobby
