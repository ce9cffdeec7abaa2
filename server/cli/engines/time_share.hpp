#pragma once

#include <algorithm>
#include <chrono>

namespace tanbo::cli {

// The time to think about a move when so much time is left and each move brings so much: a fiftieth
// of what is left and most of what is added, but never more than half of what is left.
constexpr std::chrono::milliseconds share_of(std::chrono::milliseconds left,
                                             std::chrono::milliseconds increment = {}) {
    const std::chrono::milliseconds wanted = left / 50 + increment * 4 / 5;
    return std::max(std::chrono::milliseconds{1}, std::min(wanted, left / 2));
}

}  // namespace tanbo::cli
