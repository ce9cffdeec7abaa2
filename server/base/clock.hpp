#pragma once

#include <functional>

#include "engine/time/instant.hpp"

namespace tanbo::base {

// Wall time, UTC, to the millisecond.
using engine::Instant;

// Asked for the time wherever time decides; tests pass their own. Thread: any.
using Clock = std::function<Instant()>;

// The machine's clock.
Clock system_clock();

}  // namespace tanbo::base
