#pragma once

#include "server/base/threads/async.hpp"
#include "server/mail/commands/command.hpp"
#include "server/mail/inbound/result.hpp"
#include "server/mail/inbound/work.hpp"

namespace tanbo::mail::inbound {

class InboundQueue;
class ReplyLimit;
struct MailServices;

// The result of a mail after its commands were run, with its reply, if it has one.
// Errors: faults. Thread: the inbound worker's I/O thread.
base::Awaitable<protocol::Result<MailResult>> reply_to_mail(const MailServices& services,
                                                            InboundQueue& queue, ReplyLimit& limit,
                                                            MailWork& work);

// The result of a mail if its writer could not be found out: nothing of it is done, and its address
// is asked once a day to send it again. It has no fingerprint, as its copy must act. Errors and
// thread: as reply_to_mail.
base::Awaitable<protocol::Result<MailResult>> ask_again(InboundQueue& queue, const MailWork& work);

}  // namespace tanbo::mail::inbound
