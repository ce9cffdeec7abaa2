#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "server/mail/commands/command.hpp"
#include "server/mail/inbound/parse.hpp"
#include "server/mail/inbound/result.hpp"

// Mails in which commands are not looked for: what can't be read, what programs wrote (but for the
// reply to a mail of a turn), bounces and copies.
namespace tanbo::mail::inbound {

class InboundQueue;

// The fate of the mail; nothing if somebody is to look for commands. Throws:
// store::StorageError. Thread: any that may block.
std::optional<MailResult> triage(const ParsedMail& parsed, const notify::SignedTokens& tokens,
                                 std::string_view domain, InboundQueue& queue, base::Instant now);

// The outcome of a mail that can't be read.
std::string unread_outcome(mime::ReadingFault fault);
// "dropped-automatic": the outcome of a mail that a program wrote.
std::string dropped_outcome(NoReply reason);

// Whether it is what mail programs send for their users to the address in List-Unsubscribe:
// whatever it says, it has no other purpose, and no answer.
bool is_unsubscribing(const ParsedMail& parsed, const notify::SignedTokens& tokens,
                      base::Instant now);

}  // namespace tanbo::mail::inbound
