#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/json/ids.hpp"
#include "protocol/people/queued_mails.hpp"
#include "server/base/clock.hpp"
#include "server/mail/inbound/lmtp/lmtp.hpp"

namespace tanbo::notify {
class SignedTokens;
}

// The place of a mail in the queue, decided when it arrives from what is cheap to see: the token in
// its recipient, and what the mail server in front of us says of its sender.
namespace tanbo::mail::inbound {

using protocol::MailStanding;

// Mails of a share take turns with those of others of their standing.
struct QueuePlace {
    MailStanding standing = MailStanding::stranger;
    std::string share = {};  // the number of an account, or a domain

    bool operator==(const QueuePlace&) const = default;
};

// A mail with its places, but for what the accounts tell.
struct SortedMail {
    LmtpMail mail;
    std::vector<QueuePlace> places;              // one for each recipient
    std::optional<std::string> vouched_address;  // that DMARC vouches for, as a key
};

struct SortingOptions {
    std::string domain = {};
    std::string authserv_id = {};  // empty: no server's word counts
};

// Finds the places of mails.
class MailSorter {
public:
    // Requires: the tokens outlive it.
    MailSorter(const notify::SignedTokens& tokens, SortingOptions options)
        : tokens_(tokens), options_(std::move(options)) {}

    // By tokens and DMARC. A token counts if it is signed and not expired; it can't be forged, and
    // it takes turns of the account that it was sent to. Cost: some 100 us.
    // Thread: any.
    SortedMail sort(LmtpMail mail, base::Instant now) const;

    const std::string& domain() const { return options_.domain; }

private:
    QueuePlace place_of(std::string_view recipient, base::Instant now) const;

    const notify::SignedTokens& tokens_;
    const SortingOptions options_;
};

// The same place once it is known which account has verified the address that is vouched for.
QueuePlace place_of_account(const QueuePlace& place, std::optional<protocol::AccountId> account);

}  // namespace tanbo::mail::inbound
