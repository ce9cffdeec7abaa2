#pragma once

#include <chrono>
#include <functional>

#include "server/base/threads/async.hpp"
#include "server/lobby/lobby.hpp"
#include "server/lobby/watchers.hpp"

namespace tanbo::lobby {

inline constexpr std::chrono::seconds background_interval{10};

// Expires challenges, while is_ours says so, and stores who watches for as long as the I/O thread
// that it is spawned on runs. What fails is logged and tried again.
base::Awaitable<void> run_in_background(Lobby& lobby, Watchers& watchers,
                                        std::function<bool()> is_ours);

}  // namespace tanbo::lobby
