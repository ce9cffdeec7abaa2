#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// The words that people type, taken apart, and some that they are told.
namespace tanbo::protocol {

// Characters of ASCII.
constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
constexpr bool is_alphanumeric(char c) {
    return is_letter(c) || is_digit(c);
}
constexpr char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

// Without blanks at both ends. Blanks are spaces and tabs, if not told otherwise.
std::string_view trimmed(std::string_view text, std::string_view blanks = " \t");
// Without the stops that end a sentence, and blanks, at its end: ". ! , ;".
std::string_view without_stops(std::string_view text);
std::string lower(std::string_view text);  // of ASCII
std::vector<std::string_view> words_of(std::string_view line);

// The words that may stand somewhere, for an error: "\"each\", \"daily\" or \"off\"".
std::string choice_of(std::span<const std::string_view> words);

// "1 stone", "2 stones"
template <std::integral Number>
std::string counted(Number count, std::string_view thing) {
    std::string text = std::to_string(count) + " " + std::string(thing);
    return count == 1 ? text : text + "s";
}

// The whole text as a number without a sign; nothing if it is none or has over 18 digits.
std::optional<std::int64_t> whole_number(std::string_view text);

// A text that can be a point's name on some board: "K10", "333", "13", "2-1-4-3".
enum class PointForm : std::uint8_t { none, letters, digits, number, numbers };
PointForm point_form(std::string_view word);

}  // namespace tanbo::protocol
