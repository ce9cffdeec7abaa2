#pragma once

#include "protocol/json/ids.hpp"
#include "protocol/people/chat.hpp"
#include "server/game/game_transaction.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::chat {

// Tells the accounts that the line names, by a notice of the kind chat-mention: players of the game
// and those who watch it, if they may read the room and have not muted the author. No others: a
// line beside a public game must not reach strangers.
//
// Throws: store::StorageError. Thread: the writer thread.
void notify_mentioned(store::Transaction& transaction, protocol::GameId game,
                      const engine::Match& match, const protocol::ChatLine& line,
                      protocol::AccountId author);

}  // namespace tanbo::chat
