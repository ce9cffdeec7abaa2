#pragma once

#include "server/store/statement.hpp"
#include "server/store/tables/messages/chat.hpp"

// For this folder only.
namespace tanbo::store {

// Columns from `first` on: id, game, room, author, the author's handle, text, created_at.
ChatMessage message_of(const Query& row, int first);

}  // namespace tanbo::store
