#include "server/mail/mime/headers.hpp"

#include <algorithm>
#include <array>

#include "protocol/json/words.hpp"

namespace tanbo::mail::mime {

namespace {

constexpr std::size_t id_bytes_max = 998;  // of a line; RFC 5322, 2.1.1
constexpr int comment_nesting_max = 5;

// The line that text begins with and what follows it; the line without its end.
struct Line {
    std::string_view text;
    std::size_t bytes = 0;
};

Line first_line(std::string_view text) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {text, text.size()};
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return {line, end + 1};
}

bool is_blank(char byte) {
    return byte == ' ' || byte == '\t';
}

// The name of the field that the line begins, or an empty text. Blanks before the colon are
// obsolete, and read. Source: RFC 5322, 4.5.
std::string_view field_name(std::string_view line) {
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) return {};
    std::string_view name = line.substr(0, colon);
    while (!name.empty() && is_blank(name.back())) name.remove_suffix(1);
    const bool is_name = std::all_of(name.begin(), name.end(),
                                     [](char byte) { return byte > ' ' && byte < '\x7F'; });
    return is_name ? name : std::string_view();
}

// Whether GMime reads addresses in a field of that name.
bool has_addresses(std::string_view name) {
    constexpr std::array<std::string_view, 6> names{"from", "sender", "reply-to",
                                                    "to",   "cc",     "bcc"};
    return name.size() <= 8 &&
           std::find(names.begin(), names.end(), protocol::lower(name)) != names.end();
}

// Requires: the value begins with "(".
bool skip_comment(std::string_view& value) {
    int depth = 0;
    for (std::size_t at = 0; at < value.size(); ++at) {
        const char byte = value[at];
        if (byte == '\\') {
            ++at;
        } else if (byte == '(' && ++depth > comment_nesting_max) {
            break;
        } else if (byte == ')' && --depth == 0) {
            value.remove_prefix(at + 1);
            return true;
        }
    }
    return false;
}

// Calls visit(line) for each line of the block and returns how long the block is.
template <class Visit>
std::size_t each_line(std::string_view text, Visit visit) {
    std::size_t at = 0;
    while (at < text.size()) {
        const Line line = first_line(text.substr(at));
        if (!(at == 0 && line.text.starts_with("From "))) {
            if (line.text.empty()) return at + line.bytes;
            visit(line.text);
        }
        at += line.bytes;
    }
    return at;
}

}  // namespace

std::string_view HeaderBlock::first(std::string_view name) const {
    for (const HeaderField& field : fields) {
        if (field.name == name) return field.value;
    }
    return {};
}

std::size_t HeaderBlock::count(std::string_view name) const {
    return static_cast<std::size_t>(
        std::count_if(fields.begin(), fields.end(),
                      [&](const HeaderField& field) { return field.name == name; }));
}

HeaderBlock read_headers(std::string_view text) {
    HeaderBlock block;
    bool is_in_field = false;
    bool is_plain = true;
    block.bytes = each_line(text, [&](std::string_view line) {
        if (is_blank(line.front())) {
            if (is_in_field) block.fields.back().value += line;
            return;
        }
        const std::string_view name = field_name(line);
        is_in_field = !name.empty();
        is_plain = is_plain && is_in_field;
        if (!is_in_field) return;
        const std::size_t colon = line.find(':');
        block.fields.push_back({protocol::lower(name), std::string(line.substr(colon + 1)),
                                is_plain && name.size() == colon});
    });
    for (HeaderField& field : block.fields) field.value = std::string(trimmed(field.value));
    return block;
}

HeaderSize header_size(std::string_view text) {
    HeaderSize size;
    size.bytes = each_line(text, [&](std::string_view line) {
        if (!is_blank(line.front()) && !field_name(line).empty()) ++size.fields;
    });
    return size;
}

bool can_nest_groups(std::string_view message, std::size_t groups_max) {
    std::size_t colons = 0;
    bool is_of_addresses = false;
    while (!message.empty()) {
        const Line line = first_line(message);
        message.remove_prefix(line.bytes);
        if (line.text.empty() || !is_blank(line.text.front())) {
            is_of_addresses = has_addresses(field_name(line.text));
            colons = 0;
        }
        if (!is_of_addresses) continue;
        colons += static_cast<std::size_t>(std::count(line.text.begin(), line.text.end(), ':'));
        if (colons > groups_max) return true;
    }
    return false;
}

std::vector<std::string> message_ids(std::string_view value, std::size_t ids_max) {
    std::vector<std::string> ids;
    std::size_t open = value.find('<');
    while (open != std::string_view::npos) {
        const std::size_t close = value.find_first_of("<>", open + 1);
        if (close == std::string_view::npos) break;
        const std::string_view id = value.substr(open + 1, close - open - 1);
        const bool is_id = value[close] == '>' && !id.empty() && id.size() <= id_bytes_max &&
                           std::all_of(id.begin(), id.end(),
                                       [](char byte) { return byte > ' ' && byte < '\x7F'; });
        if (is_id) ids.emplace_back(id);
        open = value[close] == '<' ? close : value.find('<', close);
    }
    if (ids.size() > ids_max) {
        ids.erase(ids.begin(), ids.end() - static_cast<std::ptrdiff_t>(ids_max));
    }
    return ids;
}

bool skip_comments(std::string_view& value) {
    while (!value.empty()) {
        if (is_blank(value.front())) {
            value.remove_prefix(1);
        } else if (value.front() != '(') {
            return true;
        } else if (!skip_comment(value)) {
            return false;
        }
    }
    return true;
}

bool has_controls(std::string_view value) {
    return std::any_of(value.begin(), value.end(), [](char byte) {
        return (byte >= '\0' && byte < ' ' && byte != '\t') || byte == '\x7F';
    });
}

}  // namespace tanbo::mail::mime
