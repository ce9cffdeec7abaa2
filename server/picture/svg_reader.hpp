#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// The subset of SVG in which the server writes boards, link previews and its mark.
namespace tanbo::picture {

// One element that is drawn, with the attributes of the groups around it.
struct SvgElement {
    std::string name;
    std::map<std::string, std::string, std::less<>> attributes;
    std::string text;  // of a <text>, without entities
};

// Elements in the order in which they are drawn.
struct SvgDocument {
    std::map<std::string, std::string, std::less<>> attributes;  // of <svg>
    std::vector<SvgElement> elements;
};

// Reads a document. Of <title>, <desc> and <defs> nothing is kept. Nothing, if it isn't
// well-formed or isn't SVG. Cost: linear.
std::optional<SvgDocument> read_svg(std::string_view text);

// The numbers of a text, which are separated by spaces, commas or signs.
std::vector<double> numbers_of(std::string_view text);

}  // namespace tanbo::picture
