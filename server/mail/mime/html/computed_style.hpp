#pragma once

#include <gumbo.h>

#include "server/mail/mime/html/css_declarations.hpp"

namespace tanbo::mail::mime {

// How the text in an element looks to a person.
struct ComputedStyle {
    bool is_hidden = false;
    bool is_folded_away = false;  // but for a summary
    bool is_struck_out = false;
    Colour text = black;
    Ground ground = {white};

    // Whether it can be told from what it stands on. What stands on a picture can.
    bool can_be_seen() const {
        return !is_hidden && !is_folded_away &&
               !(ground.colour && is_unseen_on(text, *ground.colour));
    }
};

// The look inside a node, an element, that stands in `around`: by what the page's styles declare of
// it, its own attributes, and what it is. Source: HTML Living Standard, 15.
ComputedStyle computed_style(const GumboNode& node, const ComputedStyle& around,
                             const Declared& by_styles);

}  // namespace tanbo::mail::mime
