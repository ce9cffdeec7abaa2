#include "server/mail/politeness.hpp"

#include "server/mail/automatic_signs.hpp"
#include "server/mail/headers.hpp"
#include "server/mail/machine_words.hpp"
#include "server/mail/recipient.hpp"

namespace tanbo::mail {

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
