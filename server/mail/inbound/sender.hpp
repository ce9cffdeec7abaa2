#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/mail/commands/sender.hpp"
#include "server/mail/mime/mail.hpp"
#include "server/mail/mime/recipient.hpp"

namespace tanbo::store {
class Reader;
}

namespace tanbo::mail::inbound {

// Whom a mail is from, as far as it and the database tell.
struct AuthenticatedSender {
    commands::Sender sender;
    bool is_forged = false;        // the mail server says that the From domain did not send it
    bool is_unchecked = false;     // it could not find out, as the domain's DNS did not answer
    bool has_account = false;      // somebody has verified the From address
    bool is_wrong_bearer = false;  // somebody else holds the token that it was sent to
};

// The mail's envelope, and when it arrived.
struct Delivery {
    std::string_view address;  // its recipient
    const mime::Recipient& recipient;
    base::Instant arrived_at;
    std::string_view domain;  // the server's
};

// Whether a token of that purpose speaks for the player that it was sent to.
bool is_for_players(notify::TokenPurpose purpose);

// The facts about who has sent a mail.
struct SenderEvidence {
    std::optional<protocol::AccountId> token_account = {};  // owner of the token it was sent to
    std::optional<protocol::AccountId> from_account = {};   // that has verified the From address
    bool is_author = false;                                 // DMARC vouches for the From domain
    bool is_forged = false;                                 // DMARC denies it
    bool may_act = false;  // is_author, and nothing speaks against its authority (authority.hpp)
};

enum class Trust : std::uint8_t {
    none,
    token,          // in the account that the token belongs to
    address,        // in the account that has verified the From address
    denied_bearer,  // none: the token's account is named in From, and DMARC denies that
    other_bearer,   // none: somebody else than the token's account has written it
};

// Whom a mail is believed to be from.
Trust trust_in(const SenderEvidence& evidence);

// Trusts the From field if DMARC vouches for it, nothing speaks against its authority
// (authority.hpp) and an account has verified it. Trusts a token that an account was sent, as long
// as the account may act and still has a mail address: that is where its answers go, whatever the
// From field says. But not if DMARC says that somebody else has written it: another account's
// address passes, or one of the token's account fails. Throws: store::StorageError.
AuthenticatedSender authenticate_sender(store::Reader& reader, const mime::Mail& mail,
                                        const Delivery& delivery,
                                        const notify::SignedTokens& tokens,
                                        std::string_view authserv_id);

}  // namespace tanbo::mail::inbound
