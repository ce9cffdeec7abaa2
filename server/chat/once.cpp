#include "server/chat/once.hpp"

#include <memory>

#include "server/game/idempotency.hpp"

namespace tanbo::chat {

protocol::Result<std::string> once(store::Transaction& transaction,
                                   const std::optional<game::IdempotencyKey>& key,
                                   engine::Instant now,
                                   const std::function<protocol::Result<std::string>()>& work) {
    if (!key) return work();
    if (auto receipt = game::find_receipt(transaction, *key, now)) {
        if (!*receipt) return receipt->error();
        return *(*receipt)->body;
    }
    auto answer = work();
    if (!answer) return answer;
    game::Receipt receipt;
    receipt.body = std::make_shared<const std::string>(*answer);
    game::keep_receipt(transaction, *key, receipt, now);
    return answer;
}

}  // namespace tanbo::chat
