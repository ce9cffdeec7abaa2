#include "server/cli/screen/text.hpp"

#include <algorithm>
#include <clocale>
#include <cwchar>

namespace tanbo::cli {

namespace {

constexpr std::string_view cut_mark = "..";
constexpr std::string_view colour_end = "\xff[0m";

// While it lives, this thread's wide characters are Unicode.
class Unicode {
public:
    Unicode() : before_(uselocale(locale())) {}
    ~Unicode() { uselocale(before_); }
    Unicode(const Unicode&) = delete;
    Unicode& operator=(const Unicode&) = delete;

private:
    static locale_t locale() {
        static const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
        return utf8;
    }

    locale_t before_;
};

struct Glyph {
    std::string_view bytes;
    char32_t point = 0;
    int columns = 0;  // -1: a control character, unknown, or not UTF-8
};

// The bytes of the colour that the text begins with; 0 if it begins with none.
std::size_t colour_bytes(std::string_view text) {
    if (!text.starts_with(colour_mark)) return 0;
    const std::size_t end = text.find_first_not_of("0123456789;", colour_mark.size());
    return end != text.npos && text[end] == 'm' ? end + 1 : 0;
}

// The first character, or one byte that is none. Requires: text is not empty.
Glyph first_character(std::string_view text) {
    std::mbstate_t state{};
    wchar_t wide = 0;
    const std::size_t bytes = std::mbrtowc(&wide, text.data(), text.size(), &state);
    if (bytes == 0 || bytes > text.size()) return {text.substr(0, 1), 0, -1};
    return {text.substr(0, bytes), static_cast<char32_t>(wide), wcwidth(wide)};
}

// The first character, or the first colour. Requires: text is not empty.
Glyph first_glyph(std::string_view text) {
    if (const std::size_t bytes = colour_bytes(text)) return {text.substr(0, bytes), 0, 0};
    return first_character(text);
}

// Marks of direction, joiners and selectors, which terminals treat differently, if at all.
bool is_invisible(char32_t point) {
    return (point >= 0x200B && point <= 0x200F) || (point >= 0x2028 && point <= 0x202E) ||
           (point >= 0x2060 && point <= 0x206F) || (point >= 0xFE00 && point <= 0xFE0F) ||
           (point >= 0xE0000 && point <= 0xE0FFF) || point == 0x061C || point == 0xFEFF;
}

bool is_control(const Glyph& glyph) {
    const auto byte = static_cast<unsigned char>(glyph.bytes.front());
    return byte < 0x20 || byte == 0x7F || (glyph.point >= 0x80 && glyph.point < 0xA0);
}

// Appends one character as printable() shows it.
void append_clean(std::string& clean, const Glyph& glyph) {
    if (is_invisible(glyph.point)) return;
    if (is_control(glyph)) {
        clean += ' ';
    } else if (glyph.columns < 0) {
        clean += '?';
    } else {
        clean += glyph.bytes;
    }
}

// Counts the leading bytes that every terminal shows: printable ASCII, line ends and tabs.
std::size_t plain_bytes(std::string_view text) {
    const auto is_plain = [](char c) { return (c >= ' ' && c <= '~') || c == '\n' || c == '\t'; };
    const auto end = std::ranges::find_if_not(text, is_plain);
    return static_cast<std::size_t>(end - text.begin());
}

// The number of bytes from the start that fit into so many columns.
std::size_t fitting_bytes(std::string_view text, int columns) {
    const Unicode unicode;
    std::size_t bytes = 0;
    while (bytes < text.size()) {
        const Glyph glyph = first_glyph(text.substr(bytes));
        columns -= std::max(glyph.columns, 0);
        if (columns < 0) break;
        bytes += glyph.bytes.size();
    }
    return bytes;
}

// Breaks one paragraph.
class Breaker {
public:
    Breaker(std::vector<std::string>& lines, int columns, int indent)
        : lines_(lines), columns_(columns), indent_(indent) {}

    void add(std::string_view word) {
        const bool fits = columns_of(line_) + 1 + columns_of(word) <= columns_;
        if (has_words_ && fits) line_ += ' ';
        if (has_words_ && !fits) next();
        while (columns_of(line_) + columns_of(word) > columns_) {
            const std::size_t bytes = fitting_bytes(word, columns_ - columns_of(line_));
            line_ += word.substr(0, bytes);
            word.remove_prefix(bytes);
            next();
        }
        line_ += word;
        has_words_ = true;
    }

    void finish() { lines_.push_back(line_); }

private:
    void next() {
        lines_.push_back(line_);
        line_ = std::string(static_cast<std::size_t>(indent_), ' ');
        has_words_ = false;
    }

    std::vector<std::string>& lines_;
    int columns_;
    int indent_;
    std::string line_;
    bool has_words_ = false;
};

}  // namespace

std::string printable(std::string_view text) {
    const Unicode unicode;
    std::string clean;
    while (!text.empty()) {
        const Glyph glyph = first_character(text);
        text.remove_prefix(glyph.bytes.size());
        append_clean(clean, glyph);
    }
    return clean;
}

std::string for_terminal(std::string_view text) {
    constexpr std::string_view escape = "\x1b[";
    const Unicode unicode;
    std::string clean;
    while (!text.empty()) {
        if (const std::size_t plain = plain_bytes(text)) {
            clean += text.substr(0, plain);
            text.remove_prefix(plain);
        } else if (const std::size_t bytes = colour_bytes(text)) {
            clean.append(escape).append(text.substr(0, bytes).substr(colour_mark.size()));
            text.remove_prefix(bytes);
        } else {
            const Glyph glyph = first_character(text);
            append_clean(clean, glyph);
            text.remove_prefix(glyph.bytes.size());
        }
    }
    return clean;
}

int columns_of(std::string_view text) {
    const Unicode unicode;
    int columns = 0;
    while (!text.empty()) {
        const Glyph glyph = first_glyph(text);
        columns += std::max(glyph.columns, 0);
        text.remove_prefix(glyph.bytes.size());
    }
    return columns;
}

std::string cut(std::string_view text, int columns) {
    if (columns_of(text) <= columns) return std::string(text);
    const std::string_view mark =
        cut_mark.substr(0, static_cast<std::size_t>(std::max(columns, 0)));
    const int rest = columns - static_cast<int>(mark.size());
    const std::string_view end = text.find(colour_mark) == text.npos ? "" : colour_end;
    return std::string(text.substr(0, fitting_bytes(text, rest))).append(end).append(mark);
}

std::string padded(std::string_view text, int columns) {
    std::string line = columns_of(text) > columns ? cut(text, columns) : std::string(text);
    const int missing = columns - columns_of(line);
    return line.append(static_cast<std::size_t>(std::max(missing, 0)), ' ');
}

std::string tail_of(std::string_view text, int columns) {
    const Unicode unicode;
    int left = columns_of(text) - columns;
    while (left > 0) {
        const Glyph glyph = first_glyph(text);
        left -= std::max(glyph.columns, 0);
        text.remove_prefix(glyph.bytes.size());
    }
    return std::string(text);
}

std::vector<std::string> wrapped(std::string_view text, int columns, int indent) {
    constexpr int columns_min = 2;  // a wide character
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view paragraph = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        Breaker breaker(lines, std::max(columns, indent + columns_min), indent);
        while (!paragraph.empty()) {
            const std::size_t space = std::min(paragraph.find(' ', 1), paragraph.size());
            breaker.add(paragraph.substr(0, space));
            paragraph.remove_prefix(std::min(space + 1, paragraph.size()));
        }
        breaker.finish();
    }
    return lines;
}

std::string coloured(std::string_view text, std::string_view colour) {
    return std::string(colour_mark).append(colour).append("m").append(text).append(colour_end);
}

}  // namespace tanbo::cli
