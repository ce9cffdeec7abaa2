#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tanbo::protocol {

// An epoch ends when an older state of the database is put in service. The next epoch uses the same
// numbers of rows and events again, so everything that carries such a number out of the server also
// names its epoch. Drawn at random.
enum class Epoch : std::uint32_t {};

// The epoch of databases that are older than epochs. Names from it don't contain an epoch.
inline constexpr Epoch first_epoch{};

inline constexpr std::size_t epoch_chars = 8;

// "0a1b2c3d".
std::string epoch_text(Epoch epoch);
// Nothing for what epoch_text does not write.
std::optional<Epoch> parse_epoch(std::string_view text);

}  // namespace tanbo::protocol
