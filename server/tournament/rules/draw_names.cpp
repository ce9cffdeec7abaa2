#include "server/tournament/rules/draw_names.hpp"

#include <cstdint>

namespace tanbo::tournament {

namespace {

constexpr std::string_view digits = "0123456789abcdef";

std::uint8_t digit(char character) {
    return static_cast<std::uint8_t>(digits.find(character));
}

}  // namespace

std::string to_hex(const pairing::Secret& secret) {
    std::string hex;
    for (const std::uint8_t byte : secret) {
        hex += digits[byte >> 4U];
        hex += digits[byte & 15U];
    }
    return hex;
}

pairing::Secret secret_of(std::string_view hex) {
    pairing::Secret secret{};
    for (std::size_t i = 0; i < secret.size() && 2 * i + 1 < hex.size(); ++i) {
        secret[i] = static_cast<std::uint8_t>(digit(hex[2 * i]) * 16 + digit(hex[2 * i + 1]));
    }
    return secret;
}

}  // namespace tanbo::tournament
