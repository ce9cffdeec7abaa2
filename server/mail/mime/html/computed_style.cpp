#include "server/mail/mime/html/computed_style.hpp"

#include <string>

#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/html/html_element.hpp"

namespace tanbo::mail::mime {
namespace {

// The attributes that said it before there were styles.
Declared of_attributes(const GumboElement& element) {
    Declared declared;
    declared.hides = has_html_attribute(element, "hidden");
    if (element.tag == GUMBO_TAG_FONT) {
        declared.text = read_colour(trimmed(html_attribute(element, "color")));
    }
    if (element.tag == GUMBO_TAG_BODY) {
        declared.text = read_colour(trimmed(html_attribute(element, "text")));
    }
    if (const auto colour = read_colour(trimmed(html_attribute(element, "bgcolor")))) {
        declared.ground = Ground{colour};
    }
    if (has_html_attribute(element, "background")) declared.ground = Ground{};
    return declared;
}

bool is_struck_out(GumboTag tag) {
    return tag == GUMBO_TAG_S || tag == GUMBO_TAG_STRIKE || tag == GUMBO_TAG_DEL;
}

bool is_closed_dialog(const GumboElement& element) {
    return element.tag == GUMBO_TAG_UNKNOWN && is_html_name(element, "dialog") &&
           !has_html_attribute(element, "open");
}

bool is_closed_details(const GumboElement& element) {
    return element.tag == GUMBO_TAG_DETAILS && !has_html_attribute(element, "open");
}

// Whether it is the one child that a closed <details> shows.
bool is_first_summary(const GumboNode& node) {
    const GumboVector& siblings = node.parent->v.element.children;
    for (unsigned int at = 0; at < siblings.length; ++at) {
        const auto* const child = static_cast<const GumboNode*>(siblings.data[at]);
        const bool is_summary =
            child->type == GUMBO_NODE_ELEMENT && child->v.element.tag == GUMBO_TAG_SUMMARY;
        if (is_summary) return child == &node;
    }
    return false;
}

}  // namespace

ComputedStyle computed_style(const GumboNode& node, const ComputedStyle& around,
                             const Declared& by_styles) {
    const GumboElement& element = node.v.element;
    Declared declared = of_attributes(element);
    declared.add(by_styles);
    const std::string own = html_attribute(element, "style");
    if (!own.empty()) declared.add(read_declarations(plain_css(own)));
    ComputedStyle style = around;
    style.is_hidden = around.is_hidden || declared.hides || is_closed_dialog(element) ||
                      (around.is_folded_away && !is_first_summary(node));
    style.is_folded_away = is_closed_details(element);
    style.is_struck_out = around.is_struck_out || declared.strikes || is_struck_out(element.tag);
    if (declared.text) style.text = *declared.text;
    if (declared.ground) style.ground = *declared.ground;
    return style;
}

}  // namespace tanbo::mail::mime
