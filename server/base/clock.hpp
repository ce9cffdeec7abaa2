#pragma once

#include <chrono>
#include <functional>

namespace tanbo::base {

// Wall time, UTC, to the millisecond.
using Instant = std::chrono::sys_time<std::chrono::milliseconds>;

// Asked for the time wherever time decides; tests pass their own. Thread: any.
using Clock = std::function<Instant()>;

// The machine's clock.
Clock system_clock();

}  // namespace tanbo::base
