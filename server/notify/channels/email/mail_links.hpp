#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/notify/signed_tokens.hpp"

// The links that mails carry. GET shows a page with a button and changes nothing: programs that
// look into mails follow links; the button's POST acts.
namespace tanbo::notify {

inline constexpr std::string_view unsubscribe_path = "/mail/unsubscribe";
inline constexpr std::string_view confirm_watch_path = "/mail/watch";

// Mails are kept for years, and their links should work.
inline constexpr std::chrono::hours unsubscribe_life{24 * 365 * 2};
inline constexpr std::chrono::hours confirm_watch_life{24 * 3};
// A mail server gives up after five days; some tell it later.
inline constexpr std::chrono::hours bounce_life{24 * 30};

// Stops the mails of that game to the account; without a game, all of them. Its POST takes RFC
// 8058's body, "List-Unsubscribe=One-Click", too.
std::string unsubscribe_link(const SignedTokens& tokens, std::string_view public_url,
                             protocol::AccountId account, std::optional<protocol::GameId> game,
                             base::Instant now);

// Ends a watch by mail. Its POST is one-click, too.
std::string stop_watch_link(const SignedTokens& tokens, std::string_view public_url,
                            protocol::MailWatchId watch, protocol::GameId game, base::Instant now);

// Lets the boards of a game be mailed to who asked for them.
std::string confirm_watch_link(const SignedTokens& tokens, std::string_view public_url,
                               protocol::MailWatchId watch, protocol::GameId game,
                               base::Instant now);

// A link that waits to be mailed, for the present epoch (SignedTokens::renew).
std::string renewed_link(const SignedTokens& tokens, const std::string& link);

// For bounce_address(): of the mail with that number in the outbox.
std::string bounce_token(const SignedTokens& tokens, protocol::MailId mail, base::Instant now);

}  // namespace tanbo::notify
