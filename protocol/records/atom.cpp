#include "protocol/records/atom.hpp"

#include "protocol/games/events.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/markup.hpp"
#include "protocol/json/utf8.hpp"

namespace tanbo::protocol {

namespace {

// The part of it that XML 1.0 can hold: other bytes than UTF-8 and control characters become
// U+FFFD.
std::string printable(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const std::size_t length = utf8_length(text);
        const auto first = static_cast<unsigned char>(text.front());
        const bool is_noncharacter =
            text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
        if (length == 0 || is_noncharacter || (length == 1 && first < 0x20)) {
            out += "\xEF\xBF\xBD";
        } else {
            out += text.substr(0, length);
        }
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return out;
}

void element(std::string& out, std::string_view name, std::string_view text) {
    out.append("<").append(name).append(">");
    out += escaped(printable(text));
    out.append("</").append(name).append(">\n");
}

void link(std::string& out, std::string_view relation, std::string_view type,
          std::string_view target) {
    out.append("<link rel=\"").append(relation).append("\" type=\"").append(type);
    out.append("\" href=\"");
    out += escaped(printable(target));
    out.append("\"/>\n");
}

void append_entry(std::string& out, const AtomEntry& entry) {
    out += "<entry>\n";
    element(out, "id", entry.id);
    element(out, "updated", format_instant(entry.updated));
    element(out, "title", entry.title);
    link(out, "alternate", "text/html", entry.link);
    out += "</entry>\n";
}

}  // namespace

std::string encode_atom(const AtomFeed& feed, std::span<const AtomEntry> entries) {
    std::string out = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n";
    out += "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"en\">\n";
    element(out, "id", feed.id);
    element(out, "updated", format_instant(feed.updated));
    element(out, "title", feed.title);
    out += "<author>";
    element(out, "name", feed.author);
    out += "</author>\n";
    link(out, "self", "application/atom+xml", feed.self);
    link(out, "alternate", "text/html", feed.link);
    for (const AtomEntry& entry : entries) append_entry(out, entry);
    out += "</feed>\n";
    return out;
}

}  // namespace tanbo::protocol
