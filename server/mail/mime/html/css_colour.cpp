#include "server/mail/mime/html/css_colour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <utility>

namespace tanbo::mail::mime {
namespace {

// In alphabetical order; the last of CSS, and those of systems that mail programs write.
constexpr std::array<std::pair<std::string_view, std::uint32_t>, 152> names{{
    {"aliceblue", 0xf0f8ff},
    {"antiquewhite", 0xfaebd7},
    {"aqua", 0x00ffff},
    {"aquamarine", 0x7fffd4},
    {"azure", 0xf0ffff},
    {"beige", 0xf5f5dc},
    {"bisque", 0xffe4c4},
    {"black", 0x000000},
    {"blanchedalmond", 0xffebcd},
    {"blue", 0x0000ff},
    {"blueviolet", 0x8a2be2},
    {"brown", 0xa52a2a},
    {"burlywood", 0xdeb887},
    {"cadetblue", 0x5f9ea0},
    {"canvas", 0xffffff},
    {"canvastext", 0x000000},
    {"chartreuse", 0x7fff00},
    {"chocolate", 0xd2691e},
    {"coral", 0xff7f50},
    {"cornflowerblue", 0x6495ed},
    {"cornsilk", 0xfff8dc},
    {"crimson", 0xdc143c},
    {"cyan", 0x00ffff},
    {"darkblue", 0x00008b},
    {"darkcyan", 0x008b8b},
    {"darkgoldenrod", 0xb8860b},
    {"darkgray", 0xa9a9a9},
    {"darkgreen", 0x006400},
    {"darkgrey", 0xa9a9a9},
    {"darkkhaki", 0xbdb76b},
    {"darkmagenta", 0x8b008b},
    {"darkolivegreen", 0x556b2f},
    {"darkorange", 0xff8c00},
    {"darkorchid", 0x9932cc},
    {"darkred", 0x8b0000},
    {"darksalmon", 0xe9967a},
    {"darkseagreen", 0x8fbc8f},
    {"darkslateblue", 0x483d8b},
    {"darkslategray", 0x2f4f4f},
    {"darkslategrey", 0x2f4f4f},
    {"darkturquoise", 0x00ced1},
    {"darkviolet", 0x9400d3},
    {"deeppink", 0xff1493},
    {"deepskyblue", 0x00bfff},
    {"dimgray", 0x696969},
    {"dimgrey", 0x696969},
    {"dodgerblue", 0x1e90ff},
    {"firebrick", 0xb22222},
    {"floralwhite", 0xfffaf0},
    {"forestgreen", 0x228b22},
    {"fuchsia", 0xff00ff},
    {"gainsboro", 0xdcdcdc},
    {"ghostwhite", 0xf8f8ff},
    {"gold", 0xffd700},
    {"goldenrod", 0xdaa520},
    {"gray", 0x808080},
    {"green", 0x008000},
    {"greenyellow", 0xadff2f},
    {"grey", 0x808080},
    {"honeydew", 0xf0fff0},
    {"hotpink", 0xff69b4},
    {"indianred", 0xcd5c5c},
    {"indigo", 0x4b0082},
    {"ivory", 0xfffff0},
    {"khaki", 0xf0e68c},
    {"lavender", 0xe6e6fa},
    {"lavenderblush", 0xfff0f5},
    {"lawngreen", 0x7cfc00},
    {"lemonchiffon", 0xfffacd},
    {"lightblue", 0xadd8e6},
    {"lightcoral", 0xf08080},
    {"lightcyan", 0xe0ffff},
    {"lightgoldenrodyellow", 0xfafad2},
    {"lightgray", 0xd3d3d3},
    {"lightgreen", 0x90ee90},
    {"lightgrey", 0xd3d3d3},
    {"lightpink", 0xffb6c1},
    {"lightsalmon", 0xffa07a},
    {"lightseagreen", 0x20b2aa},
    {"lightskyblue", 0x87cefa},
    {"lightslategray", 0x778899},
    {"lightslategrey", 0x778899},
    {"lightsteelblue", 0xb0c4de},
    {"lightyellow", 0xffffe0},
    {"lime", 0x00ff00},
    {"limegreen", 0x32cd32},
    {"linen", 0xfaf0e6},
    {"magenta", 0xff00ff},
    {"maroon", 0x800000},
    {"mediumaquamarine", 0x66cdaa},
    {"mediumblue", 0x0000cd},
    {"mediumorchid", 0xba55d3},
    {"mediumpurple", 0x9370db},
    {"mediumseagreen", 0x3cb371},
    {"mediumslateblue", 0x7b68ee},
    {"mediumspringgreen", 0x00fa9a},
    {"mediumturquoise", 0x48d1cc},
    {"mediumvioletred", 0xc71585},
    {"midnightblue", 0x191970},
    {"mintcream", 0xf5fffa},
    {"mistyrose", 0xffe4e1},
    {"moccasin", 0xffe4b5},
    {"navajowhite", 0xffdead},
    {"navy", 0x000080},
    {"oldlace", 0xfdf5e6},
    {"olive", 0x808000},
    {"olivedrab", 0x6b8e23},
    {"orange", 0xffa500},
    {"orangered", 0xff4500},
    {"orchid", 0xda70d6},
    {"palegoldenrod", 0xeee8aa},
    {"palegreen", 0x98fb98},
    {"paleturquoise", 0xafeeee},
    {"palevioletred", 0xdb7093},
    {"papayawhip", 0xffefd5},
    {"peachpuff", 0xffdab9},
    {"peru", 0xcd853f},
    {"pink", 0xffc0cb},
    {"plum", 0xdda0dd},
    {"powderblue", 0xb0e0e6},
    {"purple", 0x800080},
    {"rebeccapurple", 0x663399},
    {"red", 0xff0000},
    {"rosybrown", 0xbc8f8f},
    {"royalblue", 0x4169e1},
    {"saddlebrown", 0x8b4513},
    {"salmon", 0xfa8072},
    {"sandybrown", 0xf4a460},
    {"seagreen", 0x2e8b57},
    {"seashell", 0xfff5ee},
    {"sienna", 0xa0522d},
    {"silver", 0xc0c0c0},
    {"skyblue", 0x87ceeb},
    {"slateblue", 0x6a5acd},
    {"slategray", 0x708090},
    {"slategrey", 0x708090},
    {"snow", 0xfffafa},
    {"springgreen", 0x00ff7f},
    {"steelblue", 0x4682b4},
    {"tan", 0xd2b48c},
    {"teal", 0x008080},
    {"thistle", 0xd8bfd8},
    {"tomato", 0xff6347},
    {"turquoise", 0x40e0d0},
    {"violet", 0xee82ee},
    {"wheat", 0xf5deb3},
    {"white", 0xffffff},
    {"whitesmoke", 0xf5f5f5},
    {"window", 0xffffff},
    {"windowtext", 0x000000},
    {"yellow", 0xffff00},
    {"yellowgreen", 0x9acd32},
}};

Colour of_number(std::uint32_t rgb) {
    return {static_cast<double>(rgb >> 16U & 0xFFU), static_cast<double>(rgb >> 8U & 0xFFU),
            static_cast<double>(rgb & 0xFFU)};
}

std::optional<Colour> of_name(std::string_view text) {
    const auto* const found = std::ranges::lower_bound(
        names, text, {}, &std::pair<std::string_view, std::uint32_t>::first);
    if (found == names.end() || found->first != text) return std::nullopt;
    return of_number(found->second);
}

// The digits behind the #: 3, 4, 6 or 8 digits.
std::optional<Colour> of_digits(std::string_view digits) {
    constexpr std::string_view hex = "0123456789abcdef";
    const bool is_short = digits.size() == 3 || digits.size() == 4;
    if (!is_short && digits.size() != 6 && digits.size() != 8) return std::nullopt;
    std::array<double, 4> parts{0, 0, 0, 255};
    const std::size_t step = is_short ? 1 : 2;
    for (std::size_t at = 0; at < digits.size(); at += step) {
        const std::size_t high = hex.find(digits[at]);
        const std::size_t low = hex.find(digits[at + step - 1]);
        if (high == hex.npos || low == hex.npos) return std::nullopt;
        parts.at(at / step) = static_cast<double>(high * 16 + low);
    }
    return Colour{parts[0], parts[1], parts[2], parts[3] / 255};
}

struct Number {
    double value = 0;
    bool is_percent = false;
};

// The three or four numbers of a function, whatever stands between them.
std::optional<std::array<Number, 4>> arguments(std::string_view text) {
    constexpr std::string_view number_bytes = "0123456789+-.";
    std::array<Number, 4> found{};
    found[3].value = 1;
    std::size_t count = 0;
    while (count < found.size()) {
        const std::size_t begin = text.find_first_of(number_bytes);
        if (begin == text.npos) break;
        text.remove_prefix(begin);
        const std::size_t size = std::min(text.find_first_not_of(number_bytes), text.size());
        const std::string digits(text.substr(0, size));
        text.remove_prefix(size);
        found.at(count++) = {std::strtod(digits.c_str(), nullptr), text.starts_with('%')};
    }
    if (count < 3) return std::nullopt;
    return found;
}

// A part of a colour where all of it is `whole`.
double part_of(const Number& number, double whole) {
    return std::clamp(number.is_percent ? number.value * whole / 100 : number.value, 0.0, whole);
}

Colour of_rgb(const std::array<Number, 4>& parts) {
    return {part_of(parts[0], 255), part_of(parts[1], 255), part_of(parts[2], 255),
            part_of(parts[3], 1)};
}

// Source: CSS Color Module Level 4, 7.1.
Colour of_hsl(const std::array<Number, 4>& parts) {
    const double hue = parts[0].value / 30;
    const double lightness = std::clamp(parts[2].value / 100, 0.0, 1.0);
    const double most =
        std::clamp(parts[1].value / 100, 0.0, 1.0) * std::min(lightness, 1 - lightness);
    const auto part = [&](double shift) {
        const double turned = std::fmod(std::fmod(hue + shift, 12.0) + 12.0, 12.0);
        return 255 * (lightness - most * std::max(-1.0, std::min({turned - 3, 9 - turned, 1.0})));
    };
    return {part(0), part(8), part(4), part_of(parts[3], 1)};
}

}  // namespace

std::optional<Colour> read_colour(std::string_view text) {
    if (text == "transparent") return Colour{0, 0, 0, 0};
    if (text.starts_with('#')) return of_digits(text.substr(1));
    const std::size_t open = text.find('(');
    if (open == text.npos) return of_name(text);
    const auto parts = arguments(text.substr(open));
    if (!parts) return std::nullopt;
    if (text.starts_with("rgb")) return of_rgb(*parts);
    if (text.starts_with("hsl")) return of_hsl(*parts);
    return std::nullopt;
}

bool is_unseen_on(const Colour& text, const Colour& ground) {
    constexpr double least_seen = 20;    // of 255, in one of the three
    constexpr double least_cover = 0.1;  // what covers less is not there
    if (text.alpha < least_cover) return true;
    const auto is_alike = [&](double one, double other) {
        return std::abs(one - other) * text.alpha < least_seen;
    };
    return is_alike(text.red, ground.red) && is_alike(text.green, ground.green) &&
           is_alike(text.blue, ground.blue);
}

}  // namespace tanbo::mail::mime
