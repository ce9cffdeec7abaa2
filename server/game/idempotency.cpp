#include "server/game/idempotency.hpp"

#include <charconv>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "server/base/secrets.hpp"
#include "server/store/error.hpp"
#include "server/store/tables/games/idempotency.hpp"

namespace tanbo::game {

namespace {

constexpr int status_ok = 200;
constexpr std::string_view location_start = "/games/";

// The path of the answer's subject: "/games/42#17" is event 17 of game 42.
std::string to_location(const Receipt& receipt) {
    return std::string(location_start) + to_string(receipt.game) + "#" +
           std::to_string(receipt.seq);
}

Receipt to_receipt(const store::IdempotentAnswer& answer) {
    const std::string location = answer.location.value_or("");
    Receipt receipt;
    const char* const end = location.data() + location.size();
    const char* const start = location.data() + std::min(location_start.size(), location.size());
    std::int64_t game = 0;
    const auto read = std::from_chars(start, end, game);
    receipt.game = GameId(game);
    if (read.ptr != end) std::from_chars(read.ptr + 1, end, receipt.seq);
    receipt.body = std::make_shared<const std::string>(answer.body);
    receipt.is_repeat = true;
    return receipt;
}

protocol::Error reused(const IdempotencyKey& key) {
    protocol::Error error;
    error.code = protocol::Code::idempotency_key_reused;
    error.detail = "The Idempotency-Key " + protocol::quotation(key.key) +
                   " was used for another request. Use a new key.";
    return error;
}

std::optional<store::IdempotentAnswer> claim(store::Transaction& transaction,
                                             const IdempotencyKey& key, engine::Instant now) {
    return store::claim_key(transaction, key.scope, base::sha256(key.key), now);
}

protocol::Result<Receipt> to_result(const store::IdempotentAnswer& answer,
                                    const IdempotencyKey& key) {
    if (answer.request_hash != base::sha256(key.request)) return reused(key);
    return to_receipt(answer);
}

}  // namespace

protocol::Result<Receipt> once(store::Transaction& transaction,
                               const std::optional<IdempotencyKey>& key, engine::Instant now,
                               const std::function<protocol::Result<Receipt>()>& decide) {
    if (!key) return decide();
    if (const auto kept = claim(transaction, *key, now)) return to_result(*kept, *key);
    auto receipt = decide();
    if (receipt) keep_receipt(transaction, *key, *receipt, now);
    return receipt;
}

protocol::Result<std::string> once_as_text(
    store::Transaction& transaction, const std::optional<IdempotencyKey>& key, engine::Instant now,
    const std::function<protocol::Result<std::string>()>& work, GameId game) {
    const auto receipt = once(transaction, key, now, [&]() -> protocol::Result<Receipt> {
        auto text = work();
        if (!text) return text.error();
        auto body = std::make_shared<const std::string>(std::move(*text));
        return Receipt{game, 0, std::move(body), {}, false};
    });
    if (!receipt) return receipt.error();
    return *receipt->body;
}

bool has_receipt(store::Transaction& transaction, const IdempotencyKey& key, engine::Instant now) {
    return claim(transaction, key, now).has_value();
}

void keep_receipt(store::Transaction& transaction, const IdempotencyKey& key,
                  const Receipt& receipt, engine::Instant now) {
    const std::string location = to_location(receipt);
    store::NewIdempotentAnswer answer;
    answer.scope = key.scope;
    answer.key_hash = base::sha256(key.key);
    answer.request_hash = base::sha256(key.request);
    answer.status = status_ok;
    answer.location = location;
    answer.body = *receipt.body;
    answer.created_at = now;
    answer.mail = key.mail;
    // Two may claim a key of one file at once: the next run finds the other's receipt.
    if (!store::insert_answer(transaction, answer)) {
        throw store::StorageError(store::Fault::stale, "An idempotency key is kept twice.");
    }
}

}  // namespace tanbo::game
