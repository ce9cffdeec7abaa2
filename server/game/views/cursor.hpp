#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/time/instant.hpp"
#include "protocol/json/error.hpp"

// The end of a page of a list. Opaque to clients: base64url of the list's name and the numbers that
// order it ("r1:1700000040000:42").
namespace tanbo::game {

inline constexpr std::size_t cursor_chars_max = 128;

// The lists' names. No two are the same: no cursor is taken for another list's. Those of games are
// "2:" and the order ("2:newest").
namespace lists {
inline constexpr std::string_view audit = "A";
inline constexpr std::string_view challenges = "c";
inline constexpr std::string_view club_members = "lm";
inline constexpr std::string_view clubs = "l";
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

// A value that orders a list: a number, an instant, or an id or another enumerator.
class CursorNumber {
public:
    constexpr CursorNumber(std::int64_t number) : number_(number) {}
    constexpr CursorNumber(engine::Instant at) : number_(engine::number_of(at)) {}
    template <typename Id>
        requires std::is_enum_v<Id>
    constexpr CursorNumber(Id id) : number_(static_cast<std::int64_t>(id)) {}

    bool operator==(const CursorNumber&) const = default;

    constexpr std::int64_t number() const { return number_; }
    constexpr engine::Instant instant() const { return engine::instant_of(number_); }
    template <typename Id>
        requires std::is_enum_v<Id>
    constexpr Id id() const {
        return static_cast<Id>(number_);
    }

private:
    std::int64_t number_;
};
using CursorNumbers = std::vector<CursorNumber>;

// The cursor of a page that ended with these numbers.
std::string format_cursor(std::string_view list, std::initializer_list<CursorNumber> numbers);

// The numbers, `count` of them; nothing if there is no cursor. Errors: bad_cursor, for whatever
// format_cursor does not write for this list.
protocol::Result<std::optional<CursorNumbers>> parse_cursor(
    std::string_view list, std::size_t count, const std::optional<std::string>& cursor);

}  // namespace tanbo::game
