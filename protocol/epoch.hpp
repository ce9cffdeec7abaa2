#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tanbo::protocol {

// The time between two moments at which an older state of the database was put in service: numbers
// of rows and of events are given again in the next one. So what carries such a number out of the
// server says of which epoch it is. Drawn at random.
enum class Epoch : std::uint32_t {};

// The epoch of databases that are older than epochs. Names that it gives out do not say so.
inline constexpr Epoch first_epoch{};

inline constexpr std::size_t epoch_chars = 8;

// "0a1b2c3d".
std::string epoch_text(Epoch epoch);
// Nothing for what epoch_text does not write.
std::optional<Epoch> parse_epoch(std::string_view text);

}  // namespace tanbo::protocol
