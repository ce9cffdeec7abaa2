#pragma once

#include <chrono>
#include <cstdint>

namespace tanbo::engine {

using Millis = std::chrono::milliseconds;
using Instant = std::chrono::sys_time<Millis>;

// An instant as a number, for texts and files that carry it: milliseconds since
// 1970-01-01T00:00:00Z.
constexpr std::int64_t number_of(Instant at) {
    return at.time_since_epoch().count();
}
constexpr Instant instant_of(std::int64_t number) {
    return Instant(Millis(number));
}

// From its first instant up to its last, which is not part of it.
struct Span {
    Instant from;
    Instant until;

    Millis length() const { return until > from ? until - from : Millis{0}; }
    bool contains(Instant at) const { return from <= at && at < until; }
    bool operator==(const Span&) const = default;
};

}  // namespace tanbo::engine
