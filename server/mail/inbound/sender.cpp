#include "server/mail/inbound/sender.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "server/account/mail_users.hpp"
#include "server/base/time_zone.hpp"
#include "server/mail/inbound/authentication.hpp"
#include "server/mail/inbound/authority.hpp"
#include "server/mail/outbound/zone.hpp"
#include "server/notify/channels/email/mail_names.hpp"

namespace tanbo::mail::inbound {
namespace {

using notify::TokenFault;
using notify::TokenPurpose;

void become(commands::Sender& sender, store::Reader& reader, account::Identity identity,
            commands::Level level, std::string address) {
    sender.level = level;
    sender.address = std::move(address);
    sender.zone = outbound::zone_of(reader, identity.account, base::TimeZones::system());
    sender.identity = std::move(identity);
}

void read_token(commands::Sender& sender, store::Reader& reader, const std::string& token,
                const notify::SignedTokens& tokens, base::Instant now) {
    const auto claim = tokens.read(token, now);
    if (!claim) {
        sender.token_fault = claim.error();
        return;
    }
    const auto id = claim->account();
    auto user = is_for_players(claim->purpose) ? account::find_mail_user(reader, id) : std::nullopt;
    auto address = user ? account::mail_address_of(reader, id) : std::nullopt;
    if (!address) {
        sender.token_fault = TokenFault::bad;
        return;
    }
    become(sender, reader, std::move(*user), commands::Level::token, std::move(*address));
    sender.claim = *claim;
}

// Whether it answers a mail of another epoch, or was written in one.
bool is_of_another_epoch(const mime::Mail& mail, const notify::SignedTokens& tokens,
                         std::string_view domain) {
    // A mail tells the second in which it was written, and no part of it.
    constexpr std::chrono::seconds precision{1};
    if (mail.dated_at && *mail.dated_at + precision <= tokens.since()) return true;
    if (mail.references.empty()) return false;
    const auto epoch = notify::epoch_of_mail(mail.references.back(), domain);
    return epoch && *epoch != tokens.epoch();
}

// The account that has verified the From address.
std::optional<account::Identity> account_of_from(store::Reader& reader, const mime::Mail& mail) {
    if (!mail.from) return std::nullopt;
    return account::find_mail_user(reader, mime::address_key(mail.from->address));
}

// Doubts a token that somebody else has got hold of, by an answer to all or a mail that was sent
// on. Its bearer is told, or its owner if the bearer is unknown.
void distrust_bearer(AuthenticatedSender& who, const mime::Mail& mail, Trust trust) {
    commands::Sender& sender = who.sender;
    if (trust == Trust::denied_bearer) {
        sender.doubt = "It is from your address, but your provider denies that you sent it.";
    } else {
        sender.doubt =
            "You wrote to the reply address of another player. Reply to an email that the server "
            "sent you.";
        sender.address = mail.from->address;
    }
    who.is_wrong_bearer = true;
    who.is_forged = false;
    sender.level = commands::Level::unknown;
    sender.identity.reset();
    sender.claim.reset();
}

}  // namespace

bool is_for_players(TokenPurpose purpose) {
    return purpose == TokenPurpose::turn || purpose == TokenPurpose::resign ||
           purpose == TokenPurpose::leave || purpose == TokenPurpose::challenge;
}

Trust trust_in(const SenderEvidence& evidence) {
    const auto& [token_account, from_account, is_author, is_forged, may_act] = evidence;
    if (token_account && from_account) {
        const bool is_owner = *token_account == *from_account;
        if (is_owner && is_forged) return Trust::denied_bearer;
        if (!is_owner && is_author) return Trust::other_bearer;
    }
    if (from_account && may_act) return Trust::address;
    return token_account ? Trust::token : Trust::none;
}

AuthenticatedSender authenticate_sender(store::Reader& reader, const mime::Mail& mail,
                                        const Delivery& delivery,
                                        const notify::SignedTokens& tokens,
                                        std::string_view authserv_id) {
    AuthenticatedSender who;
    commands::Sender& sender = who.sender;
    if (mail.from) sender.address = mail.from->address;
    const Denial denial = denial_of(mail, authserv_id);
    const bool is_author = is_from_vouched(mail, authserv_id);
    who.is_forged = denial == Denial::fail;
    who.is_unchecked = denial == Denial::unknown;
    if (delivery.recipient.kind == mime::RecipientKind::reply) {
        read_token(sender, reader, delivery.recipient.token, tokens, delivery.arrived_at);
    }
    sender.is_superseded = sender.token_fault == TokenFault::superseded ||
                           (!sender.claim && is_of_another_epoch(mail, tokens, delivery.domain));
    auto account = account_of_from(reader, mail);
    who.has_account = account.has_value();
    auto fault = is_author
                     ? why_not_authority(mail, delivery.address, authserv_id, delivery.arrived_at)
                     : std::nullopt;
    sender.is_vouched = is_author && !fault && !who.is_unchecked;
    SenderEvidence evidence{
        .is_author = is_author, .is_forged = who.is_forged, .may_act = sender.is_vouched};
    if (sender.identity) evidence.token_account = sender.identity->account;
    if (account) evidence.from_account = account->account;
    const Trust trust = trust_in(evidence);
    if (trust == Trust::denied_bearer || trust == Trust::other_bearer) {
        distrust_bearer(who, mail, trust);
        return who;
    }
    if (trust == Trust::address) {
        become(sender, reader, std::move(*account), commands::Level::address, mail.from->address);
    }
    if (fault) sender.doubt = std::move(*fault);
    return who;
}

}  // namespace tanbo::mail::inbound
