#include "server/mail/inbound/auto_reply_policy.hpp"

#include "server/mail/mime/automatic_signs.hpp"
#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/machine_words.hpp"
#include "server/mail/mime/recipient.hpp"

namespace tanbo::mail::inbound {

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
    return !domain.empty() && mime::read_recipient(address, domain).has_value();
}

std::optional<Silence> silence_about(const mime::Letter& letter, std::string_view return_path,
                                     std::string_view domain) {
    const std::string_view path = mime::trimmed(return_path);
    if (path.empty() || path == "<>") return Silence::null_sender;
    const std::string_view from = letter.from ? std::string_view(letter.from->address) : path;
    if (is_own_address(from, domain) || is_own_address(path, domain)) return Silence::own_address;
    const mime::AutomaticSigns& signs = letter.signs;
    if (signs.is_report) return Silence::report;
    if (!signs.auto_submitted.empty() && signs.auto_submitted != "no") return Silence::automatic;
    if (signs.is_autoreply) return Silence::automatic;
    if (signs.is_from_list) return Silence::list;
    if (mime::is_bulk(signs.precedence)) return Silence::bulk;
    const mime::MachineWords& words = mime::machine_words();
    if (words.is_of_program(from) || words.is_of_program(path)) return Silence::daemon;
    if (words.is_subject(letter.subject, mime::MachineSubject::absence)) return Silence::vacation;
    if (words.is_subject(letter.subject, mime::MachineSubject::receipt)) return Silence::receipt;
    return std::nullopt;
}

}  // namespace tanbo::mail::inbound
