#pragma once

#include <gumbo.h>
#include <string>
#include <string_view>
#include <vector>

namespace tanbo::mail::mime {

// The value of an attribute in lower case; empty if there is none.
std::string html_attribute(const GumboElement& element, const char* name);
bool has_html_attribute(const GumboElement& element, const char* name);

// Whether an element, which may be none of HTML's, has that name. Requires: lower case.
bool is_html_name(const GumboElement& element, std::string_view name);

// The answers of an element to selectors, all in lower case.
struct ElementFacts {
    explicit ElementFacts(const GumboElement& from);

    std::string name;
    std::string id;
    std::vector<std::string> classes;
    const GumboElement* element;
};

}  // namespace tanbo::mail::mime
