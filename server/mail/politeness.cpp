#include "server/mail/politeness.hpp"

#include "server/mail/headers.hpp"
#include "server/mail/machine_words.hpp"
#include "server/mail/recipient.hpp"

namespace tanbo::mail {

namespace {

// "auto-replied" of "(Sieve) auto-replied (vacation); owner-email=...". What begins otherwise than
// with a word is its own keyword: it is not "no".
std::string keyword(std::string_view value) {
    value = trimmed(value);
    while (value.starts_with('(') && value.find(')') != std::string_view::npos) {
        value = trimmed(value.substr(value.find(')') + 1));
    }
    const std::size_t end = value.find_first_of("; \t(\r\n");
    return lower_case(end == 0 ? value : value.substr(0, end));
}

bool is_bulk(std::string_view precedence) {
    return precedence == "bulk" || precedence == "list" || precedence == "junk" ||
           precedence == "auto_reply";
}

}  // namespace

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
    return signs;
}

std::string_view silence_name(Silence silence) {
    switch (silence) {
        case Silence::null_sender:
            return "null-sender";
        case Silence::own_address:
            return "own-address";
        case Silence::report:
            return "report";
        case Silence::automatic:
            return "automatic";
        case Silence::list:
            return "list";
        case Silence::bulk:
            return "bulk";
        case Silence::daemon:
            return "daemon";
        case Silence::vacation:
            return "vacation";
        case Silence::receipt:
            return "receipt";
    }
    return "";
}

bool is_own_address(std::string_view address, std::string_view domain) {
    return !domain.empty() && read_recipient(address, domain).has_value();
}

std::optional<Silence> silence_about(const Letter& letter, std::string_view return_path,
                                     std::string_view domain) {
    const std::string_view path = trimmed(return_path);
    if (path.empty() || path == "<>") return Silence::null_sender;
    const std::string_view from = letter.from ? std::string_view(letter.from->address) : path;
    if (is_own_address(from, domain) || is_own_address(path, domain)) return Silence::own_address;
    const AutomaticSigns& signs = letter.signs;
    if (signs.is_report) return Silence::report;
    if (!signs.auto_submitted.empty() && signs.auto_submitted != "no") return Silence::automatic;
    if (signs.is_autoreply) return Silence::automatic;
    if (signs.is_from_list) return Silence::list;
    if (is_bulk(signs.precedence)) return Silence::bulk;
    const MachineWords& words = machine_words();
    if (words.is_of_program(from) || words.is_of_program(path)) return Silence::daemon;
    if (words.is_subject(letter.subject, MachineSubject::absence)) return Silence::vacation;
    if (words.is_subject(letter.subject, MachineSubject::receipt)) return Silence::receipt;
    return std::nullopt;
}

}  // namespace tanbo::mail
