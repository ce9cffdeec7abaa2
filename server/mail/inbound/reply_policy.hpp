#pragma once

#include <cstdint>

#include "server/mail/commands/parse.hpp"
#include "server/mail/inbound/sender.hpp"

// Who is answered: a function of who has sent a mail and what it asks.
namespace tanbo::mail::inbound {

enum class Handling : std::uint8_t {
    reply,          // its commands are run, and their sender is told what came of them
    without_reply,  // they are run, and nobody is told, unless a password shows who asks
    drop_forged,    // the mail server says that somebody else has sent it
    drop_unknown,   // nobody knows who has sent it, and it asks nothing that anybody may
};

// A mail to an address that is only claimed might go to somebody who has never heard of this
// server: a stranger is answered if they ask what anybody may, or the address is known or theirs.
// `takes_passwords`: the classic form is on.
Handling handling_of(const AuthenticatedSender& from, const commands::MailRequest& request,
                     bool takes_passwords);

}  // namespace tanbo::mail::inbound
