#pragma once

#include <cstdint>
#include <span>

namespace tanbo::tests {

// The same numbers on every machine (xorshift64*), unlike the standard library's distributions.
class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed * 0x9E3779B97F4A7C15U + 1) {}

    // Evenly from 0 to bound - 1. Requires: bound > 0.
    std::uint32_t below(std::uint32_t bound) {
        state_ ^= state_ >> 12U;
        state_ ^= state_ << 25U;
        state_ ^= state_ >> 27U;
        const std::uint64_t drawn = (state_ * 0x2545F4914F6CDD1DU) >> 32U;
        return static_cast<std::uint32_t>((drawn * bound) >> 32U);
    }

    // Requires: !choices.empty().
    template <typename T>
    const T& pick(std::span<const T> choices) {
        return choices[below(static_cast<std::uint32_t>(choices.size()))];
    }

private:
    std::uint64_t state_;
};

}  // namespace tanbo::tests
