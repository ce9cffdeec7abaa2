#include "protocol/handles.hpp"

#include <algorithm>
#include <array>

namespace tanbo::protocol {

namespace {

// What the server and its people are called, or what stands in the place of a handle.
constexpr std::array<std::string_view, 11> reserved_words{
    "me",     "open",    "admin",      "administrator", "moderator", "root",
    "system", "support", "postmaster", "abuse",         "tanbo"};
constexpr std::array<std::string_view, 2> reserved_beginnings{"guest-", "deleted-"};

bool is_letter(char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

char lower(char character) {
    return character >= 'A' && character <= 'Z' ? static_cast<char>(character - 'A' + 'a')
                                                : character;
}

// The migration that keeps handles for ever does the same in SQL.
char likeness(char character) {
    switch (lower(character)) {
        case '1':
        case 'i':
            return 'l';
        case '0':
            return 'o';
        default:
            return lower(character);
    }
}

}  // namespace

bool is_handle_character(char character) {
    return is_letter(character) || (character >= '0' && character <= '9') || character == '-' ||
           character == '_';
}

bool is_same_handle(std::string_view one, std::string_view other) {
    return std::ranges::equal(one, other, {}, lower, lower);
}

bool is_handle(std::string_view handle) {
    return handle.size() >= handle_chars_min && handle.size() <= handle_chars_max &&
           is_letter(handle.front()) && std::ranges::all_of(handle, is_handle_character);
}

std::string handle_likeness(std::string_view handle) {
    std::string folded(handle);
    std::ranges::transform(folded, folded.begin(), likeness);
    return folded;
}

bool is_valid_handle(std::string_view handle) {
    const std::string mine = handle_likeness(handle);
    return is_handle(handle) &&
           std::ranges::none_of(
               reserved_words,
               [&mine](std::string_view word) { return mine == handle_likeness(word); }) &&
           std::ranges::none_of(reserved_beginnings, [&mine](std::string_view beginning) {
               return mine.starts_with(handle_likeness(beginning));
           });
}

}  // namespace tanbo::protocol
