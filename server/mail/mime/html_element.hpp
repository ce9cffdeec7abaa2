#pragma once

#include <gumbo.h>
#include <string>
#include <string_view>

namespace tanbo::mail::mime {

// The value of an attribute in lower case; empty if there is none.
std::string html_attribute(const GumboElement& element, const char* name);
bool has_html_attribute(const GumboElement& element, const char* name);

// Whether an element, which may be none of HTML's, has that name. Requires: lower case.
bool is_html_name(const GumboElement& element, std::string_view name);

// Whether one of the words between the blanks of `words` is that one.
bool is_one_of_words(std::string_view words, std::string_view word);

}  // namespace tanbo::mail::mime
