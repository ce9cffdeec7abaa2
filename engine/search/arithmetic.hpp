#pragma once

#include <bit>
#include <cstdint>

// Numbers that are the same on every platform: the standard library's functions differ in their
// last bits, which is enough for another move.
namespace tanbo::search {

// xorshift64*. Source: Vigna, "An experimental exploration of Marsaglia's xorshift generators".
class Random {
public:
    explicit Random(std::uint64_t seed)
        : state_((seed ^ 0x6A09E667F3BCC909U) * 0x9E3779B97F4A7C15U) {
        if (state_ == 0) state_ = 1;
    }

    std::uint32_t next() {
        state_ ^= state_ >> 12U;
        state_ ^= state_ << 25U;
        state_ ^= state_ >> 27U;
        return static_cast<std::uint32_t>((state_ * 0x2545F4914F6CDD1DU) >> 32U);
    }

    // Evenly from 0 to bound - 1. Requires: bound > 0.
    std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>((std::uint64_t{next()} * bound) >> 32U);
    }

    // Evenly from 0 to below 1.
    float unit() { return static_cast<float>(next() >> 8U) * 0x1p-24F; }

private:
    std::uint64_t state_;
};

// 2 to the power of x; 0 far below, the greatest that it yields is 2^126. Relative error below
// 3e-7.
inline float exp2(float x) {
    if (!(x > -126.0F)) return 0.0F;
    if (x > 126.0F) x = 126.0F;
    const float shifted = x + 127.5F;  // positive: the cast rounds to the nearest
    const auto whole = static_cast<std::int32_t>(shifted);
    const float rest = x - static_cast<float>(whole - 127);
    float sum = 1.3398874e-3F;
    sum = sum * rest + 9.6181291e-3F;
    sum = sum * rest + 5.5503324e-2F;
    sum = sum * rest + 2.4022651e-1F;
    sum = sum * rest + 6.9314718e-1F;
    sum = sum * rest + 1.0F;
    return sum * std::bit_cast<float>(static_cast<std::uint32_t>(whole) << 23U);
}

// The natural exponential.
inline float exp(float x) {
    return exp2(x * 1.44269504F);
}

// The logarithm to base 2. Requires: x is positive and not subnormal. Error below 2e-6.
inline float log2(float x) {
    const auto bits = std::bit_cast<std::uint32_t>(x);
    auto whole = static_cast<float>(static_cast<std::int32_t>(bits >> 23U) - 127);
    float rest = std::bit_cast<float>((bits & 0x7FFFFFU) | 0x3F800000U);
    if (rest > 1.41421356F) {
        rest *= 0.5F;
        whole += 1.0F;
    }
    // The series of the inverse hyperbolic tangent, of an argument below 0.172.
    const float ratio = (rest - 1.0F) / (rest + 1.0F);
    const float square = ratio * ratio;
    const float sum =
        ratio *
        (2.88539008F + square * (0.961796694F + square * (0.577078016F + square * 0.412198583F)));
    return whole + sum;
}

}  // namespace tanbo::search
