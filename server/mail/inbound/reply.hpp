#pragma once

#include "server/base/async.hpp"
#include "server/mail/commands/command.hpp"
#include "server/mail/inbound/result.hpp"
#include "server/mail/inbound/work.hpp"

namespace tanbo::mail::inbound {

class InboundQueue;
struct MailServices;

// The result of a mail whose commands were run, with its reply, if it has one.
// Errors: faults. Thread: the inbound worker's I/O thread.
base::Awaitable<protocol::Result<MailResult>> reply_to_mail(const MailServices& services,
                                                            InboundQueue& queue, MailWork& work);

}  // namespace tanbo::mail::inbound
