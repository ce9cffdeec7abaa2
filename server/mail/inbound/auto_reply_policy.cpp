#include "server/mail/inbound/auto_reply_policy.hpp"

#include "server/mail/mime/automatic_signs.hpp"
#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/machine_words.hpp"
#include "server/mail/mime/recipient.hpp"

namespace tanbo::mail::inbound {

std::string_view no_reply_name(NoReply reason) {
    switch (reason) {
        case NoReply::null_sender:
            return "null-sender";
        case NoReply::own_address:
            return "own-address";
        case NoReply::report:
            return "report";
        case NoReply::automatic:
            return "automatic";
        case NoReply::list:
            return "list";
        case NoReply::bulk:
            return "bulk";
        case NoReply::daemon:
            return "daemon";
        case NoReply::vacation:
            return "vacation";
        case NoReply::receipt:
            return "receipt";
    }
    return "";
}

bool is_own_address(std::string_view address, std::string_view domain) {
    return !domain.empty() && mime::read_recipient(address, domain).has_value();
}

bool can_hold_point(NoReply reason) {
    return reason != NoReply::null_sender && reason != NoReply::own_address &&
           reason != NoReply::report && reason != NoReply::receipt;
}

bool is_answer_of_itself(const mime::Mail& mail, NoReply reason) {
    const std::string& submitted = mail.signs.auto_submitted;
    return reason == NoReply::vacation || (!submitted.empty() && submitted != "no");
}

std::optional<NoReply> why_no_reply(const mime::Mail& mail, std::string_view return_path,
                                    std::string_view domain) {
    const std::string_view path = mime::trimmed(return_path);
    if (path.empty() || path == "<>") return NoReply::null_sender;
    const std::string_view from = mail.from ? std::string_view(mail.from->address) : path;
    if (is_own_address(from, domain) || is_own_address(path, domain)) return NoReply::own_address;
    const mime::AutomaticSigns& signs = mail.signs;
    if (signs.is_report) return NoReply::report;
    if (!signs.auto_submitted.empty() && signs.auto_submitted != "no") return NoReply::automatic;
    if (signs.is_autoreply) return NoReply::automatic;
    if (signs.is_from_list) return NoReply::list;
    if (mime::is_bulk(signs.precedence)) return NoReply::bulk;
    const mime::MachineWords& words = mime::machine_words();
    if (words.is_of_program(from) || words.is_of_program(path)) return NoReply::daemon;
    if (words.is_subject(mail.subject, mime::MachineSubject::absence)) return NoReply::vacation;
    if (words.is_subject(mail.subject, mime::MachineSubject::receipt)) return NoReply::receipt;
    return std::nullopt;
}

}  // namespace tanbo::mail::inbound
