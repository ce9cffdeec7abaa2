#include "protocol/json/epoch.hpp"

#include <charconv>

namespace tanbo::protocol {

std::string epoch_text(Epoch epoch) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text(epoch_chars, '0');
    auto rest = static_cast<std::uint32_t>(epoch);
    for (std::size_t at = epoch_chars; at-- > 0; rest >>= 4U) text[at] = digits[rest & 0xFU];
    return text;
}

std::optional<Epoch> parse_epoch(std::string_view text) {
    if (text.size() != epoch_chars) return std::nullopt;
    std::uint32_t number = 0;
    const char* const end = text.data() + text.size();
    const auto parsed = std::from_chars(text.data(), end, number, 16);
    const Epoch epoch{number};
    const bool is_one = parsed.ec == std::errc() && parsed.ptr == end && epoch_text(epoch) == text;
    return is_one ? std::optional(epoch) : std::nullopt;
}

}  // namespace tanbo::protocol
