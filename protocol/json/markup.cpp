#include "protocol/json/markup.hpp"

namespace tanbo::protocol {

std::string escaped(std::string_view text) {
    std::string markup;
    for (const char c : text) {
        switch (c) {
            case '&':
                markup += "&amp;";
                break;
            case '<':
                markup += "&lt;";
                break;
            case '>':
                markup += "&gt;";
                break;
            case '"':
                markup += "&quot;";
                break;
            default:
                markup += c;
        }
    }
    return markup;
}

std::string backslashed(std::string_view text, std::string_view marks, std::string_view feed) {
    std::string out;
    out.reserve(text.size());
    for (const char c : text) {
        if (marks.contains(c)) out += '\\';
        if (c == '\n') {
            out += feed;
        } else {
            out += c;
        }
    }
    return out;
}

}  // namespace tanbo::protocol
