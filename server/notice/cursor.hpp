#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "protocol/error.hpp"

// Where a page of a list ended, opaque to clients: base64url of the list's letter and its numbers.
namespace tanbo::notice {

// Which list a cursor belongs to: no two share a letter, so that none is taken for another's.
enum class CursorList : char {
    audit = 'A',
    challenges = 'c',
    messages = 'C',
    notifications = 'n',
    players = 'p',
    reports = 'R',
    turns = 't',
    watches = 'w'
};

// The cursor of a list whose page ended with these numbers.
std::string format_cursor(CursorList list, std::initializer_list<std::int64_t> numbers);

// The numbers of a cursor that this list has given; nothing where there is none. Errors:
// bad_cursor.
protocol::Result<std::optional<std::vector<std::int64_t>>> parse_cursor(
    CursorList list, std::size_t count, const std::optional<std::string>& cursor);

}  // namespace tanbo::notice
