#include "server/mail/inbound/parse.hpp"

#include "server/mail/commands/parse.hpp"
#include "server/mail/inbound/authority.hpp"
#include "server/mail/inbound/queue.hpp"
#include "server/mail/mime/unicode.hpp"

namespace tanbo::mail::inbound {
namespace {

// The Message-ID, or the Date if there is none, or if a third party could have changed it on the
// way.
std::string name_of(const mime::Mail& mail, bool is_proven) {
    const bool is_certain = !is_proven || !mail.from || is_field_signed(mail, "message-id");
    if (!mail.message_id.empty() && is_certain) return mail.message_id;
    if (!is_proven || !mail.dated_at) return mail.date;
    return std::to_string(mail.dated_at->time_since_epoch().count());
}

std::optional<base::Digest> fingerprint_of(const mime::Mail& mail, std::string_view recipient,
                                           const commands::Sender& sender) {
    // Senders known by their address stay so, wherever the mail is forwarded.
    const bool is_anywhere = sender.level == commands::Level::address;
    const std::string name = name_of(mail, is_anywhere);
    if (name.empty()) return std::nullopt;
    // No part has a line feed in it.
    std::string parts = name + "\n";
    parts += (mail.from ? mime::address_key(mail.from->address) : std::string()) + "\n";
    parts += (is_anywhere ? std::string() : mime::address_key(recipient)) + "\n";
    parts += std::to_string(static_cast<int>(sender.level)) + " " +
             to_string(sender.identity ? sender.identity->account : protocol::AccountId{}) + "\n";
    parts += base::to_hex(mail.body_digest);
    return base::sha256(parts);
}

// The LMTP handler has held it to mail.bytes_max, which may be more than a mail has otherwise.
auto read_stored(const protocol::InboundMail& stored, std::chrono::milliseconds time_max) {
    return mime::read_mail(stored.raw, {.bytes_max = stored.raw.size(), .time_max = time_max});
}

bool has_password(const mime::Mail& mail) {
    const commands::MailContext context{.game = {}, .normal_form = mime::normal_form};
    return commands::read_mail_commands(mail.subject, mail.written, context).has_password;
}

// The first address of ours that the mail names with a token that a player was sent.
std::optional<mime::Recipient> first_reply_address(const mime::Mail& mail,
                                                   const ParseOptions& options, base::Instant now) {
    for (const std::vector<std::string>* const field : {&mail.to, &mail.cc}) {
        for (const std::string& address : *field) {
            const auto recipient = mime::read_recipient(address, options.domain);
            if (!recipient || recipient->kind != mime::RecipientKind::reply) continue;
            const auto claim = options.tokens.read(recipient->token, now);
            if (claim && is_for_players(claim->purpose)) return recipient;
        }
    }
    return std::nullopt;
}

bool is_answered_elsewhere(const mime::Mail& mail, std::string_view address,
                           const ParseOptions& options, base::Instant now) {
    const auto first = first_reply_address(mail, options, now);
    return first && first != mime::read_recipient(mime::address_key(address), options.domain);
}

}  // namespace

bool holds_password(const protocol::InboundMail& stored) {
    const auto mail = read_stored(stored, mime::ReadingLimits{}.time_max);
    return mail && has_password(*mail);
}

ParsedMail receive(InboundQueue& queue, const protocol::InboundMail& stored,
                   const ParseOptions& options, base::Instant now) {
    ParsedMail parsed;
    parsed.recipient = mime::read_recipient(stored.recipient, options.domain);
    auto mail = read_stored(stored, options.reading_time_max);
    if (!mail) {
        parsed.fault = mail.error();
        mail = mime::read_header(stored.raw);
        parsed.has_header = mail.has_value();
        if (!parsed.has_header) return parsed;
    }
    parsed.mail = std::move(*mail);
    parsed.has_password = has_password(parsed.mail);
    parsed.no_reply = why_no_reply(parsed.mail, stored.sender, options.domain);
    if (!parsed.recipient) return parsed;
    parsed.is_answered_elsewhere =
        is_answered_elsewhere(parsed.mail, stored.recipient, options, now);
    queue.read_now([&](store::Reader& reader) {
        const Delivery delivery{stored.recipient, *parsed.recipient, now, options.domain};
        parsed.from =
            authenticate_sender(reader, parsed.mail, delivery, options.tokens, options.authserv_id);
        parsed.fingerprint = fingerprint_of(parsed.mail, stored.recipient, parsed.from.sender);
        if (parsed.fingerprint) {
            parsed.earlier = find_processed(reader, *parsed.fingerprint, stored.id);
        }
    });
    return parsed;
}

}  // namespace tanbo::mail::inbound
