#include "server/mail/mime/automatic_signs.hpp"

#include <string>

#include "protocol/json/words.hpp"
#include "server/mail/mime/machine_words.hpp"

namespace tanbo::mail::mime {

namespace {

// "auto-replied" of "(Sieve) auto-replied (vacation); owner-email=...". What begins otherwise than
// with a word is its own keyword: it is not "no".
std::string keyword(std::string_view value) {
    value = trimmed(value);
    while (value.starts_with('(') && value.find(')') != std::string_view::npos) {
        value = trimmed(value.substr(value.find(')') + 1));
    }
    const std::size_t end = value.find_first_of("; \t(\r\n");
    return protocol::lower(end == 0 ? value : value.substr(0, end));
}

}  // namespace

bool is_bulk(std::string_view precedence) {
    return precedence == "bulk" || precedence == "list" || precedence == "junk" ||
           precedence == "auto_reply";
}

AutomaticSigns read_automatic_signs(const HeaderBlock& headers) {
    AutomaticSigns signs;
    // Of several the one that says more.
    for (const HeaderField& field : headers.fields) {
        const bool is_human = signs.auto_submitted.empty() || signs.auto_submitted == "no";
        if (field.name == "auto-submitted" && is_human) signs.auto_submitted = keyword(field.value);
        if (field.name == "precedence" && !is_bulk(signs.precedence)) {
            signs.precedence = keyword(field.value);
        }
    }
    signs.is_from_list = machine_words().is_from_list(headers);
    signs.is_autoreply = machine_words().is_automatic(headers);
    signs.wants_no_answers = machine_words().wants_no_answers(headers);
    return signs;
}

}  // namespace tanbo::mail::mime
