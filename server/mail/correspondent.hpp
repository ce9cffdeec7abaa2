#pragma once

#include <string>
#include <string_view>

#include "server/base/clock.hpp"
#include "server/mail/letter.hpp"
#include "server/mail/recipient.hpp"
#include "server/mail/writer.hpp"
#include "server/storage/transaction.hpp"

namespace tanbo::mail {

// Whom a letter is from, as far as it and the database tell.
struct Correspondent {
    Writer writer;
    bool is_forged = false;    // the mail server says that the From domain did not send it
    bool has_account = false;  // somebody has verified the From address
};

// Trusts a token that an account was sent, as long as the account may act and still has a mail
// address: that is where its answers go, whatever the From field says. Trusts the From field where
// DMARC vouches for it and an account has verified it; if there is a token of another account, only
// that. Throws: storage::StorageError.
Correspondent acquaint(storage::Reader& reader, const Letter& letter, const Recipient& recipient,
                       const notice::SignedTokens& tokens, std::string_view authserv_id,
                       base::Instant now);

}  // namespace tanbo::mail
