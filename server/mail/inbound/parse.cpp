#include "server/mail/inbound/parse.hpp"

#include "server/mail/commands/parse.hpp"
#include "server/mail/mime/unicode.hpp"
#include "server/store/store.hpp"

namespace tanbo::mail::inbound {
namespace {

std::optional<base::Digest> fingerprint_of(const mime::Mail& letter, std::string_view recipient,
                                           const commands::Sender& sender) {
    const std::string& name = letter.message_id.empty() ? letter.date : letter.message_id;
    if (name.empty()) return std::nullopt;
    // No part has a line feed in it.
    std::string parts = name + "\n";
    parts += (letter.from ? mime::address_key(letter.from->address) : std::string()) + "\n";
    // Who is known by their address is so wherever the letter is sent on to.
    const bool is_anywhere = sender.level == commands::Level::address;
    parts += (is_anywhere ? std::string() : mime::address_key(recipient)) + "\n";
    parts += std::to_string(static_cast<int>(sender.level)) + " " +
             to_string(sender.identity ? sender.identity->account : protocol::AccountId{}) + "\n";
    parts += base::to_hex(letter.body_digest);
    return base::sha256(parts);
}

std::optional<store::Letter> find_earlier(store::Reader& reader, const ParsedMail& parsed,
                                          protocol::LetterId id) {
    if (!parsed.fingerprint) return std::nullopt;
    const auto found = store::find_letter_by_fingerprint(reader, *parsed.fingerprint);
    if (!found || *found == id) return std::nullopt;
    return store::find_letter(reader, *found);
}

// The LMTP handler has held it to mail.bytes_max, which may be more than a letter has otherwise.
auto read_stored(const store::Letter& stored, std::chrono::milliseconds time_max) {
    return mime::read_mail(stored.raw, {.bytes_max = stored.raw.size(), .time_max = time_max});
}

bool has_password(const mime::Mail& letter) {
    const commands::MailContext context{.game = {}, .normal_form = mime::normal_form};
    return commands::read_mail_commands(letter.subject, letter.written, context).has_password;
}

// The first address of ours that the letter names and whose token a player was sent.
std::optional<mime::Recipient> first_reply_address(const mime::Mail& letter,
                                                   const ParseOptions& options, base::Instant now) {
    for (const std::vector<std::string>* const field : {&letter.to, &letter.cc}) {
        for (const std::string& address : *field) {
            const auto recipient = mime::read_recipient(address, options.domain);
            if (!recipient || recipient->kind != mime::RecipientKind::reply) continue;
            const auto claim = options.tokens.read(recipient->token, now);
            if (claim && is_for_players(claim->purpose)) return recipient;
        }
    }
    return std::nullopt;
}

bool is_answered_elsewhere(const mime::Mail& letter, std::string_view address,
                           const ParseOptions& options, base::Instant now) {
    const auto first = first_reply_address(letter, options, now);
    return first && first != mime::read_recipient(mime::address_key(address), options.domain);
}

}  // namespace

bool holds_password(const store::Letter& stored) {
    const auto letter = read_stored(stored, mime::ReadingLimits{}.time_max);
    return letter && has_password(*letter);
}

ParsedMail receive(store::Store& store, const store::Letter& stored, const ParseOptions& options,
                   base::Instant now) {
    ParsedMail parsed;
    parsed.recipient = mime::read_recipient(stored.recipient, options.domain);
    auto letter = read_stored(stored, options.reading_time_max);
    if (!letter) {
        parsed.fault = letter.error();
        return parsed;
    }
    parsed.letter = std::move(*letter);
    parsed.has_password = has_password(parsed.letter);
    parsed.no_reply = why_no_reply(parsed.letter, stored.sender, options.domain);
    if (!parsed.recipient) return parsed;
    parsed.is_answered_elsewhere =
        is_answered_elsewhere(parsed.letter, stored.recipient, options, now);
    store.read_now([&](store::Reader& reader) {
        const Delivery delivery{stored.recipient, *parsed.recipient, now};
        parsed.from = authenticate_sender(reader, parsed.letter, delivery, options.tokens,
                                          options.authserv_id);
        parsed.fingerprint = fingerprint_of(parsed.letter, stored.recipient, parsed.from.sender);
        parsed.earlier = find_earlier(reader, parsed, stored.id);
    });
    return parsed;
}

}  // namespace tanbo::mail::inbound
