#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "protocol/people/queued_mails.hpp"
#include "server/mail/inbound/auto_reply_policy.hpp"
#include "server/mail/inbound/sender.hpp"
#include "server/mail/mime/mail.hpp"
#include "server/mail/mime/recipient.hpp"

// A stored mail as it is, before anything is done about it.
namespace tanbo::mail::inbound {

class InboundQueue;

struct ParseOptions {
    std::string domain;
    std::string authserv_id;
    const notify::SignedTokens& tokens;
    std::chrono::milliseconds reading_time_max = mime::ReadingLimits{}.time_max;
};

struct ParsedMail {
    std::optional<mime::Recipient> recipient;  // nothing: not for us
    std::optional<mime::ReadingFault> fault;   // why it can't be read
    bool has_header = true;                    // false: nor its header; then what follows is empty
    mime::Mail mail = {};
    bool has_password = false;  // somewhere in what its writer wrote
    std::optional<NoReply> no_reply = {};
    AuthenticatedSender from = {};
    // The common part of two copies of a mail: Message-ID (or Date), From, body and the proven
    // writer: a forger's copy, sent first, doesn't count as the same. Also the recipient, unless
    // the writer is known by their address: then it acts once, wherever it is sent. Nothing if it
    // has neither Message-ID nor Date.
    std::optional<base::Digest> fingerprint = {};
    std::optional<protocol::InboundMail> earlier = {};  // of the same fingerprint, worked through
    // It was sent to several of our addresses, as an answer to all is: unless this copy has
    // changed something, the answer is that of the copy to the first of them that is good for
    // replies.
    bool is_answered_elsewhere = false;
};

// Whether there is a password in what its writer wrote, as far as it can be read. Cost: as receive.
bool holds_password(const protocol::InboundMail& stored);

// Reads the mail and looks up who it may be from. Throws: store::StorageError.
// Cost: a millisecond or so; bounded as mime::read_mail is. Thread: any that may block.
ParsedMail receive(InboundQueue& queue, const protocol::InboundMail& stored,
                   const ParseOptions& options, base::Instant now);

}  // namespace tanbo::mail::inbound
