#include "server/store/tables/messages/push_subscriptions.hpp"

#include <algorithm>
#include <span>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/messages/kind_words.hpp"

namespace tanbo::store {
namespace {

const Sql select_by_token = R"(
SELECT id, account, token, endpoint, p256dh, auth, kinds, language, created_at, failures,
       failing_since_at, next_at
FROM push_subscriptions WHERE token = ?1)";
const Sql select_good = R"(
SELECT s.id, s.account, s.token, s.endpoint, s.p256dh, s.auth, s.kinds, s.language, s.created_at,
       s.failures, s.failing_since_at, s.next_at
FROM push_subscriptions AS s JOIN tokens AS t ON t.hash = s.token
WHERE s.id = ?1 AND (t.expires_at IS NULL OR t.expires_at > ?2)
  AND (t.kind <> 'session' OR t.used_at >= ?3))";
const Sql select_good_of_account = R"(
SELECT s.id, s.account, s.token, s.endpoint, s.p256dh, s.auth, s.kinds, s.language, s.created_at,
       s.failures, s.failing_since_at, s.next_at
FROM push_subscriptions AS s JOIN tokens AS t ON t.hash = s.token
WHERE s.account = ?1 AND (t.expires_at IS NULL OR t.expires_at > ?2)
  AND (t.kind <> 'session' OR t.used_at >= ?3)
ORDER BY s.created_at, s.id)";
const Sql select_due_subscriptions = R"(
SELECT id, account, token, endpoint, p256dh, auth, kinds, language, created_at, failures,
       failing_since_at, next_at
FROM push_subscriptions WHERE next_at IS NOT NULL AND next_at <= ?1 ORDER BY next_at, id LIMIT ?2)";
const Sql select_account_of_endpoint = "SELECT account FROM push_subscriptions WHERE endpoint = ?1";
const Sql update_subscription = R"(
UPDATE push_subscriptions SET p256dh = ?3, auth = ?4, kinds = ?5, language = ?6
WHERE token = ?1 AND endpoint = ?2)";
const Sql insert_subscription = R"(
INSERT INTO push_subscriptions (token, account, endpoint, p256dh, auth, kinds, language, created_at)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8))";
const Sql delete_by_token = "DELETE FROM push_subscriptions WHERE token = ?1";
const Sql delete_by_endpoint = "DELETE FROM push_subscriptions WHERE endpoint = ?1";
const Sql delete_by_id = "DELETE FROM push_subscriptions WHERE id = ?1";
const Sql delete_of_account = "DELETE FROM push_subscriptions WHERE account = ?1";
const Sql delete_oldest_of_account = R"(
DELETE FROM push_subscriptions WHERE id IN
    (SELECT id FROM push_subscriptions WHERE account = ?1
     ORDER BY created_at DESC, id DESC LIMIT ?3 OFFSET ?2))";

const Sql upsert_message = R"(
INSERT INTO push_messages (subscription, tag, number, game, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (subscription, tag) DO UPDATE
SET number = excluded.number, game = excluded.game, created_at = excluded.created_at, attempts = 0)";
const Sql start_pushes =
    "UPDATE push_subscriptions SET next_at = ?2 WHERE id = ?1 AND next_at IS NULL";
const Sql delete_past_cap = R"(
DELETE FROM push_messages WHERE subscription = ?1 AND number IN
    (SELECT number FROM push_messages WHERE subscription = ?1
     ORDER BY number DESC LIMIT ?3 OFFSET ?2))";
const Sql select_first_message = R"(
SELECT tag, number, game, created_at, attempts
FROM push_messages WHERE subscription = ?1 ORDER BY number LIMIT 1)";
const Sql delete_message =
    "DELETE FROM push_messages WHERE subscription = ?1 AND tag = ?2 AND number = ?3";
const Sql count_attempt = R"(
UPDATE push_messages SET attempts = attempts + 1
WHERE subscription = ?1 AND tag = ?2 AND number = ?3)";
const Sql update_push_success = R"(
UPDATE push_subscriptions SET failures = 0, failing_since_at = NULL WHERE id = ?1)";
const Sql update_push_failure = R"(
UPDATE push_subscriptions
SET failures = failures + 1, failing_since_at = coalesce(failing_since_at, ?2) WHERE id = ?1)";
const Sql update_next_push = R"(
UPDATE push_subscriptions SET next_at = CASE WHEN EXISTS (
    SELECT 1 FROM push_messages WHERE subscription = ?1) THEN CAST(?2 AS BIGINT) END
WHERE id = ?1)";

constexpr int all_beyond = 1'000;  // more than there can be

std::string bytes_of(std::span<const std::uint8_t> blob) {
    return {blob.begin(), blob.end()};
}

std::span<const std::uint8_t> blob_of(const std::string& bytes) {
    return {reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size()};
}

PushSubscription subscription_of(const Query& row) {
    PushSubscription subscription;
    subscription.id = row.id<PushSubscriptionId>(0);
    subscription.account = row.id<AccountId>(1);
    const auto token = row.blob(2);
    std::copy_n(token.begin(), std::min(token.size(), subscription.token.size()),
                subscription.token.begin());
    subscription.endpoint = row.text(3);
    subscription.p256dh = bytes_of(row.blob(4));
    subscription.auth = bytes_of(row.blob(5));
    subscription.kinds = row.text(6);
    subscription.language = row.text(7);
    subscription.created_at = row.instant(8);
    subscription.failures = static_cast<int>(row.integer(9));
    subscription.failing_since_at = row.optional_instant(10);
    subscription.next_at = row.optional_instant(11);
    return subscription;
}

std::vector<PushSubscription> subscriptions_of(Query& select) {
    std::vector<PushSubscription> subscriptions;
    while (select.step()) subscriptions.push_back(subscription_of(select));
    return subscriptions;
}

std::optional<PushSubscription> one_of(Query& select) {
    if (!select.step()) return std::nullopt;
    return subscription_of(select);
}

// Locks the endpoint's account as well: it may be another one, to which another node queues
// messages.
void lock_for(Transaction& transaction, const PushSubscription& subscription) {
    std::vector<AccountId> accounts = transaction.read(select_account_of_endpoint)
                                          .bind(subscription.endpoint)
                                          .first_column<AccountId>();
    accounts.push_back(subscription.account);
    transaction.lock_accounts(std::move(accounts));
}

}  // namespace

bool PushSubscription::wants(std::string_view kind) const {
    return has_kind(kinds, kind);
}

void put_push_subscription(Transaction& transaction, const PushSubscription& subscription) {
    lock_for(transaction, subscription);
    transaction.expect_turn_channels(subscription.account);
    const auto p256dh = blob_of(subscription.p256dh);
    const auto auth = blob_of(subscription.auth);
    const auto updated = transaction.write(update_subscription)
                             .run(subscription.token, subscription.endpoint, p256dh, auth,
                                  subscription.kinds, subscription.language);
    if (updated != 0) return;
    transaction.write(delete_by_token).run(subscription.token);
    transaction.write(delete_by_endpoint).run(subscription.endpoint);
    transaction.write(insert_subscription)
        .run(subscription.token, subscription.account, subscription.endpoint, p256dh, auth,
             subscription.kinds, subscription.language, subscription.created_at);
    transaction.write(delete_oldest_of_account)
        .run(subscription.account, push_subscriptions_max, all_beyond);
}

bool delete_push_subscription(Transaction& transaction, const Digest& token) {
    const auto found = find_push_subscription(transaction, token);
    if (!found) return false;
    transaction.lock_account(found->account);
    return transaction.write(delete_by_token).run(token) != 0;
}

bool delete_push_subscription(Transaction& transaction, PushSubscriptionId id) {
    return transaction.write(delete_by_id).run(id) != 0;
}

void delete_push_subscriptions_of(Transaction& transaction, AccountId account) {
    transaction.write(delete_of_account).run(account);
}

std::optional<PushSubscription> find_push_subscription(Reader& reader, const Digest& token) {
    Query select = reader.read(select_by_token);
    return one_of(select.bind(token));
}

std::optional<PushSubscription> find_push_subscription(Reader& reader, PushSubscriptionId id,
                                                       Instant now) {
    Query select = reader.read(select_good);
    return one_of(select.bind(id, now, now - session_idle_max));
}

std::vector<PushSubscription> push_subscriptions_of(Reader& reader, AccountId account,
                                                    Instant now) {
    Query select = reader.read(select_good_of_account);
    return subscriptions_of(select.bind(account, now, now - session_idle_max));
}

std::vector<PushSubscription> due_push_subscriptions(Reader& reader, Instant now, int limit) {
    Query select = reader.read(select_due_subscriptions);
    return subscriptions_of(select.bind(now, limit));
}

void put_push_message(Transaction& transaction, PushSubscriptionId subscription,
                      const PushMessage& message) {
    transaction.write(upsert_message)
        .run(subscription, message.tag, message.number, message.game, message.created_at);
    transaction.write(delete_past_cap).run(subscription, push_messages_max, all_beyond);
    transaction.write(start_pushes).run(subscription, message.created_at);
    transaction.announce(DeliveryQueued::webhook);
}

std::optional<PushMessage> first_push_message(Reader& reader, PushSubscriptionId subscription) {
    Query select = reader.read(select_first_message);
    if (!select.bind(subscription).step()) return std::nullopt;
    PushMessage message;
    message.tag = select.text(0);
    message.number = select.integer(1);
    message.game = select.optional_id<GameId>(2);
    message.created_at = select.instant(3);
    message.attempts = static_cast<int>(select.integer(4));
    return message;
}

void record_push(Transaction& transaction, const PushSubscription& subscription,
                 const PushMessage& message, PushEnd end, Instant now, Instant next_at) {
    transaction.lock_account(subscription.account);  // what is being queued must not be overlooked
    const auto& settle = end == PushEnd::waiting ? count_attempt : delete_message;
    transaction.write(settle).run(subscription.id, message.tag, message.number);
    if (end == PushEnd::accepted) transaction.write(update_push_success).run(subscription.id);
    const bool has_failed = end == PushEnd::refused || end == PushEnd::waiting;
    if (has_failed) transaction.write(update_push_failure).run(subscription.id, now);
    resume_pushes(transaction, subscription.id, next_at);
}

void resume_pushes(Transaction& transaction, PushSubscriptionId subscription, Instant next_at) {
    transaction.write(update_next_push).run(subscription, next_at);
}

}  // namespace tanbo::store
