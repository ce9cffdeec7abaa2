#pragma once

#include <array>
#include <cstdint>

#include "engine/instant.hpp"

namespace tanbo::storage {

// Ids are chosen by the database, never used again and not dense.
enum class GameId : std::int64_t {};
enum class AccountId : std::int64_t {};

// Rows hold milliseconds since 1970-01-01T00:00:00Z: Query binds and yields instants.
using engine::Instant;

// A SHA-256 digest.
using Digest = std::array<std::uint8_t, 32>;

// A seat in turn order from 0: 0 is black.
using SeatNumber = std::uint8_t;

}  // namespace tanbo::storage
