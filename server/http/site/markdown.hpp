#pragma once

#include <string_view>
#include <vector>

#include "server/http/template.hpp"

namespace tanbo::http {

// A strict small part of Markdown as values of templates, which escape every text: headings (#,
// ##), paragraphs, lists (- or *), **strong**, *emphasis* and [links](https://...). HTML stays
// text, and so does a link that is neither http, https nor mailto.
//
// Each block has one list of one element, by its kind: "heading", "subheading" or "paragraph" with
// "spans", or "list" with "items" that have "spans" each. A span has "plain", "strong" or
// "emphasis"; or "target" and "label".
std::vector<TemplateData> markdown_blocks(std::string_view text);

}  // namespace tanbo::http
