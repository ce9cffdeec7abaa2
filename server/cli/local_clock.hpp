#pragma once

#include <chrono>

#include "engine/time/instant.hpp"

namespace tanbo::cli {

// The time of this machine, which may differ from the server's.
inline engine::Instant local_now() {
    return std::chrono::floor<engine::Millis>(std::chrono::system_clock::now());
}

}  // namespace tanbo::cli
