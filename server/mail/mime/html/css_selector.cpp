#include "server/mail/mime/html/css_selector.hpp"

#include <algorithm>
#include <array>

#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/html/html_element.hpp"

namespace tanbo::mail::mime {
namespace {

// Pseudo-classes of what a reader does, and pseudo-elements, which hold no text of the page.
constexpr std::array<std::string_view, 16> not_there{
    "hover",  "active",   "focus",        "focus-within",    "focus-visible", "visited",
    "target", "before",   "after",        "selection",       "placeholder",   "marker",
    "link",   "backdrop", "first-letter", "-moz-focus-inner"};

bool is_name_byte(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= '0' && byte <= '9') || byte == '-' ||
           byte == '_' || static_cast<unsigned char>(byte) >= 0x80;
}

std::string take_name(std::string_view& text) {
    const auto* const end = std::ranges::find_if_not(text, is_name_byte);
    std::string name(text.begin(), end);
    text.remove_prefix(name.size());
    return name;
}

// Takes what stands in brackets, with brackets in it, without the outer ones.
std::string_view take_brackets(std::string_view& text, char open, char close) {
    int depth = 0;
    std::size_t at = 0;
    for (; at < text.size(); ++at) {
        if (text[at] == open) ++depth;
        if (text[at] == close && --depth == 0) break;
    }
    const std::string_view inside = text.substr(1, at == 0 ? 0 : at - 1);
    text.remove_prefix(std::min(at + 1, text.size()));
    return inside;
}

}  // namespace

bool CssSelector::read_part(std::string_view& text, Part& part) {
    bool is_there = true;
    if (text.starts_with('*')) text.remove_prefix(1);
    part.name = take_name(text);
    while (!text.empty()) {
        const char mark = text.front();
        if (mark == '#' || mark == '.') {
            text.remove_prefix(1);
            std::string name = take_name(text);
            if (mark == '#') {
                part.id = std::move(name);
            } else {
                part.classes.push_back(std::move(name));
            }
        } else if (mark == '[') {
            std::string_view inside = trimmed(take_brackets(text, '[', ']'));
            part.attributes.push_back(take_name(inside));
        } else if (mark == ':') {
            text.remove_prefix(std::min(text.find_first_not_of(':'), text.size()));
            const std::string name = take_name(text);
            if (text.starts_with('(')) take_brackets(text, '(', ')');
            is_there = is_there && std::ranges::find(not_there, name) == not_there.end();
            if (name == "root") part.name = "html";
        } else {
            break;
        }
    }
    return is_there;
}

std::optional<CssSelector> CssSelector::read(std::string_view text) {
    CssSelector selector;
    text = trimmed(text);
    Combinator before = Combinator::inside;
    while (!text.empty()) {
        Part part;
        part.before = before;
        const std::size_t size = text.size();
        if (!read_part(text, part)) return std::nullopt;
        const bool has_read = text.size() < size;
        if (has_read) selector.parts_.push_back(std::move(part));
        before = Combinator::inside;
        text = trimmed(text);
        if (text.empty()) break;
        const char mark = text.front();
        const bool is_combinator = mark == '>' || mark == '+' || mark == '~';
        if (mark == '>') before = Combinator::child_of;
        if (mark == '+' || mark == '~') before = Combinator::beside;
        // A selector that is none of CSS: nothing is known of where it fits.
        if (!is_combinator && !has_read) return std::nullopt;
        if (is_combinator) text = trimmed(text.substr(1));
    }
    if (selector.parts_.empty()) return std::nullopt;
    if (selector.parts_.size() > selector_parts_max) {
        selector.parts_.erase(selector.parts_.begin(), selector.parts_.end() - selector_parts_max);
    }
    return selector;
}

bool CssSelector::fits_part(const ElementFacts& element, const Part& part, std::size_t& steps) {
    ++steps;
    if (!part.name.empty() && element.name != part.name) return false;
    if (!part.id.empty() && element.id != part.id) return false;
    for (const std::string& one : part.classes) {
        steps += element.classes.size();
        if (std::ranges::find(element.classes, one) == element.classes.end()) return false;
    }
    return std::ranges::all_of(part.attributes, [&](const std::string& name) {
        steps += element.element->attributes.length;
        return has_html_attribute(*element.element, name.c_str());
    });
}

// Part by part from the first, for the element and all that it stands in: which of them it can be.
bool CssSelector::fits_within(std::span<const ElementFacts> chain, std::size_t& steps) const {
    std::vector<bool> before(chain.size());
    for (std::size_t number = 0; number < parts_.size(); ++number) {
        const Part& part = parts_[number];
        std::vector<bool> now(chain.size());
        bool has_above = false;
        for (std::size_t at = 0; at < chain.size(); ++at) {
            const bool is_below = number == 0 || part.before == Combinator::beside ||
                                  (part.before == Combinator::inside && has_above) ||
                                  (part.before == Combinator::child_of && at > 0 && before[at - 1]);
            ++steps;
            now[at] = is_below && fits_part(chain[at], part, steps);
            has_above = has_above || before[at];
        }
        before = std::move(now);
    }
    return before.back();
}

bool CssSelector::fits(std::span<const ElementFacts> chain, std::size_t& steps) const {
    if (!fits_part(chain.back(), parts_.back(), steps)) return false;
    return parts_.size() == 1 || fits_within(chain, steps);
}

}  // namespace tanbo::mail::mime
