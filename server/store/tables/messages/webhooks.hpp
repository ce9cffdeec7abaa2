#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

inline constexpr int webhooks_max = 5;              // of an account
inline constexpr int deliveries_waiting_max = 500;  // of a webhook: past it, the oldest is given up
inline constexpr int deliveries_kept_max = 50;      // of a webhook, of those that wait no longer

struct Webhook {
    WebhookId id{};
    AccountId account{};
    std::string url = {};
    std::string kinds = {};  // words between commas; empty: all
    Instant created_at{};
    bool is_on = true;
    int failures = 0;  // attempts since the last success
    std::optional<Instant> failing_since_at = {};
    std::optional<Instant> next_at = {};  // of the next attempt

    // Whether it wants notifications of this kind.
    bool wants(std::string_view kind) const;
};

enum class DeliveryState : std::uint8_t { waiting, delivered, failed };

struct Delivery {
    std::int64_t number = 0;
    std::string kind = {};
    std::string body = {};
    Instant created_at{};
    DeliveryState state = DeliveryState::waiting;
    int attempts = 0;
    std::optional<Instant> attempted_at = {};
    std::optional<std::int64_t> status = {};
    std::optional<std::string> error = {};
};

// The outcome of an attempt.
struct Attempt {
    Instant at{};
    std::optional<std::int64_t> status = {};
    std::optional<std::string> error = {};  // nothing: it was accepted
};

// --- webhooks ---

// Nothing if the account has reached its limit. Requires: no other of its webhooks has this
// address.
std::optional<WebhookId> insert_webhook(Transaction& transaction, const Webhook& webhook);
void set_webhook_kinds(Transaction& transaction, WebhookId id, std::string_view kinds);
// Off: whatever waits is given up. On: its failures are forgotten.
void set_webhook_on(Transaction& transaction, const Webhook& webhook, bool is_on);
// With its deliveries.
void delete_webhook(Transaction& transaction, const Webhook& webhook);

// All of an account.
void delete_webhooks_of(Transaction& transaction, AccountId account);

// Nothing if there is none of that id.
std::optional<Webhook> find_webhook(Reader& reader, WebhookId id);
// By their ids.
std::vector<Webhook> webhooks_of(Reader& reader, AccountId account);
// Webhooks due for their next attempt, in that order.
std::vector<Webhook> due_webhooks(Reader& reader, Instant now, int limit);

// --- deliveries ---

// Puts it at the end of the webhook's queue. Announces DeliveryQueued::webhook.
void queue_delivery(Transaction& transaction, const Webhook& webhook, std::string_view kind,
                    std::string_view body, Instant now);
// The one that is sent next.
std::optional<Delivery> first_waiting(Reader& reader, WebhookId webhook);
// The newest first. At most `limit`.
std::vector<Delivery> list_deliveries(Reader& reader, WebhookId webhook, int limit);
// The outcome of a waiting one. `next_at` is when the webhook's queue goes on.
void record_attempt(Transaction& transaction, const Webhook& webhook, std::int64_t number,
                    const Attempt& attempt, DeliveryState state, Instant next_at);

}  // namespace tanbo::store
