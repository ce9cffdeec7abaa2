#include "server/mail/mime/html/html_element.hpp"

#include <algorithm>

#include "protocol/json/words.hpp"

namespace tanbo::mail::mime {

namespace {

std::string html_name(const GumboElement& element) {
    if (element.tag != GUMBO_TAG_UNKNOWN) return gumbo_normalized_tagname(element.tag);
    GumboStringPiece found = element.original_tag;
    gumbo_tag_from_original_text(&found);
    return found.data == nullptr ? "" : protocol::lower({found.data, found.length});
}

}  // namespace

std::string html_attribute(const GumboElement& element, const char* name) {
    const GumboAttribute* const found = gumbo_get_attribute(&element.attributes, name);
    return found == nullptr ? "" : protocol::lower(found->value);
}

bool has_html_attribute(const GumboElement& element, const char* name) {
    return gumbo_get_attribute(&element.attributes, name) != nullptr;
}

bool is_html_name(const GumboElement& element, std::string_view name) {
    return html_name(element) == name;
}

ElementFacts::ElementFacts(const GumboElement& from) : element(&from) {
    constexpr std::string_view blanks = " \t\r\n\f";
    name = html_name(from);
    id = html_attribute(from, "id");
    const std::string all = html_attribute(from, "class");
    std::string_view rest = all;
    while (!rest.empty()) {
        const std::size_t end = std::min(rest.find_first_of(blanks), rest.size());
        if (end > 0) classes.emplace_back(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
}

}  // namespace tanbo::mail::mime
