#include "server/mail/mime/interpretations.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <vector>

#include "protocol/json/utf8.hpp"
#include "server/mail/mime/charset.hpp"
#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/written.hpp"

namespace tanbo::mail::mime {
namespace {

// The words that programs put before the first part.
constexpr std::array<std::string_view, 2> preambles{"This is a multi-part message in MIME format.",
                                                    "This is a multi-part message in MIME format"};

// Charsets that agree on ASCII.
constexpr std::array<std::string_view, 4> ascii_supersets{"us-ascii", "utf-8", "iso-8859-",
                                                          "windows-125"};

std::vector<std::string_view> lines_of(std::string_view bytes) {
    std::vector<std::string_view> lines;
    while (!bytes.empty()) {
        const std::size_t end = std::min(bytes.find('\n'), bytes.size());
        const std::string_view line = bytes.substr(0, end);
        lines.push_back(line.substr(0, line.find_last_not_of(" \t\r") + 1));
        bytes.remove_prefix(std::min(end + 1, bytes.size()));
    }
    return lines;
}

bool begins_tag(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z');
}

bool has_foreign_bytes(std::string_view bytes, std::string_view charset) {
    const bool has_controls = std::ranges::any_of(bytes, [](char byte) {
        const auto code = static_cast<unsigned char>(byte);
        return (code < ' ' && byte != '\t' && byte != '\r' && byte != '\n') || code == 0x7f;
    });
    if (has_controls) return true;
    const bool is_ascii = std::ranges::all_of(
        bytes, [](char byte) { return static_cast<unsigned char>(byte) < 0x80; });
    if (!is_ascii) return charset != "utf-8" || !protocol::is_utf8(bytes);
    return !charset.empty() &&
           std::ranges::none_of(ascii_supersets, [charset](std::string_view one) {
               return charset.starts_with(one);
           });
}

// A < that HTML would take for a tag: all but those around an address or a link, which hide nothing
// behind them.
bool has_markup(std::string_view bytes) {
    for (std::size_t at = bytes.find('<'); at != bytes.npos; at = bytes.find('<', at + 1)) {
        if (at + 1 == bytes.size()) return false;
        const char next = bytes[at + 1];
        if (next == '/' || next == '!' || next == '?') return true;
        if (!begins_tag(next)) continue;
        const std::size_t end = bytes.find_first_of("> \t\r\n", at);
        if (end == bytes.npos || bytes[end] != '>') return true;
        const std::string_view inside = bytes.substr(at + 1, end - at - 1);
        const std::size_t mark = inside.find_first_of("@:/");
        if (mark == inside.npos || inside[mark] == '/') return true;
    }
    return false;
}

// A line that begins with two dashes, and later the same with two more: a boundary.
bool has_parts(std::string_view bytes) {
    std::set<std::string_view> seen;
    for (const std::string_view line : lines_of(bytes)) {
        if (!line.starts_with("--") || line.size() == 2) continue;
        if (line.ends_with("--") && seen.contains(line.substr(0, line.size() - 2))) return true;
        seen.insert(line);
    }
    return false;
}

std::string unix_lines(std::string_view bytes) {
    std::string text(bytes);
    std::erase(text, '\r');
    return text;
}

bool is_same_plain(const Body& body, std::string_view bytes, std::string_view written) {
    if (has_foreign_bytes(bytes, body.form.charset) || has_markup(bytes) || has_parts(bytes)) {
        return false;
    }
    const std::string fixed = clean_text(unix_lines(bytes));
    return written_text(fixed) == written && written_text(unwrap_flowed(fixed, false)) == written &&
           written_text(unwrap_flowed(fixed, true)) == written;
}

std::string without_blanks(std::string_view text) {
    std::string rest(text);
    std::erase_if(rest, [](char byte) { return byte == ' ' || byte == '\t' || byte == '\n'; });
    return rest;
}

bool is_enclosed(std::string_view bytes, const std::string& boundary) {
    auto lines = lines_of(bytes);
    std::erase(lines, std::string_view());
    if (!lines.empty() && std::ranges::find(preambles, lines.front()) != preambles.end()) {
        lines.erase(lines.begin());
    }
    const std::string delimiter = "--" + boundary;
    return !boundary.empty() && lines.size() > 1 && lines.front() == delimiter &&
           lines.back() == delimiter + "--";
}

bool is_same_alternative(const Body& body, std::string_view bytes, std::string_view written) {
    if (!is_enclosed(bytes, body.form.boundary)) return false;
    return !body.page_text ||
           without_blanks(written_text(*body.page_text)) == without_blanks(written);
}

}  // namespace

bool is_same_untyped(const Body& body, std::string_view bytes, std::string_view written) {
    switch (body.form.kind) {
        case BodyForm::Kind::plain:
            return is_same_plain(body, bytes, written);
        case BodyForm::Kind::alternative:
            return is_same_alternative(body, bytes, written);
        case BodyForm::Kind::other:
            return false;
    }
    return false;
}

}  // namespace tanbo::mail::mime
