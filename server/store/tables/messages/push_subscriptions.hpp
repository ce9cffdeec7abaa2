#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/people/pushes.hpp"
#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

using protocol::PushSubscriptionId;

inline constexpr int push_subscriptions_max = 10;  // of an account: one more ends the oldest
inline constexpr int push_messages_max = 50;       // that wait: past it, the oldest is dropped

// A browser that receives pushes. The session or token that made it has no other, and ends it.
struct PushSubscription {
    PushSubscriptionId id{};
    AccountId account{};
    Digest token{};
    std::string endpoint = {};  // a URL
    std::string p256dh = {};    // 65 bytes: the browser's public key
    std::string auth = {};      // 16 bytes: the browser's secret
    std::string kinds = {};     // words between commas
    std::string language = {};  // "en"
    Instant created_at{};
    int failures = 0;  // attempts since the last success
    std::optional<Instant> failing_since_at = {};
    std::optional<Instant> next_at = {};  // of the next attempt

    // Whether it wants notifications of this kind.
    bool wants(std::string_view kind) const;
};

// A notification that waits to be pushed.
struct PushMessage {
    std::string tag = {};  // its subject: of each the newest waits
    std::int64_t number = 0;
    std::optional<GameId> game = {};
    Instant created_at{};
    int attempts = 0;
};

// --- subscriptions ---

// Stores it in place of its token's subscription and of its endpoint's, of any account: a browser
// gets notifications of one account. The same endpoint of the same token keeps its waiting
// messages. Requires: the token exists.
void put_push_subscription(Transaction& transaction, const PushSubscription& subscription);
// Each with what waits. False if there is none.
bool delete_push_subscription(Transaction& transaction, const Digest& token);
bool delete_push_subscription(Transaction& transaction, PushSubscriptionId id);
void delete_push_subscriptions_of(Transaction& transaction, AccountId account);

// Nothing if there is none.
std::optional<PushSubscription> find_push_subscription(Reader& reader, const Digest& token);
// Nothing if there is none, or its session has ended at `now`.
std::optional<PushSubscription> find_push_subscription(Reader& reader, PushSubscriptionId id,
                                                       Instant now);
// All of an account with sessions that are valid at `now`, oldest first.
std::vector<PushSubscription> push_subscriptions_of(Reader& reader, AccountId account, Instant now);
// Subscriptions due for their next attempt, in that order.
std::vector<PushSubscription> due_push_subscriptions(Reader& reader, Instant now, int limit);

// --- messages ---

// Lets it wait in the place of an older one about the same. Announces
// DeliveryQueued::webhook, a word that nodes of every version know.
// Requires: the job has locked the account and found the subscription since.
void put_push_message(Transaction& transaction, PushSubscriptionId subscription,
                      const PushMessage& message);
// The one that is sent next.
std::optional<PushMessage> first_push_message(Reader& reader, PushSubscriptionId subscription);

// The outcome for a message.
enum class PushEnd : std::uint8_t {
    accepted,    // by the push service
    not_needed,  // no attempt was made
    refused,     // for good
    waiting      // for another attempt
};

// Of the message with this number; a newer one in its place waits on. The queue goes on at
// `next_at`.
void record_push(Transaction& transaction, const PushSubscription& subscription,
                 const PushMessage& message, PushEnd end, Instant now, Instant next_at);

// Its queue goes on at `next_at`, if something waits there.
void resume_pushes(Transaction& transaction, PushSubscriptionId subscription, Instant next_at);

}  // namespace tanbo::store
