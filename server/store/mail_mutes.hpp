#pragma once

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Games whose mails an account wants no more.
namespace tanbo::store {

// Of each account; the oldest one goes as another comes.
inline constexpr int mail_mutes_max = 1'000;

// Whether the account wants no mails of the game.
bool is_mail_muted(Reader& reader, AccountId account, GameId game);
void mute_mail(Transaction& transaction, AccountId account, GameId game, Instant now);

}  // namespace tanbo::store
