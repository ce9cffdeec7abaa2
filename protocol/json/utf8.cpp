#include "protocol/json/utf8.hpp"

#include <algorithm>
#include <cstdint>

namespace tanbo::protocol {
namespace {

struct Lead {
    std::size_t length;
    std::uint8_t second_min;
    std::uint8_t second_max;
};

// The length and mask that a first byte announces; a length of 0 if no character begins with it.
Lead lead(std::uint8_t byte) {
    if (byte < 0x80) return {1, 0, 0};
    if (byte < 0xC2) return {0, 0, 0};
    if (byte < 0xE0) return {2, 0x80, 0xBF};
    if (byte == 0xE0) return {3, 0xA0, 0xBF};
    if (byte == 0xED) return {3, 0x80, 0x9F};
    if (byte < 0xF0) return {3, 0x80, 0xBF};
    if (byte == 0xF0) return {4, 0x90, 0xBF};
    if (byte < 0xF4) return {4, 0x80, 0xBF};
    if (byte == 0xF4) return {4, 0x80, 0x8F};
    return {0, 0, 0};
}

std::uint8_t byte_at(std::string_view text, std::size_t i) {
    return static_cast<std::uint8_t>(text[i]);
}

}  // namespace

std::size_t utf8_length(std::string_view text) {
    if (text.empty()) return 0;
    const Lead first = lead(byte_at(text, 0));
    if (first.length < 2) return first.length;
    if (text.size() < first.length) return 0;
    if (byte_at(text, 1) < first.second_min || byte_at(text, 1) > first.second_max) return 0;
    for (std::size_t i = 2; i < first.length; ++i) {
        if (!is_utf8_tail(text[i])) return 0;
    }
    return first.length;
}

char32_t utf8_point(std::string_view text) {
    if (text.size() == 1) return byte_at(text, 0);
    char32_t point = byte_at(text, 0) & (0xFFU >> (text.size() + 1));
    for (const char byte : text.substr(1)) {
        point = point << 6U | (static_cast<std::uint8_t>(byte) & 0x3FU);
    }
    return point;
}

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::size_t characters_of(std::string_view text) {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char byte) { return !is_utf8_tail(byte); }));
}

std::string_view utf8_prefix(std::string_view text, std::size_t bytes_max) {
    if (text.size() <= bytes_max) return text;
    std::size_t end = bytes_max;
    while (end > 0 && is_utf8_tail(text[end])) --end;
    return text.substr(0, end);
}

}  // namespace tanbo::protocol
