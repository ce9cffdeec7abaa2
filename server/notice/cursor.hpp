#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "protocol/error.hpp"

// Where a page of a list ended, opaque to clients: base64url of the list's letter and its numbers.
namespace tanbo::notice {

// The cursor of a list whose page ended with these numbers.
std::string format_cursor(char list, std::initializer_list<std::int64_t> numbers);

// The numbers of a cursor that this list has given; nothing where there is none. Errors:
// bad_cursor.
protocol::Result<std::optional<std::vector<std::int64_t>>> parse_cursor(
    char list, std::size_t count, const std::optional<std::string>& cursor);

}  // namespace tanbo::notice
