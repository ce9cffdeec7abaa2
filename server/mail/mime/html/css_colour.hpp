#pragma once

#include <optional>
#include <string_view>

namespace tanbo::mail::mime {

// A colour of a page, each part from 0 to 255, how much it covers from 0 to 1.
struct Colour {
    double red = 0;
    double green = 0;
    double blue = 0;
    double alpha = 1;

    bool operator==(const Colour&) const = default;
};

inline constexpr Colour black{};
inline constexpr Colour white{255, 255, 255};

// "white", "#fff", "#ffffff80", "rgb(255, 255, 255)", "rgb(100% 100% 100% / 50%)", "hsl(0, 0%,
// 100%)", "transparent". Nothing if it is none of these. Requires: lower case.
// Source: CSS Color Module Level 4.
std::optional<Colour> read_colour(std::string_view text);

// Whether text of one colour on the other can't be told from it.
bool is_unseen_on(const Colour& text, const Colour& ground);

}  // namespace tanbo::mail::mime
