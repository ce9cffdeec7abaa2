#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// HTML made of templates (server/http/templates, Mustache), in which every text is escaped.
namespace tanbo::http {

// The values that a template is filled in with. A text that is empty is as good as one that is not
// there: a section of its name is left out. A list's section stands once for each of its elements.
struct TemplateData {
    std::vector<std::pair<std::string, std::string>> texts = {};
    std::vector<std::pair<std::string, std::vector<TemplateData>>> lists = {};
};

struct Template {
    std::string_view name;  // of its file: "message"
    std::string_view text;
};

// All that are compiled in. Those with names that begin with "part_" may stand within others.
std::span<const Template> templates();

// The template of that name, filled in. Requires: there is one.
std::string rendered(std::string_view name, const TemplateData& data);

// The same of a template's text. Throws: std::logic_error if it is no sound template.
std::string rendered_text(std::string_view text, const TemplateData& data);

}  // namespace tanbo::http
