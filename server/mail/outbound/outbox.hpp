#pragma once

#include <atomic>
#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "protocol/json/ids.hpp"
#include "protocol/people/queued_mails.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/base/pending_results.hpp"
#include "server/game/feed/presence.hpp"
#include "server/mail/outbound/outgoing.hpp"
#include "server/mail/outbound/smtp.hpp"
#include "server/notify/delivery_queue.hpp"
#include "server/notify/retries.hpp"

namespace tanbo::mail::outbound {

class MailQueue;

inline constexpr int mail_threads = 2;
// A mail that was not taken is tried again for so long.
inline constexpr std::chrono::hours tried_for{24 * 5};
// While the relay can't be reached, it is asked this often in the end.
inline constexpr std::chrono::minutes relay_pause_max{5};

struct OutboxOptions {
    notify::RetryPlan retries;  // of a mail that the relay does not take yet
};

// Sends the waiting mails by rank (store::MailRank). An address gets one mail at a time, in order
// within a rank. Large boards keep one thread busy at most. The relay's answer is recorded
// afterwards. If the process dies in between, and only then, the mail is sent again with the same
// Message-ID.
//
// Thread: any that may block, several at once.
class Outbox {
public:
    // `goes_on` is called when the relay is no longer left alone: waiting threads may send at once.
    // `chance` yields numbers from 0 to 1. Requires: all of them outlive it.
    Outbox(MailQueue& mails, Compose compose, Relay relay, const game::Presence& presence,
           base::Clock clock, base::Metrics& metrics, std::function<void()> goes_on,
           OutboxOptions options = {}, std::function<double()> chance = {});

    // Makes the attempt that is due first. False if none is due, or others are at them, or the
    // relay is left alone for a while. Throws: store::StorageError.
    bool send_one();

    // When there may be something to do again; nothing if nothing waits. Throws:
    // store::StorageError.
    std::optional<base::Instant> next_due();

private:
    std::vector<notify::Waiting<protocol::MailId>> look(base::Instant now, int count);
    void send(protocol::MailId id);
    std::optional<Composed> compose_or_abandon(const protocol::OutgoingMail& mail);
    void record(const protocol::OutgoingMail& mail, const RelayAnswer& answer);
    void write_down(const protocol::OutgoingMail& mail, const RelayAnswer& answer,
                    base::Instant now);
    void postpone(const protocol::OutgoingMail& mail, const RelayAnswer& answer, base::Instant now);
    void drop(const protocol::OutgoingMail& mail, const std::string& why);
    void count_end(const protocol::OutgoingMail& mail, const std::string& end);
    void abandon(const protocol::OutgoingMail& mail, const RelayAnswer& answer, base::Instant now);
    std::chrono::milliseconds pause(const RelayAnswer& answer, base::Instant now);

    MailQueue& mails_;
    Compose compose_;
    Relay relay_;
    const game::Presence& presence_;
    base::Clock clock_;
    std::function<void()> goes_on_;
    OutboxOptions options_;
    std::function<double()> chance_;
    base::Metrics& metrics_;
    base::Counter& sent_;
    base::Counter& postponed_;
    base::Counter& refused_;
    base::Counter& unreachable_;
    base::Counter& dropped_;
    base::PendingResults<protocol::MailId, RelayAnswer> pending_results_;
    std::atomic<int> unreachable_times_ = 0;  // in a row
    notify::DeliveryQueue<protocol::MailId> queue_;
};

}  // namespace tanbo::mail::outbound
