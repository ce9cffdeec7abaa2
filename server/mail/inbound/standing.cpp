#include "server/mail/inbound/standing.hpp"

#include <utility>

#include "server/mail/inbound/authentication.hpp"
#include "server/mail/inbound/sender.hpp"
#include "server/mail/mime/headers.hpp"
#include "server/mail/mime/recipient.hpp"
#include "server/mail/mime/signature_field.hpp"
#include "server/notify/signed_tokens.hpp"

namespace tanbo::mail::inbound {
namespace {

// Any number of hosts can be below a domain.
std::string share_of_address(std::string_view address) {
    const std::string domain = mime::address_domain(address);
    return std::string(mime::organisational_domain(domain));
}

}  // namespace

SortedMail MailSorter::sort(LmtpMail mail, base::Instant now) const {
    SortedMail sorted;
    const mime::Mail origin = mime::read_origin(mail.raw);
    QueuePlace by_sender{MailStanding::stranger, share_of_address(mail.sender)};
    if (is_from_vouched(origin, options_.authserv_id)) {
        sorted.vouched_address = mime::address_key(origin.from->address);
        by_sender = {MailStanding::vouched, share_of_address(*sorted.vouched_address)};
    }
    for (const std::string& recipient : mail.recipients) {
        const QueuePlace place = place_of(recipient, now);
        const bool is_stranger = place.standing == MailStanding::stranger;
        sorted.places.push_back(is_stranger ? by_sender : place);
    }
    sorted.mail = std::move(mail);
    return sorted;
}

QueuePlace MailSorter::place_of(std::string_view recipient, base::Instant now) const {
    const auto read = mime::read_recipient(recipient, options_.domain);
    const bool has_token = read && (read->kind == mime::RecipientKind::reply ||
                                    read->kind == mime::RecipientKind::bounce);
    if (!has_token) return {};
    const auto claim = tokens_.read(read->token, now);
    if (!claim) return {};
    if (is_for_players(claim->purpose) || claim->purpose == notify::TokenPurpose::unsubscribe) {
        return {MailStanding::token, to_string(claim->account())};
    }
    // Everybody can gather these: all of them take turns as one.
    return {MailStanding::vouched, "tokens"};
}

QueuePlace place_of_account(const QueuePlace& place, std::optional<protocol::AccountId> account) {
    if (!account || place.standing == MailStanding::token) return place;
    return {MailStanding::account, to_string(*account)};
}

}  // namespace tanbo::mail::inbound
