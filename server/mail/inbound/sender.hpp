#pragma once

#include <string>
#include <string_view>

#include "server/base/clock.hpp"
#include "server/mail/commands/sender.hpp"
#include "server/mail/mime/mail.hpp"
#include "server/mail/mime/recipient.hpp"
#include "server/storage/transaction.hpp"

namespace tanbo::mail::inbound {

// Whom a letter is from, as far as it and the database tell.
struct AuthenticatedSender {
    commands::Sender sender;
    bool is_forged = false;        // the mail server says that the From domain did not send it
    bool has_account = false;      // somebody has verified the From address
    bool is_wrong_bearer = false;  // somebody else holds the token that it was sent to
};

// The letter's envelope, and when it arrived.
struct Delivery {
    std::string_view address;  // its recipient
    const mime::Recipient& recipient;
    base::Instant arrived_at;
};

// Whether a token of that purpose speaks for the player that it was sent to.
bool is_for_players(notice::TokenPurpose purpose);

// Trusts the From field where DMARC vouches for it, nothing speaks against its authority
// (authority.hpp) and an account has verified it. Trusts a token that an account was sent, as long
// as the account may act and still has a mail address: that is where its answers go, whatever the
// From field says. But not where DMARC says that somebody else has written it: another account's
// address passes, or one of the token's account fails. Throws: storage::StorageError.
AuthenticatedSender authenticate_sender(storage::Reader& reader, const mime::Mail& letter,
                                        const Delivery& delivery,
                                        const notice::SignedTokens& tokens,
                                        std::string_view authserv_id);

}  // namespace tanbo::mail::inbound
