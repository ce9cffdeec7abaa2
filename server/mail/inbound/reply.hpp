#pragma once

#include "server/base/async.hpp"
#include "server/mail/commands/command.hpp"
#include "server/mail/inbound/result.hpp"
#include "server/mail/inbound/work.hpp"

namespace tanbo::mail::inbound {

// What is to become of a letter whose commands were carried out, with its answer, where it has one.
// Errors: faults. Thread: the clerk's I/O thread.
base::Awaitable<protocol::Result<MailResult>> reply_to_mail(const commands::Services& services,
                                                            MailWork& work);

}  // namespace tanbo::mail::inbound
