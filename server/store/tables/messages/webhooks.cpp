#include "server/store/tables/messages/webhooks.hpp"

#include <algorithm>
#include <array>

#include "server/store/names.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/messages/kind_words.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 3> delivery_states = {"waiting", "delivered", "failed"};

const Sql insert_webhook_row = R"(
INSERT INTO webhooks (account, url, kinds, created_at, state) VALUES (?1, ?2, ?3, ?4, 'on'))";
const Sql update_kinds = "UPDATE webhooks SET kinds = ?2 WHERE id = ?1";
const Sql update_on = R"(
UPDATE webhooks SET state = 'on', failures = 0, failing_since_at = NULL WHERE id = ?1)";
const Sql update_off = "UPDATE webhooks SET state = 'off', next_at = NULL WHERE id = ?1";
const Sql delete_webhook_row = "DELETE FROM webhooks WHERE id = ?1";
const Sql delete_deliveries = "DELETE FROM webhook_deliveries WHERE webhook = ?1";
const Sql update_count = R"(
UPDATE notice_settings
SET webhooks = (SELECT count(*) FROM webhooks WHERE account = ?1 AND state = 'on')
WHERE account = ?1)";
const Sql insert_settings =
    "INSERT INTO notice_settings (account) VALUES (?1) ON CONFLICT (account) DO NOTHING";
const Sql select_webhook = R"(
SELECT id, account, url, kinds, created_at, state, failures, failing_since_at, next_at
FROM webhooks WHERE id = ?1)";
const Sql select_webhooks_of_account = R"(
SELECT id, account, url, kinds, created_at, state, failures, failing_since_at, next_at
FROM webhooks WHERE account = ?1)";
const Sql select_due_webhooks = R"(
SELECT id, account, url, kinds, created_at, state, failures, failing_since_at, next_at
FROM webhooks WHERE next_at IS NOT NULL AND next_at <= ?1 ORDER BY next_at LIMIT ?2)";

const Sql select_last_delivery_number = R"(
SELECT number FROM webhook_deliveries WHERE webhook = ?1 ORDER BY number DESC LIMIT 1)";
const Sql insert_delivery = R"(
INSERT INTO webhook_deliveries (webhook, number, kind, body, created_at, state)
VALUES (?1, ?2, ?3, ?4, ?5, 'waiting'))";
const Sql start_queue =
    "UPDATE webhooks SET next_at = ?2 WHERE id = ?1 AND next_at IS NULL AND state = 'on'";
const Sql give_up_past_cap = R"(
UPDATE webhook_deliveries SET state = 'failed', error = 'too many were waiting'
WHERE webhook = ?1 AND state = 'waiting' AND number <= ?2)";
const Sql give_up_all = R"(
UPDATE webhook_deliveries SET state = 'failed', error = coalesce(error, 'the webhook was turned off')
WHERE webhook = ?1 AND state = 'waiting')";
// The deliveries that wait are never more than the cap, so whatever lies this far back waits no
// longer.
const Sql delete_old_deliveries = R"(
DELETE FROM webhook_deliveries WHERE webhook = ?1 AND number <= ?2 AND state <> 'waiting')";
const Sql select_first = R"(
SELECT number, kind, body, created_at, state, attempts, attempted_at, status, error
FROM webhook_deliveries WHERE webhook = ?1 AND state = 'waiting' ORDER BY number LIMIT 1)";
const Sql select_newest = R"(
SELECT number, kind, body, created_at, state, attempts, attempted_at, status, error
FROM webhook_deliveries WHERE webhook = ?1 ORDER BY number DESC LIMIT ?2)";
const Sql update_delivery = R"(
UPDATE webhook_deliveries
SET state = ?3, attempts = attempts + 1, attempted_at = ?4, status = ?5, error = ?6
WHERE webhook = ?1 AND number = ?2)";
const Sql update_success = R"(
UPDATE webhooks SET failures = 0, failing_since_at = NULL WHERE id = ?1)";
const Sql update_failure = R"(
UPDATE webhooks SET failures = failures + 1, failing_since_at = coalesce(failing_since_at, ?2)
WHERE id = ?1)";
const Sql update_next = R"(
UPDATE webhooks SET next_at = CASE WHEN state = 'on' AND EXISTS (
    SELECT 1 FROM webhook_deliveries WHERE webhook = ?1 AND state = 'waiting') THEN CAST(?2 AS BIGINT) END
WHERE id = ?1)";

Webhook webhook_of(const Query& row) {
    Webhook webhook;
    webhook.id = row.id<WebhookId>(0);
    webhook.account = row.id<AccountId>(1);
    webhook.url = row.text(2);
    webhook.kinds = row.text(3);
    webhook.created_at = row.instant(4);
    webhook.is_on = row.text(5) == "on";
    webhook.failures = static_cast<int>(row.integer(6));
    webhook.failing_since_at = row.optional_instant(7);
    webhook.next_at = row.optional_instant(8);
    return webhook;
}

Delivery delivery_of(const Query& row) {
    Delivery delivery;
    delivery.number = row.integer(0);
    delivery.kind = row.text(1);
    delivery.body = row.text(2);
    delivery.created_at = row.instant(3);
    delivery.state = value_of<DeliveryState>(delivery_states, row.text(4));
    delivery.attempts = static_cast<int>(row.integer(5));
    delivery.attempted_at = row.optional_instant(6);
    delivery.status = row.optional_integer(7);
    delivery.error = row.optional_text(8);
    return delivery;
}

void count_webhooks(Transaction& transaction, AccountId account) {
    transaction.expect_turn_channels(account);
    transaction.write(insert_settings).run(account);
    transaction.write(update_count).run(account);
}

}  // namespace

bool Webhook::wants(std::string_view kind) const {
    return kinds.empty() || has_kind(kinds, kind);
}

std::optional<WebhookId> insert_webhook(Transaction& transaction, const Webhook& webhook) {
    transaction.lock_account(webhook.account);
    if (webhooks_of(transaction, webhook.account).size() >= webhooks_max) return std::nullopt;
    std::optional<WebhookId> id;
    {
        Query insert = transaction.write(insert_webhook_row);
        insert.run(webhook.account, webhook.url, webhook.kinds, webhook.created_at);
        id = static_cast<WebhookId>(insert.insert_id());
    }
    count_webhooks(transaction, webhook.account);
    return id;
}

void set_webhook_kinds(Transaction& transaction, WebhookId id, std::string_view kinds) {
    transaction.expect_turn_channels();
    transaction.write(update_kinds).run(id, kinds);
}

void set_webhook_on(Transaction& transaction, const Webhook& webhook, bool is_on) {
    transaction.lock_account(webhook.account);
    if (!is_on) transaction.write(give_up_all).run(webhook.id);
    transaction.write(is_on ? update_on : update_off).run(webhook.id);
    count_webhooks(transaction, webhook.account);
}

void delete_webhook(Transaction& transaction, const Webhook& webhook) {
    transaction.lock_account(webhook.account);
    transaction.write(delete_deliveries).run(webhook.id);
    transaction.write(delete_webhook_row).run(webhook.id);
    count_webhooks(transaction, webhook.account);
}

void delete_webhooks_of(Transaction& transaction, AccountId account) {
    for (const Webhook& webhook : webhooks_of(transaction, account)) {
        delete_webhook(transaction, webhook);
    }
}

std::optional<Webhook> find_webhook(Reader& reader, WebhookId id) {
    Query select = reader.read(select_webhook);
    if (!select.bind(id).step()) return std::nullopt;
    return webhook_of(select);
}

std::vector<Webhook> webhooks_of(Reader& reader, AccountId account) {
    std::vector<Webhook> webhooks;
    Query select = reader.read(select_webhooks_of_account);
    select.bind(account);
    while (select.step()) webhooks.push_back(webhook_of(select));
    std::ranges::sort(webhooks, {}, &Webhook::id);  // by address in the index
    return webhooks;
}

std::vector<Webhook> due_webhooks(Reader& reader, Instant now, int limit) {
    std::vector<Webhook> webhooks;
    Query select = reader.read(select_due_webhooks);
    select.bind(now, limit);
    while (select.step()) webhooks.push_back(webhook_of(select));
    return webhooks;
}

void queue_delivery(Transaction& transaction, const Webhook& webhook, std::string_view kind,
                    std::string_view body, Instant now) {
    transaction.lock_account(webhook.account);
    std::int64_t number = 1;
    {
        Query select = transaction.read(select_last_delivery_number);
        if (select.bind(webhook.id).step()) number = select.integer(0) + 1;
    }
    transaction.write(insert_delivery).run(webhook.id, number, kind, body, now);
    transaction.write(give_up_past_cap).run(webhook.id, number - deliveries_waiting_max);
    transaction.write(start_queue).run(webhook.id, now);
    transaction.announce(DeliveryQueued::webhook);
}

std::optional<Delivery> first_waiting(Reader& reader, WebhookId webhook) {
    Query select = reader.read(select_first);
    if (!select.bind(webhook).step()) return std::nullopt;
    return delivery_of(select);
}

std::vector<Delivery> list_deliveries(Reader& reader, WebhookId webhook, int limit) {
    std::vector<Delivery> deliveries;
    Query select = reader.read(select_newest);
    select.bind(webhook, limit);
    while (select.step()) deliveries.push_back(delivery_of(select));
    return deliveries;
}

void record_attempt(Transaction& transaction, const Webhook& webhook, std::int64_t number,
                    const Attempt& attempt, DeliveryState state, Instant next_at) {
    transaction.lock_account(webhook.account);  // what is being queued must not be overlooked
    transaction.write(update_delivery)
        .run(webhook.id, number, word_of(delivery_states, state), attempt.at, attempt.status,
             attempt.error);
    if (attempt.error) {
        transaction.write(update_failure).run(webhook.id, attempt.at);
    } else {
        transaction.write(update_success).run(webhook.id);
    }
    transaction.write(update_next).run(webhook.id, next_at);
    transaction.write(delete_old_deliveries).run(webhook.id, number - deliveries_kept_max);
}

}  // namespace tanbo::store
