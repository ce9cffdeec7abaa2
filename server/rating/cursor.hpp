#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/error.hpp"

// Where the pages of this folder's lists end. Opaque to clients: base64url of the list's name and
// the numbers that order it.
namespace tanbo::rating {

inline constexpr std::size_t cursor_chars_max = 128;

// The cursor of a page that ends there; `list` names the list.
std::string format_cursor(std::string_view list, std::span<const std::int64_t> numbers);

// The numbers, `count` of them; nothing where there is no cursor. Errors: bad_cursor, for whatever
// format_cursor does not write for this list.
protocol::Result<std::optional<std::vector<std::int64_t>>> parse_cursor(
    const std::optional<std::string>& cursor, std::string_view list, std::size_t count);

}  // namespace tanbo::rating
