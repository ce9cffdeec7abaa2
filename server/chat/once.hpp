#pragma once

#include <functional>
#include <optional>
#include <string>

#include "protocol/json/error.hpp"
#include "server/game/referee.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::chat {

// The answer of `work`, kept for the key if there is one; if the key was used before, what it
// got then. Errors: idempotency_key_reused; those of `work`. Throws: store::StorageError and what
// `work` throws. Thread: the writer thread.
protocol::Result<std::string> once(store::Transaction& transaction,
                                   const std::optional<game::IdempotencyKey>& key,
                                   engine::Instant now,
                                   const std::function<protocol::Result<std::string>()>& work);

}  // namespace tanbo::chat
