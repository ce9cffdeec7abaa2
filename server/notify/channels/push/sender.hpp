#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "protocol/people/notice_facts.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/pending_results.hpp"
#include "server/notify/channels/push/vapid.hpp"
#include "server/notify/channels/webhook/transport.hpp"
#include "server/notify/delivery_queue.hpp"
#include "server/notify/keys.hpp"
#include "server/notify/retries.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/push_subscriptions.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::notify {

// A message is given up after so many attempts, half an hour later by the usual plan.
inline constexpr int push_attempts_max = 6;
// A push service keeps a message for this long while the browser is off. The server keeps it for as
// long while the push service is off.
inline constexpr std::chrono::hours push_life{48};

inline constexpr int push_threads = 4;
inline constexpr int pushes_of_account = 2;  // at a time
// Clients choose their push service, which can be a slow one.
inline constexpr Lanes push_lanes{.unproven = push_threads - 1, .slow = 1};

// Sends what browsers are to be pushed: one message of a subscription at a time. The text is made
// when it is sent, of the notification as it is kept then: what was read meanwhile, and a turn that
// is over, is not sent. 404 and 410 end the subscription. So do failures for as long as a webhook
// may fail.
//
// Thread: any that may block, several at once.
class PushSender {
public:
    // `chance` yields numbers from 0 to 1. Requires: all of them outlive it.
    PushSender(store::Store& store, Keys keys, const Vapid& vapid, Transport transport,
               base::Clock clock, base::Metrics& metrics, RetryPlan plan = {},
               std::function<double()> chance = {});

    // Makes the attempt that is due first. False if none is due, or others are at them.
    // Throws: store::StorageError.
    bool send_one();

    // The due time of the next attempt that no thread is making; nothing if nothing waits.
    // Throws: store::StorageError.
    std::optional<base::Instant> next_due();

private:
    // A message and what it is made of.
    struct Due {
        store::PushSubscription subscription;
        store::PushMessage message;
        std::optional<protocol::NoticeKind> kind = {};  // nothing: it is not needed any more
        protocol::NoticeFacts facts = {};
    };

    std::vector<Waiting<store::PushSubscriptionId>> look(base::Instant now, int count);
    void send(store::PushSubscriptionId id);
    std::optional<Due> find(store::Reader& reader, store::PushSubscriptionId id, base::Instant now);
    void clear(store::PushSubscriptionId id);
    void drop(const Due& due);
    Sent attempt(const Due& due);
    void record(const Due& due, const Sent& sent);

    store::Store& store_;
    Keys keys_;
    const Vapid& vapid_;
    Transport transport_;
    base::Clock clock_;
    RetryPlan plan_;
    std::function<double()> chance_;
    base::Counter& accepted_;
    base::Counter& refused_;
    base::Counter& gone_;
    base::PendingResults<std::pair<store::PushSubscriptionId, std::int64_t>, Sent>
        pending_results_;  // by message
    DeliveryQueue<store::PushSubscriptionId> queue_;
};

}  // namespace tanbo::notify
