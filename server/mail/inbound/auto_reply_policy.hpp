#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "server/mail/mime/mail.hpp"

// Which mails are not answered: those that no person has just written. Nor are they obeyed, but for
// a point in the reply to a turn (can_hold_point).
// Source: RFC 3834, 2; machines.txt.
namespace tanbo::mail::inbound {

// In the order in which they are looked for.
enum class NoReply : std::uint8_t {
    null_sender,  // the return path is empty: a bounce, or what must not be bounced
    own_address,  // one of ours wrote it
    report,       // multipart/report
    automatic,    // Auto-Submitted other than no, X-Autoreply, X-Loop, those of ticket systems
    list,         // List-Id, List-Unsubscribe, X-BeenThere
    bulk,         // Precedence bulk, list or junk
    daemon,       // MAILER-DAEMON, postmaster, noreply and their like
    vacation,     // the subject is one of an absent person's mail program
    receipt,      // it says that a mail has been read or deleted
};

// "null-sender" and so on: a label of the metric.
std::string_view no_reply_name(NoReply reason);

// Whether the address is one of mime/recipient.hpp at `domain` (mail.domain): what we send from.
bool is_own_address(std::string_view address, std::string_view domain);

// Whether such a mail may still be a person's, by way of a program that has marked it: then the
// point of a reply is played, in silence. What comes back by itself quotes a mail, and is not.
bool can_hold_point(NoReply reason);

// Whether a program says of itself that it has written the mail, rather than marked one.
bool is_answer_of_itself(const mime::Mail& mail, NoReply reason);

// Why the mail is not answered; nothing if a person seems to have written it.
// `return_path` is the envelope's sender, empty or "<>" if null.
std::optional<NoReply> why_no_reply(const mime::Mail& mail, std::string_view return_path,
                                    std::string_view domain);

}  // namespace tanbo::mail::inbound
