#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/error.hpp"

// Where a page of a list ends. Opaque to clients: base64url of the list's name and the numbers that
// order it ("r1:1700000040000:42").
namespace tanbo::game {

inline constexpr std::size_t cursor_chars_max = 128;

// The lists' names. No two are the same, so that no cursor is taken for another list's; those of
// games are "2:" and the order ("2:newest").
namespace lists {
inline constexpr std::string_view audit = "A";
inline constexpr std::string_view challenges = "c";
inline constexpr std::string_view encounters = "e1";
inline constexpr std::string_view messages = "C";
inline constexpr std::string_view notifications = "n";
inline constexpr std::string_view players = "p";
inline constexpr std::string_view ratings = "r1";
inline constexpr std::string_view reports = "R";
inline constexpr std::string_view standings = "s1";
inline constexpr std::string_view turns = "t";
inline constexpr std::string_view watches = "w";
}  // namespace lists

// The cursor of a page that ended with these numbers.
std::string format_cursor(std::string_view list, std::initializer_list<std::int64_t> numbers);

// The numbers, `count` of them; nothing where there is no cursor. Errors: bad_cursor, for whatever
// format_cursor does not write for this list.
protocol::Result<std::optional<std::vector<std::int64_t>>> parse_cursor(
    std::string_view list, std::size_t count, const std::optional<std::string>& cursor);

}  // namespace tanbo::game
