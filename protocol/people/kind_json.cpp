#include "protocol/people/kind_json.hpp"

#include <algorithm>

namespace tanbo::protocol {

std::vector<NoticeKind> read_kinds(const JsonReader& in) {
    std::vector<NoticeKind> kinds;
    const std::size_t count = in.elements(0, static_cast<std::size_t>(notice_kinds));
    for (std::size_t i = 0; i < count && in.is_sound(); ++i) {
        const NoticeKind kind = in.element(i).word(parse_notice_kind, "a kind of notification");
        if (in.is_sound() && std::ranges::find(kinds, kind) != kinds.end()) {
            in.element(i).refuse("names a kind a second time");
        }
        kinds.push_back(kind);
    }
    return kinds;
}

void write_kinds(JsonWriter& out, std::string_view words) {
    out.begin_array();
    while (!words.empty()) {
        const std::size_t comma = words.find(',');
        out.word(words.substr(0, comma));
        words = comma == std::string_view::npos ? std::string_view() : words.substr(comma + 1);
    }
    out.end_array();
}

}  // namespace tanbo::protocol
