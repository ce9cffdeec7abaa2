#include "server/notify/channels/webhook/dispatcher.hpp"

#include <utility>

#include "protocol/people/webhooks.hpp"
#include "server/notify/channels/webhook/signing.hpp"
#include "server/notify/notify.hpp"
#include "server/store/store.hpp"

namespace tanbo::notify {

namespace {

constexpr int gone = 410;

base::Counter& attempts_counter(base::Metrics& metrics, const std::string& result) {
    return metrics.counter("tanbo_webhook_attempts_total",
                           "Webhook deliveries attempted, by result.", {{"result", result}});
}

}  // namespace

Dispatcher::Dispatcher(store::Store& store, Keys keys, Transport transport, base::Clock clock,
                       base::Metrics& metrics, RetryPlan plan, std::function<double()> chance)
    : store_(store),
      keys_(keys),
      transport_(std::move(transport)),
      clock_(std::move(clock)),
      plan_(plan),
      chance_(chance ? std::move(chance) : any_chance),
      accepted_(attempts_counter(metrics, "accepted")),
      refused_(attempts_counter(metrics, "refused")),
      queue_([this](base::Instant now, int count) { return look(now, count); }, clock_,
             attempts_of_account, webhook_lanes) {}

bool Dispatcher::send_one() {
    return queue_.send_one([this](protocol::WebhookId id) { send(id); });
}

std::optional<base::Instant> Dispatcher::next_due() {
    return queue_.next_due();
}

std::vector<Waiting<protocol::WebhookId>> Dispatcher::look(base::Instant now, int count) {
    const auto due = store_.read_now(
        [&](store::Reader& reader) { return store::due_webhooks(reader, now, count); });
    std::vector<Waiting<protocol::WebhookId>> waiting;
    waiting.reserve(due.size());
    for (const store::Webhook& webhook : due) {
        waiting.push_back(
            {webhook.id, to_string(webhook.id), to_string(webhook.account), *webhook.next_at});
    }
    return waiting;
}

void Dispatcher::send(protocol::WebhookId id) {
    const auto next = store_.read_now([id](store::Reader& reader) {
        return std::pair(store::find_webhook(reader, id), store::first_waiting(reader, id));
    });
    if (!next.first || !next.second) return;  // deleted or turned off since
    const store::Webhook& webhook = *next.first;
    const store::Delivery& delivery = *next.second;
    const auto known = pending_results_.find({id, delivery.number});
    const Sent sent = known ? *known : attempt(webhook, delivery);
    if (sent.is_cancelled) return;
    pending_results_.write({id, delivery.number}, sent, [&] { record(webhook, delivery, sent); });
}

Sent Dispatcher::attempt(const store::Webhook& webhook, const store::Delivery& delivery) {
    const auto id = webhook.id;
    const std::string message = message_id(keys_, id, delivery.number, delivery.created_at);
    const std::int64_t timestamp =
        std::chrono::duration_cast<std::chrono::seconds>(clock_().time_since_epoch()).count();
    Outgoing outgoing;
    outgoing.url = webhook.url;
    outgoing.body = delivery.body;
    outgoing.headers = {
        {"Content-Type", "application/json"},
        {"User-Agent", "Tanbo-Webhooks"},
        {"webhook-id", message},
        {"webhook-timestamp", std::to_string(timestamp)},
        {"webhook-signature",
         webhook_signature(keys_, id, webhook.created_at, message, timestamp, delivery.body)}};
    Sent sent = transport_(outgoing);
    (sent.error.empty() ? accepted_ : refused_).add();
    return sent;
}

void Dispatcher::record(const store::Webhook& webhook, const store::Delivery& delivery,
                        const Sent& sent) {
    const base::Instant now = clock_();
    const int attempts = delivery.attempts + 1;
    const bool is_accepted = sent.error.empty();
    store::Attempt attempt{now, sent.status, {}};
    if (!is_accepted) attempt.error = sent.error;
    store::DeliveryState state = store::DeliveryState::delivered;
    if (!is_accepted) {
        state =
            attempts < attempts_max ? store::DeliveryState::waiting : store::DeliveryState::failed;
    }
    const auto delay = pause_after(plan_, sent, attempts, webhook.failures + 1, chance_());
    store_.write_now([&](store::Transaction& transaction) {
        transaction.lock_account(webhook.account);
        const auto present = store::find_webhook(transaction, webhook.id);
        if (!present || !present->is_on) return;
        store::record_attempt(transaction, *present, delivery.number, attempt, state, now + delay);
        if (should_disable(*present, sent, now)) disable(transaction, *present, sent, now);
    });
}

// By the receiver's word, or because nothing else has worked for long.
bool Dispatcher::should_disable(const store::Webhook& webhook, const Sent& sent,
                                base::Instant now) const {
    if (sent.error.empty()) return false;
    if (sent.status == gone) return true;
    if (!webhook.failing_since_at) return false;
    return now - *webhook.failing_since_at >= plan_.disable_after;
}

void Dispatcher::disable(store::Transaction& transaction, const store::Webhook& webhook,
                         const Sent& sent, base::Instant now) const {
    store::set_webhook_on(transaction, webhook, false);
    Notice notice;
    notice.account = webhook.account;
    notice.kind = protocol::NoticeKind::webhook_disabled;
    notice.data = protocol::encode_webhook_disabled(webhook.id, webhook.url, sent.error);
    notify(transaction, now, notice);
}

}  // namespace tanbo::notify
