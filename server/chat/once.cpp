#include "server/chat/once.hpp"

#include <memory>
#include <utility>

#include "server/game/idempotency.hpp"

namespace tanbo::chat {

protocol::Result<std::string> once(store::Transaction& transaction,
                                   const std::optional<game::IdempotencyKey>& key,
                                   engine::Instant now,
                                   const std::function<protocol::Result<std::string>()>& work) {
    const auto decide = [&]() -> protocol::Result<game::Receipt> {
        auto answer = work();
        if (!answer) return answer.error();
        game::Receipt receipt;
        receipt.body = std::make_shared<const std::string>(std::move(*answer));
        return receipt;
    };
    const auto receipt = game::once(transaction, key, now, decide);
    if (!receipt) return receipt.error();
    return *receipt->body;
}

}  // namespace tanbo::chat
