#include "server/mail/mime/html/css_declarations.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>
#include <vector>

#include "protocol/json/words.hpp"
#include "server/mail/mime/headers.hpp"

namespace tanbo::mail::mime {
namespace {

// Text of one pixel, or in a box of one, is not to be read.
constexpr double least_pixels = 2;
// Past this, to the left or above, nothing of a page is shown; to the right and below only what a
// page is unlikely to be scrolled to. Indented lines stay far from both.
constexpr double far_out_pixels = -300;
constexpr double far_off_pixels = 2000;
constexpr double least_cover = 0.1;

using Unit = std::pair<std::string_view, double>;
// In pixels. What depends on the page is taken for a small one.
constexpr std::array<Unit, 15> units{{{"px", 1},
                                      {"pt", 4.0 / 3},
                                      {"pc", 16},
                                      {"em", 16},
                                      {"rem", 16},
                                      {"ex", 8},
                                      {"ch", 8},
                                      {"cm", 37.8},
                                      {"mm", 3.78},
                                      {"in", 96},
                                      {"%", 4},
                                      {"vw", 4},
                                      {"vh", 4},
                                      {"vmin", 4},
                                      {"vmax", 4}}};

struct Length {
    double number = 0;
    std::string_view unit;  // empty: none
    double pixels = 0;      // if it has no unit that is known: the number
};

bool begins_number(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    if (text.starts_with('.')) text.remove_prefix(1);
    return !text.empty() && protocol::is_digit(text.front());
}

// All numbers of a value, in "calc(-100% - 5px)" and "translate(-9999px, 0)" also.
std::vector<Length> lengths_of(std::string_view value) {
    std::vector<Length> lengths;
    bool is_in_word = false;
    while (!value.empty()) {
        if (is_in_word || !begins_number(value)) {
            const char byte = value.front();
            is_in_word = (byte >= 'a' && byte <= 'z') || (is_in_word && protocol::is_digit(byte));
            value.remove_prefix(1);
            continue;
        }
        Length length;
        const std::size_t size = std::min(value.find_first_not_of("0123456789.", 1), value.size());
        length.number = std::strtod(std::string(value.substr(0, size)).c_str(), nullptr);
        value.remove_prefix(size);
        const std::size_t end =
            std::min(value.find_first_not_of("abcdefghijklmnopqrstuvwxyz%"), value.size());
        length.unit = value.substr(0, end);
        value.remove_prefix(end);
        length.pixels = length.number;
        for (const auto& [name, pixels] : units) {
            if (name == length.unit) length.pixels = length.number * pixels;
        }
        lengths.push_back(length);
    }
    return lengths;
}

bool is_any(std::string_view value, std::initializer_list<std::string_view> words) {
    return std::ranges::find(words, value) != words.end();
}

bool is_tiny(std::string_view value) {
    if (!begins_number(value)) return false;
    const std::vector<Length> lengths = lengths_of(value);
    if (lengths.empty()) return false;
    const Length& length = lengths.front();
    const bool is_plain_number = length.unit.empty();
    return is_plain_number ? length.number <= 0 : length.pixels < least_pixels;
}

// Of a font's size a percent is one of the letters around it.
bool is_tiny_font(std::string_view value) {
    constexpr double percent_of_letter = 0.16;
    if (!begins_number(value)) return false;
    const std::vector<Length> lengths = lengths_of(value);
    if (lengths.empty()) return false;
    const Length& length = lengths.front();
    return (length.unit == "%" ? length.number * percent_of_letter : length.pixels) < least_pixels;
}

bool is_far_off(std::string_view value) {
    return std::ranges::any_of(lengths_of(value), [](const Length& length) {
        return length.pixels <= far_out_pixels || length.pixels >= far_off_pixels;
    });
}

// "0.05" and "5%".
bool is_faint(std::string_view value) {
    if (!begins_number(value)) return false;
    const std::vector<Length> lengths = lengths_of(value);
    if (lengths.empty()) return false;
    const Length& length = lengths.front();
    return (length.unit == "%" ? length.number / 100 : length.number) < least_cover;
}

// "scale(0)" among other functions, "opacity(0)".
bool has_faint(std::string_view value, std::string_view function) {
    const std::size_t at = value.find(function);
    if (at == value.npos) return false;
    const std::size_t open = value.find('(', at);
    return open != value.npos && is_faint(trimmed(value.substr(open + 1)));
}

bool is_no_clip(std::string_view value) {
    return is_any(value, {"auto", "none", "inherit", "initial", "unset", "revert"});
}

using Question = bool (*)(std::string_view value);
using Property = std::pair<std::string_view, Question>;

bool is_tiny_shorthand(std::string_view value) {
    // "italic bold 0/0 a": the size is the first number that is no weight.
    for (const Length& length : lengths_of(value)) {
        if (length.unit.empty() && length.number >= 100) continue;
        return (length.unit == "%" ? length.number : length.pixels) < least_pixels;
    }
    return false;
}

constexpr std::array<Property, 35> hiding{{
    {"display", [](std::string_view value) { return value == "none"; }},
    {"visibility", [](std::string_view value) { return is_any(value, {"hidden", "collapse"}); }},
    {"content-visibility", [](std::string_view value) { return value == "hidden"; }},
    {"mso-hide", [](std::string_view value) { return value == "all"; }},
    {"opacity", is_faint},
    {"zoom", is_faint},
    {"scale", is_faint},
    {"filter", [](std::string_view value) { return has_faint(value, "opacity"); }},
    {"transform",
     [](std::string_view value) { return has_faint(value, "scale") || is_far_off(value); }},
    {"translate", is_far_off},
    {"font-size", is_tiny_font},
    {"font", is_tiny_shorthand},
    {"line-height", is_tiny},
    {"height", is_tiny},
    {"max-height", is_tiny},
    {"block-size", is_tiny},
    {"max-block-size", is_tiny},
    {"width", is_tiny},
    {"max-width", is_tiny},
    {"inline-size", is_tiny},
    {"max-inline-size", is_tiny},
    {"clip", [](std::string_view value) { return !is_no_clip(value); }},
    {"clip-path", [](std::string_view value) { return !is_no_clip(value); }},
    {"-webkit-clip-path", [](std::string_view value) { return !is_no_clip(value); }},
    {"text-indent", is_far_off},
    {"left", is_far_off},
    {"right", is_far_off},
    {"top", is_far_off},
    {"bottom", is_far_off},
    {"inset", is_far_off},
    {"margin", is_far_off},
    {"margin-left", is_far_off},
    {"margin-top", is_far_off},
    {"margin-right", is_far_off},
    {"margin-bottom", is_far_off},
}};

bool is_hiding(std::string_view name, std::string_view value) {
    return std::ranges::any_of(hiding, [&](const Property& property) {
        return property.first == name && property.second(value);
    });
}

// The colour among the words of "url(x) #fff no-repeat", or a picture.
std::optional<Ground> ground_of(std::string_view value) {
    const bool is_picture =
        value.find("url(") != value.npos || value.find("gradient(") != value.npos;
    if (is_picture) return Ground{};
    if (const auto colour = read_colour(value)) return Ground{colour};
    while (!value.empty()) {
        const std::size_t end = std::min(value.find(' '), value.size());
        if (const auto colour = read_colour(value.substr(0, end))) return Ground{colour};
        value.remove_prefix(std::min(end + 1, value.size()));
    }
    return std::nullopt;
}

void add_declaration(Declared& all, std::string_view name, std::string_view value) {
    all.hides = all.hides || is_hiding(name, value);
    const bool is_line = name == "text-decoration" || name == "text-decoration-line";
    all.strikes = all.strikes || (is_line && value.find("line-through") != value.npos);
    if (is_any(name, {"color", "-webkit-text-fill-color"})) {
        if (const auto colour = read_colour(value)) all.text = colour;
    }
    if (is_any(name, {"background", "background-color", "background-image"})) {
        if (auto ground = ground_of(value)) {
            // A colour that can be seen through shows the one before.
            const bool is_clear = ground->colour && ground->colour->alpha < least_cover;
            if (!is_clear) all.ground = ground;
        }
    }
}

// The end of a declaration: at the next ; outside of quotes and brackets.
std::size_t declaration_end(std::string_view css) {
    char quote = '\0';
    int depth = 0;
    for (std::size_t at = 0; at < css.size(); ++at) {
        const char byte = css[at];
        if (quote != '\0') {
            if (byte == quote) quote = '\0';
        } else if (byte == '"' || byte == '\'') {
            quote = byte;
        } else if (byte == '(') {
            ++depth;
        } else if (byte == ')') {
            --depth;
        } else if (byte == ';' && depth <= 0) {
            return at;
        }
    }
    return css.size();
}

std::string_view without_importance(std::string_view value) {
    const std::size_t mark = value.find('!');
    return trimmed(value.substr(0, mark));
}

bool is_hex(char byte) {
    return protocol::is_digit(byte) || (byte >= 'a' && byte <= 'f');
}

// The escape behind a backslash: the character and how many bytes it takes. Source: CSS
// Syntax, 4.3.7.
std::pair<char, std::size_t> read_escape(std::string_view text) {
    constexpr std::size_t digits_max = 6;
    constexpr long ascii_max = 0x7F;
    std::size_t digits = 0;
    while (digits < std::min(digits_max, text.size()) && is_hex(text[digits])) ++digits;
    if (digits == 0) return {text.front(), 1};
    const long point = std::strtol(std::string(text.substr(0, digits)).c_str(), nullptr, 16);
    const bool has_blank = digits < text.size() && text[digits] == ' ';
    const bool is_ascii = point > 0 && point <= ascii_max;
    return {is_ascii ? static_cast<char>(point) : '?', digits + (has_blank ? 1 : 0)};
}

}  // namespace

void Declared::add(const Declared& other) {
    hides = hides || other.hides;
    strikes = strikes || other.strikes;
    if (other.text) text = other.text;
    if (other.ground) ground = other.ground;
}

Declared read_declarations(std::string_view css) {
    Declared all;
    while (!css.empty()) {
        const std::size_t end = declaration_end(css);
        const std::string_view one = css.substr(0, end);
        css.remove_prefix(std::min(end + 1, css.size()));
        const std::size_t colon = one.find(':');
        if (colon == one.npos) continue;
        add_declaration(all, trimmed(one.substr(0, colon)),
                        without_importance(one.substr(colon + 1)));
    }
    return all;
}

std::string plain_css(std::string_view css) {
    std::string plain;
    while (!css.empty()) {
        if (css.starts_with("/*")) {
            const std::size_t end = css.find("*/", 2);
            css.remove_prefix(end == css.npos ? css.size() : end + 2);
        } else if (css.front() == '\\' && css.size() > 1) {
            const auto [byte, bytes] = read_escape(css.substr(1));
            plain += protocol::lower(std::string_view(&byte, 1));
            css.remove_prefix(1 + bytes);
        } else {
            const char byte = css.front();
            const bool is_blank = byte == '\t' || byte == '\r' || byte == '\n' || byte == '\f';
            plain += is_blank ? ' ' : byte;
            css.remove_prefix(1);
        }
    }
    return plain;
}

}  // namespace tanbo::mail::mime
