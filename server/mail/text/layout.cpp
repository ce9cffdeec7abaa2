#include "server/mail/text/layout.hpp"

#include <algorithm>

#include "protocol/json/utf8.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::mail::text {

namespace {

// Latin letters with marks, in the order of their code points, from U+00C0 and from U+0100.
constexpr std::string_view latin_1[] = {
    "A", "A", "A", "A", "Ae", "A", "AE", "C", "E", "E", "E", "E", "I",  "I", "I",  "I",
    "D", "N", "O", "O", "O",  "O", "Oe", "x", "O", "U", "U", "U", "Ue", "Y", "Th", "ss",
    "a", "a", "a", "a", "ae", "a", "ae", "c", "e", "e", "e", "e", "i",  "i", "i",  "i",
    "d", "n", "o", "o", "o",  "o", "oe", "/", "o", "u", "u", "u", "ue", "y", "th", "y"};
constexpr std::string_view latin_a =
    "AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlLlLlNnNnNnnNnOoOoOoOoRrRrRrSsSs"
    "SsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";
constexpr char32_t latin_1_first = 0xC0;
constexpr char32_t latin_a_first = 0x100;

std::string_view letter_of(char32_t point) {
    if (point >= latin_1_first && point < latin_1_first + std::size(latin_1)) {
        return latin_1[point - latin_1_first];
    }
    if (point >= latin_a_first && point < latin_a_first + latin_a.size()) {
        return latin_a.substr(point - latin_a_first, 1);
    }
    switch (point) {
        case 0x2018:
        case 0x2019:
        case 0x201A:
            return "'";
        case 0x201C:
        case 0x201D:
        case 0x201E:
            return "\"";
        case 0x2010:
        case 0x2011:
        case 0x2013:
        case 0x2014:
            return "-";
        case 0x2026:
            return "...";
        case 0xA0:
            return " ";
        default:
            return "?";
    }
}

// Takes one character; what is no UTF-8 is taken byte by byte.
char32_t next_character(std::string_view& text) {
    constexpr char32_t broken = 0xFFFD;
    const std::size_t length = protocol::utf8_length(text);
    const char32_t point = length == 0 ? broken : protocol::utf8_point(text.substr(0, length));
    text.remove_prefix(length == 0 ? 1 : length);
    return point;
}

bool ends_a_line(char32_t point) {
    return point < 0x20 || (point >= 0x7F && point < 0xA0) || point == 0x2028 || point == 0x2029;
}

// Marks that turn around what follows them.
bool is_direction(char32_t point) {
    return point == 0x61C || point == 0x200E || point == 0x200F ||
           (point >= 0x202A && point <= 0x202E) || (point >= 0x2066 && point <= 0x2069);
}

// Broken at blanks, with `first` before the first line and `other` before each of the others.
std::string broken(std::string_view text, std::string_view first, std::string_view other) {
    std::string lines;
    std::string line(first);
    bool is_fresh = true;
    for (const std::string_view word : protocol::words_of(text)) {
        const std::size_t columns =
            protocol::characters_of(line) + 1 + protocol::characters_of(word);
        if (!is_fresh && columns > mail_columns_max) {
            lines += line + '\n';
            line = other;
            is_fresh = true;
        }
        if (!is_fresh) line += ' ';
        line += word;
        is_fresh = false;
    }
    return is_fresh ? lines : lines + line + '\n';
}

std::string cell_of(const std::string& cell, std::size_t width, bool is_right) {
    const std::string fill(width - std::min(width, cell.size()), ' ');
    return is_right ? fill + cell.substr(0, width) : cell.substr(0, width) + fill;
}

}  // namespace

std::string ascii(std::string_view text) {
    std::string plain;
    while (!text.empty()) {
        const char32_t point = next_character(text);
        if (point < 0x20 || point == 0x7F) {
            plain += ' ';
        } else if (point < 0x80) {
            plain += static_cast<char>(point);
        } else {
            plain += letter_of(point);
        }
    }
    return plain;
}

std::string one_line(std::string_view text) {
    constexpr char32_t replacement = 0xFFFD;
    std::string line;
    while (!text.empty()) {
        const std::string_view before = text;
        const char32_t point = next_character(text);
        const std::string_view bytes = before.substr(0, before.size() - text.size());
        if (ends_a_line(point)) {
            line += ' ';
        } else if (point == replacement) {
            line += "\uFFFD";
        } else if (!is_direction(point)) {
            line += bytes;
        }
    }
    return line;
}

std::string shortened(std::string_view text, std::size_t characters_max) {
    constexpr std::string_view dots = "...";
    if (protocol::characters_of(text) <= characters_max) return std::string(text);
    std::size_t characters = 0;
    std::string cut;
    while (characters++ < characters_max - dots.size()) {
        const std::string_view before = text;
        next_character(text);
        cut += before.substr(0, before.size() - text.size());
    }
    return cut + std::string(dots);
}

std::string wrapped(std::string_view text, std::size_t indent, std::size_t first) {
    return broken(text, std::string(first, ' '), std::string(indent, ' '));
}

std::string quoted(std::string_view text) {
    return broken(one_line(text), "> ", "> ");
}

std::string in_columns(std::span<const std::string> names, std::size_t indent) {
    std::size_t widest = 1;
    for (const std::string& name : names) widest = std::max(widest, name.size());
    std::size_t fit = std::max<std::size_t>(1, (mail_columns_max - indent + 1) / (widest + 1));
    while (fit > 2 && names.size() > fit && names.size() % fit == 1) --fit;
    std::string lines;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i % fit == 0) lines += std::string(indent, ' ');
        const bool is_last = i % fit == fit - 1 || i + 1 == names.size();
        lines += is_last ? names[i] + '\n' : cell_of(names[i], widest + 1, false);
    }
    return lines;
}

std::string table(std::span<const TableColumn> columns,
                  std::span<const std::vector<std::string>> rows) {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < columns.size(); ++i) {
        std::size_t width = columns[i].title.size();
        for (const auto& row : rows) width = std::max(width, row[i].size());
        const std::size_t most = columns[i].width_max;
        widths.push_back(most > 0 ? std::min(width, most) : width);
    }
    std::string text;
    const auto append = [&](const auto& cell_at) {
        std::string line;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i > 0) line += "  ";
            line += cell_of(cell_at(i), widths[i], columns[i].is_right);
        }
        line.resize(std::min(line.size(), mail_columns_max));
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
    };
    append([&](std::size_t i) { return columns[i].title; });
    for (const auto& row : rows) {
        append([&](std::size_t i) { return row[i]; });
    }
    return text;
}

std::string capital(std::string text) {
    if (!text.empty() && text.front() >= 'a' && text.front() <= 'z') {
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    }
    return text;
}

std::string listed(std::span<const std::string> names, std::string_view last_word) {
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (i > 0) text += i + 1 == names.size() ? " " + std::string(last_word) + " " : ", ";
        text += names[i];
    }
    return text;
}

}  // namespace tanbo::mail::text
