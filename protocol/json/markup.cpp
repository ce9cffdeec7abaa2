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

}  // namespace tanbo::protocol
