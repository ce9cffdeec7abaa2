#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/mail/mime/html/css_colour.hpp"

namespace tanbo::mail::mime {

// The ground of text: a colour, or a picture, which may be of any.
struct Ground {
    std::optional<Colour> colour;
};

// Effects of declarations of CSS on the text of an element, as far as a reader of mails asks.
struct Declared {
    // It is not shown, has no size or colour, is clipped, or lies outside of the page. If it may
    // be so, it is.
    bool hides = false;
    bool strikes = false;  // with a line through it
    std::optional<Colour> text = {};
    std::optional<Ground> ground = {};

    // The other's declarations come on top.
    void add(const Declared& other);
    bool is_empty() const { return !hides && !strikes && !text && !ground; }
};

// Of "color: red; font-size: 0", as it stands in an attribute or between the braces of a rule.
// Requires: lower case. Cost: linear. Source: CSS 2.2; CSS Values and Units Level 4.
Declared read_declarations(std::string_view css);

// Without comments, and with what is escaped ("\64 isplay") as it is meant.
std::string plain_css(std::string_view css);

}  // namespace tanbo::mail::mime
