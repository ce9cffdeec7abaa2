#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/pending_results.hpp"
#include "server/notify/channels/webhook/transport.hpp"
#include "server/notify/delivery_queue.hpp"
#include "server/notify/keys.hpp"
#include "server/notify/retries.hpp"
#include "server/store/tables/messages/webhooks.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::notify {

// A delivery is given up after so many attempts, in the third day by the usual plan; what waits
// behind it goes on.
inline constexpr int attempts_max = 12;

inline constexpr int sender_threads = 8;       // a receiver may take 5 s to answer
inline constexpr int attempts_of_account = 2;  // at a time
// Two senders are for accounts with receivers known as quick, and slow ones have two.
inline constexpr Lanes webhook_lanes{.unproven = sender_threads - 2, .slow = 2};

// Sends the deliveries of webhooks: one of a webhook at a time, in order; one that is not accepted
// holds up those behind it. At most attempts_of_account of an account are made at a time, and
// accounts without attempts under way come first: a receiver that answers slowly holds up its
// owner, and shares webhook_lanes with other slow ones. An attempt is recorded after it was made:
// if the process dies in between, and only there, the same message is sent again under the same
// webhook-id.
//
// Thread: any that may block, several at once.
class Dispatcher {
public:
    // `chance` yields numbers from 0 to 1. Requires: all of them outlive it.
    Dispatcher(store::Store& store, Keys keys, Transport transport, base::Clock clock,
               base::Metrics& metrics, RetryPlan plan = {}, std::function<double()> chance = {});

    // Makes the attempt that is due first. False if none is due, or others are at them.
    // Throws: store::StorageError.
    bool send_one();

    // The due time of the next attempt that no thread is making; nothing if nothing waits.
    // Throws: store::StorageError.
    std::optional<base::Instant> next_due();

private:
    std::vector<Waiting<protocol::WebhookId>> look(base::Instant now, int count);
    void send(protocol::WebhookId id);
    Sent attempt(const store::Webhook& webhook, const store::Delivery& delivery);
    void record(const store::Webhook& webhook, const store::Delivery& delivery, const Sent& sent);
    bool should_disable(const store::Webhook& webhook, const Sent& sent, base::Instant now) const;
    void disable(store::Transaction& transaction, const store::Webhook& webhook, const Sent& sent,
                 base::Instant now) const;

    store::Store& store_;
    Keys keys_;
    Transport transport_;
    base::Clock clock_;
    RetryPlan plan_;
    std::function<double()> chance_;
    base::Counter& accepted_;
    base::Counter& refused_;
    base::PendingResults<std::pair<protocol::WebhookId, std::int64_t>, Sent>
        pending_results_;  // by delivery
    DeliveryQueue<protocol::WebhookId> queue_;
};

}  // namespace tanbo::notify
