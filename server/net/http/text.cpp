#include "server/net/http/text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "protocol/json/words.hpp"

namespace tanbo::net {
namespace {

constexpr std::array<bool, 256> token_characters() {
    std::array<bool, 256> table{};
    for (const char c : std::string_view("!#$%&'*+-.^_`|~0123456789"
                                         "abcdefghijklmnopqrstuvwxyz"
                                         "ABCDEFGHIJKLMNOPQRSTUVWXYZ")) {
        table[static_cast<std::uint8_t>(c)] = true;
    }
    return table;
}

constexpr std::array<bool, 256> is_token_character = token_characters();

}  // namespace

bool detail::equal_characters(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(),
                      [](char x, char y) { return protocol::lower(x) == protocol::lower(y); });
}

bool is_token(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return is_token_character[static_cast<std::uint8_t>(c)];
    });
}

bool is_field_value(std::string_view text) {
    bool is_sound = true;
    for (const char c : text) {  // to the end: the compiler takes many at a time
        const bool is_control = static_cast<std::uint8_t>(c) < 0x20 || c == 0x7F;
        is_sound &= !is_control || c == '\t';
    }
    return is_sound;
}

void split_list(std::string_view text, std::vector<std::string_view>& out) {
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view element = protocol::trimmed(text.substr(0, comma));
        if (!element.empty()) out.push_back(element);
        if (comma == std::string_view::npos) return;
        text.remove_prefix(comma + 1);
    }
}

}  // namespace tanbo::net
