#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/notify/signed_tokens.hpp"
#include "server/store/tables/messages/mail_watches.hpp"

namespace tanbo::store {
class Store;
class Transaction;
}  // namespace tanbo::store

namespace tanbo::notify {

// Somebody without an account asks to follow a game by mail. A link is mailed to the address that
// confirms it (kind "confirm-watch"), at most one a day for a game; if they follow it already, the
// mode is changed to what they say.
//
// Errors: no_such_game, also if it is private; game_over; limit_reached (of the address, of the
// game). Throws: store::StorageError.
protocol::Result<store::MailWatch> ask_mail_watch(store::Transaction& transaction,
                                                  const SignedTokens& tokens,
                                                  std::string_view public_url,
                                                  std::string_view address, protocol::GameId game,
                                                  store::MailWatchMode mode, base::Instant now);

// By a mail from that address itself. False if it does not follow the game.
bool stop_mail_watch(store::Transaction& transaction, std::string_view address,
                     protocol::GameId game, base::Instant now);

}  // namespace tanbo::notify
