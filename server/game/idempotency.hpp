#pragma once

#include <chrono>
#include <optional>

#include "protocol/error.hpp"
#include "server/game/referee.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::game {

inline constexpr std::chrono::hours idempotency_kept{24};

// The answer that this key got before, as long as it is kept, or nothing. Errors:
// idempotency_key_reused, where the key came with another request. Throws: store::StorageError.
std::optional<protocol::Result<Receipt>> find_receipt(store::Transaction& transaction,
                                                      const IdempotencyKey& key,
                                                      engine::Instant now);

// Whether an answer is kept for the key. Throws: store::StorageError.
bool has_receipt(store::Reader& reader, const IdempotencyKey& key);

// Keeps an answer for the key. Requires: find_receipt gave nothing in this transaction.
void keep_receipt(store::Transaction& transaction, const IdempotencyKey& key,
                  const Receipt& receipt, engine::Instant now);

}  // namespace tanbo::game
