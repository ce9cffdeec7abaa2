#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tanbo::cli {

inline constexpr std::uint64_t limit_max = 1'000'000'000'000;

// A limit as programs write it, whether or not it makes sense, since they wait for a move: below 0
// it is 0, a fraction is cut off, and what is too much is limit_max. Nothing if the word is no
// number.
std::optional<std::uint64_t> read_limit(std::string_view word);

// The whole word as a number without a sign; nothing if it is none, or over number_max.
std::optional<std::uint64_t> read_number(std::string_view word, std::uint64_t number_max);

}  // namespace tanbo::cli
