#include "protocol/json/json_writer.hpp"

#include <algorithm>

#include "protocol/json/utf8.hpp"

namespace tanbo::protocol {

namespace {

bool is_plain(char character) {
    const auto byte = static_cast<unsigned char>(character);
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

std::string escape_of(char character) {
    static constexpr char hex[] = "0123456789abcdef";
    switch (character) {
        case '"':
            return "\\\"";
        case '\\':
            return "\\\\";
        case '\n':
            return "\\n";
        case '\r':
            return "\\r";
        case '\t':
            return "\\t";
        default:
            return {'\\',
                    'u',
                    '0',
                    '0',
                    hex[static_cast<unsigned char>(character) >> 4U],
                    hex[static_cast<unsigned char>(character) & 0xFU]};
    }
}

}  // namespace

JsonWriter& JsonWriter::text(std::string_view text) {
    if (std::ranges::all_of(text, is_plain)) return word(text);
    begin_value(text.size() + 2);
    put("\"");
    while (!text.empty()) {
        std::size_t plain = 0;
        while (plain < text.size() && is_plain(text[plain])) ++plain;
        put(text.substr(0, plain));
        text.remove_prefix(plain);
        if (text.empty()) break;

        const std::size_t length = utf8_length(text);
        if (length == 1) {
            put(escape_of(text.front()));
        } else if (length == 0) {
            put("\xEF\xBF\xBD");
        } else {
            put(text.substr(0, length));
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    put("\"");
    return *this;
}

}  // namespace tanbo::protocol
