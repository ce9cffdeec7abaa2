#include "server/cli/screen/style.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>

#include "protocol/json/words.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

enum class Depth : std::uint8_t { basic, indexed, exact };

using Rgb = std::uint32_t;

// A sign on its ground, which is the water of the board or the outline of a stone.
struct Paint {
    Rgb sign;
    Rgb ground;
};

struct Palette {
    std::array<Paint, engine::seats_max> seats;
    Paint removed;
    Paint empty;
    Paint legal;
    Paint last;
    Paint few;
    Paint label;
    Paint cursor;
};

constexpr Rgb light_water = 0xdfe3bb;
constexpr Rgb light_outline = 0x23240f;
constexpr Palette light_palette{
    .seats = {{{0x11130c, light_water},
               {0xfcf8ea, 0x4a4a2b},
               {0xff8a3c, light_outline},
               {0x3fd0a0, light_outline},
               {0x7fb8f0, light_outline},
               {0xe7a3c7, light_outline},
               {0xe69f00, light_outline},
               {0x56b4e9, light_outline}}},
    .removed = {0x7a3a16, light_water},
    .empty = {0x676233, light_water},
    .legal = {0x2b5f2b, light_water},
    .last = {0xa8321a, light_water},
    .few = {0xa8321a, light_water},
    .label = {0x4a3f16, 0xd9c58c},
    .cursor = {0xffffff, 0x264f86},
};
constexpr Rgb dark_water = 0x182926;
constexpr Palette dark_palette{
    .seats = {{{0x0a0d0b, 0xb3c3ae},
               {0xefe7d0, dark_water},
               {0xff8a3c, dark_water},
               {0x3fd0a0, dark_water},
               {0x7fb8f0, dark_water},
               {0xe7a3c7, dark_water},
               {0xe69f00, dark_water},
               {0x56b4e9, dark_water}}},
    .removed = {0xe59a76, dark_water},
    .empty = {0x6b857a, dark_water},
    .legal = {0x9ed07c, dark_water},
    .last = {0xff9470, dark_water},
    .few = {0xff9470, dark_water},
    .label = {0xb9c6b4, 0x27352f},
    .cursor = {0x10200f, 0x9bbcf0},
};

int channel(Rgb colour, int shift) {
    return static_cast<int>((colour >> static_cast<unsigned>(shift)) & 0xFFU);
}

// The nearest of the 6x6x6 cube of 256 colours. Source: xterm, 256colres.h.
int index_of_colour(Rgb colour) {
    constexpr std::array<int, 6> steps = {0, 95, 135, 175, 215, 255};
    int index = 16;
    for (const auto& [shift, weight] : {std::pair(16, 36), std::pair(8, 6), std::pair(0, 1)}) {
        const int value = channel(colour, shift);
        const auto nearest = std::ranges::min_element(
            steps, {}, [value](int step) { return std::abs(step - value); });
        index += weight * static_cast<int>(nearest - steps.begin());
    }
    return index;
}

std::string parameters_of(Rgb colour, Depth depth) {
    if (depth == Depth::indexed) return "5;" + std::to_string(index_of_colour(colour));
    return "2;" + std::to_string(channel(colour, 16)) + ";" + std::to_string(channel(colour, 8)) +
           ";" + std::to_string(channel(colour, 0));
}

std::string sgr_of(const Paint& paint, Depth depth) {
    return "38;" + parameters_of(paint.sign, depth) + ";48;" + parameters_of(paint.ground, depth);
}

protocol::TextColours colours_of(const Palette& palette, Depth depth) {
    protocol::TextColours colours;
    for (std::size_t i = 0; i < colours.seats.size(); ++i) {
        colours.seats[i] = sgr_of(palette.seats[i], depth);
    }
    colours.removed = sgr_of(palette.removed, depth);
    colours.empty = sgr_of(palette.empty, depth);
    colours.legal = sgr_of(palette.legal, depth);
    colours.last = "1;" + sgr_of(palette.last, depth);
    colours.few = "1;" + sgr_of(palette.few, depth);
    colours.label = sgr_of(palette.label, depth);
    colours.cursor = sgr_of(palette.cursor, depth);
    return colours;
}

const protocol::TextColours& colours_for(Depth depth, bool is_light) {
    static const std::array<protocol::TextColours, 4> all = {
        colours_of(dark_palette, Depth::indexed), colours_of(light_palette, Depth::indexed),
        colours_of(dark_palette, Depth::exact), colours_of(light_palette, Depth::exact)};
    if (depth == Depth::basic) return protocol::basic_colours(is_light);
    return all[(depth == Depth::exact ? 2U : 0U) + (is_light ? 1U : 0U)];
}

Depth depth_of(const Environment& environment) {
    const std::string exact = environment("COLORTERM");
    if (exact == "truecolor" || exact == "24bit") return Depth::exact;
    return environment("TERM").find("256color") != std::string::npos ? Depth::indexed
                                                                     : Depth::basic;
}

// COLORFGBG is "foreground;background", as numbers of the 16 basic colours.
bool is_light_background(const Environment& environment) {
    const std::string wish = environment("TANBO_BACKGROUND");
    if (!wish.empty()) return wish == "light";
    const std::string told = environment("COLORFGBG");
    const std::string ground = told.substr(told.rfind(';') + 1);
    return ground == "7" || ground == "15";
}

bool is_unicode_locale(const Environment& environment) {
    if (environment("TANBO_BOARD") == "ascii") return false;
    std::string locale;
    for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        if (locale.empty()) locale = protocol::lower(environment(name));
    }
    const bool is_wide =
        locale.starts_with("zh") || locale.starts_with("ja") || locale.starts_with("ko");
    const bool is_utf8 =
        locale.find("utf-8") != std::string::npos || locale.find("utf8") != std::string::npos;
    return is_utf8 && !is_wide;
}

}  // namespace

Style style_of(const Environment& environment, bool has_colour) {
    Style style;
    style.is_unicode = is_unicode_locale(environment);
    if (has_colour) {
        style.colours = &colours_for(depth_of(environment), is_light_background(environment));
    }
    return style;
}

Style terminal_style() {
    return terminal_style(is_colour_terminal());
}

Style terminal_style(bool has_colour) {
    const auto value = [](const char* name) {
        const char* const found = std::getenv(name);
        return std::string(found == nullptr ? "" : found);
    };
    Style style = style_of(value, has_colour);
    style.is_unicode = style.is_unicode && is_output_terminal();
    return style;
}

protocol::TextBoardOptions board_form(const Style& style) {
    return {.colours = style.colours, .is_unicode = style.is_unicode, .colour_begin = colour_mark};
}

std::string seat_mark(engine::Seat seat, const Style& style) {
    std::string mark = style.is_unicode ? std::string(protocol::unicode_mark(seat))
                                        : std::string(1, protocol::stone_mark(seat));
    if (style.colours == nullptr) return mark;
    return coloured(mark, style.colours->seats[static_cast<std::size_t>(engine::index_of(seat))]);
}

}  // namespace tanbo::cli
