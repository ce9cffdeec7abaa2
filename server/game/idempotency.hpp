#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "protocol/json/error.hpp"
#include "server/game/referee.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::game {

// Does something once for each key: yields the answer that the key got before, as long as that is
// kept, else what `decide` yields, which is kept unless it is a refusal. If the same is being done
// meanwhile, by another lane or node, this waits for it. Without a key it is done each time. Every
// command that takes a key goes through here, whichever way it came, before it looks at anything
// else.
//
// Errors: those of `decide`; idempotency_key_reused if the key came with another request.
// Throws: store::StorageError, and what `decide` throws.
protocol::Result<Receipt> once(store::Transaction& transaction,
                               const std::optional<IdempotencyKey>& key, engine::Instant now,
                               const std::function<protocol::Result<Receipt>()>& decide);

// The same for work that answers a text, about a game or none.
protocol::Result<std::string> once_as_text(
    store::Transaction& transaction, const std::optional<IdempotencyKey>& key, engine::Instant now,
    const std::function<protocol::Result<std::string>()>& work, GameId game = {});

// Whether an answer is kept for the key; waits as `once` does. Throws: store::StorageError.
bool has_receipt(store::Transaction& transaction, const IdempotencyKey& key, engine::Instant now);

// Keeps an answer for the key, as `once` does. Requires: none is kept. Throws: store::StorageError
// stale if one is, because another process was asked the same at the same time.
void keep_receipt(store::Transaction& transaction, const IdempotencyKey& key,
                  const Receipt& receipt, engine::Instant now);

}  // namespace tanbo::game
