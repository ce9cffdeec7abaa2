#pragma once

#include "server/storage/chat.hpp"
#include "server/storage/statement.hpp"

// For this folder only.
namespace tanbo::storage {

// Columns from `first` on: id, game, room, author, the author's handle, text, created_at.
ChatMessage message_of(const Query& row, int first);

}  // namespace tanbo::storage
