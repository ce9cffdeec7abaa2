#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/notify/signed_tokens.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::notify {

// The subject of a link of a mail.
struct MailLink {
    TokenPurpose purpose = TokenPurpose::unsubscribe;
    std::optional<protocol::GameId> game = {};
};

// Acts for which the pages that mails lead to have a button.
enum class MailButton : std::uint8_t { unsubscribe, confirm_watch };

// The effects of the links of mails, which any holder of the mail can use without a password. Each
// is harmless to repeat.
//
// Errors of all: bad_link. Of those that act: storage_unavailable, overloaded, shutting_down.
// Thread: any I/O thread.
class MailChoices {
public:
    // Requires: the writer outlives the last answer.
    MailChoices(store::Store& store, base::Clock clock);

    const SignedTokens& tokens() const { return tokens_; }

    // The effect of the button; nothing is done.
    protocol::Result<MailLink> read(const std::string& token, MailButton button) const;

    // Mails no more: of a game to an account or a spectator, or of anything to an account, which
    // turns its mode off. What waits to be sent of it is dropped.
    base::Awaitable<protocol::Result<MailLink>> unsubscribe(std::string token);

    // From now on the boards of a game are mailed. Errors: game_over; bad_link if it was not asked
    // for lately.
    base::Awaitable<protocol::Result<MailLink>> confirm_watch(std::string token);

private:
    protocol::Result<TokenClaim> claim_of(const std::string& token, MailButton button,
                                          base::Instant now) const;

    store::Store& store_;
    base::Clock clock_;
    SignedTokens tokens_;
};

}  // namespace tanbo::notify
