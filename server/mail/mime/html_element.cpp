#include "server/mail/mime/html_element.hpp"

#include <algorithm>

#include "server/mail/mime/headers.hpp"

namespace tanbo::mail::mime {

std::string html_attribute(const GumboElement& element, const char* name) {
    const GumboAttribute* const found = gumbo_get_attribute(&element.attributes, name);
    return found == nullptr ? "" : lower_case(found->value);
}

bool has_html_attribute(const GumboElement& element, const char* name) {
    return gumbo_get_attribute(&element.attributes, name) != nullptr;
}

bool is_html_name(const GumboElement& element, std::string_view name) {
    if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag) == name;
    GumboStringPiece found = element.original_tag;
    gumbo_tag_from_original_text(&found);
    return found.data != nullptr && lower_case({found.data, found.length}) == name;
}

bool is_one_of_words(std::string_view words, std::string_view word) {
    constexpr std::string_view blanks = " \t\r\n\f";
    while (!words.empty()) {
        const std::size_t end = std::min(words.find_first_of(blanks), words.size());
        if (words.substr(0, end) == word) return true;
        words.remove_prefix(std::min(end + 1, words.size()));
    }
    return false;
}

}  // namespace tanbo::mail::mime
