#pragma once

#include <chrono>
#include <optional>

#include "engine/instant.hpp"
#include "server/storage/ids.hpp"

namespace tanbo::storage {

// The instant as rows hold it; nothing for nothing.
constexpr Instant to_row(engine::Instant at) {
    return at.time_since_epoch().count();
}
constexpr std::optional<Instant> to_row(const std::optional<engine::Instant>& at) {
    return at ? std::optional(to_row(*at)) : std::nullopt;
}

// The inverse.
constexpr engine::Instant from_row(Instant at) {
    return engine::Instant(std::chrono::milliseconds(at));
}
constexpr std::optional<engine::Instant> from_row(const std::optional<Instant>& at) {
    return at ? std::optional(from_row(*at)) : std::nullopt;
}

}  // namespace tanbo::storage
