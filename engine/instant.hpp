#pragma once

#include <chrono>

namespace tanbo::engine {

using Millis = std::chrono::milliseconds;
using Instant = std::chrono::sys_time<Millis>;

// From its first instant up to its last, which is not part of it.
struct Span {
    Instant from;
    Instant until;

    Millis length() const { return until > from ? until - from : Millis{0}; }
    bool contains(Instant at) const { return from <= at && at < until; }
    bool operator==(const Span&) const = default;
};

}  // namespace tanbo::engine
