#include "server/notify/channels/push/sender.hpp"

#include <algorithm>
#include <span>

#include "protocol/people/pushes.hpp"
#include "server/notify/channels/push/text.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/game_summaries.hpp"

namespace tanbo::notify {

namespace {

using protocol::NoticeKind;
using std::chrono::seconds;
using store::PushSubscriptionId;

constexpr int not_found = 404;
constexpr int gone_status = 410;
constexpr int timeout_status = 408;
constexpr int too_many = 429;
constexpr seconds ttl_min{60};

base::Counter& push_counter(base::Metrics& metrics, const std::string& result) {
    return metrics.counter("tanbo_push_attempts_total", "Push attempts, by result.",
                           {{"result", result}});
}

bool is_gone(const Sent& sent) {
    return sent.status == not_found || sent.status == gone_status;
}

// Another attempt would be answered the same.
bool is_refused_for_good(const Sent& sent) {
    if (!sent.status || *sent.status == timeout_status || *sent.status == too_many) return false;
    return *sent.status >= 300 && *sent.status <= 499;
}

bool is_to_move(store::Reader& reader, protocol::AccountId account, protocol::GameId id) {
    const auto game = store::find_game(reader, id);
    if (!game || game->status != store::GameStatus::active || !game->to_move) return false;
    return std::ranges::any_of(game->players, [&](const store::GamePlayer& player) {
        return player.seat == *game->to_move && player.account == account;
    });
}

bool is_of_turn(NoticeKind kind) {
    return kind == NoticeKind::your_turn || kind == NoticeKind::deadline_warning;
}

// The time for which the push service may keep the message.
seconds ttl_of(NoticeKind kind, const protocol::NoticeFacts& facts, base::Instant now) {
    const bool is_reminder = kind == NoticeKind::deadline_warning && facts.deadline;
    if (!is_reminder) return push_life;
    const auto left = std::chrono::duration_cast<seconds>(*facts.deadline - now);
    return std::clamp<seconds>(left, ttl_min, push_life);
}

// Names a subject to the push service, which lets a newer message take an older one's place; it
// tells nothing of the game. At most 32 characters. Source: RFC 8030, 5.4.
std::string topic_of(const Keys& keys, const store::PushSubscription& subscription,
                     const std::string& tag) {
    constexpr std::size_t topic_bytes = 24;
    const auto digest =
        keys.derive("push:" + to_string(subscription.id) + ":" + tag, subscription.created_at);
    return base::to_base64url(std::span(digest).first(topic_bytes));
}

}  // namespace

PushSender::PushSender(store::Store& store, Keys keys, const Vapid& vapid, Transport transport,
                       base::Clock clock, base::Metrics& metrics, RetryPlan plan,
                       std::function<double()> chance)
    : store_(store),
      keys_(std::move(keys)),
      vapid_(vapid),
      transport_(std::move(transport)),
      clock_(std::move(clock)),
      plan_(plan),
      chance_(chance ? std::move(chance) : any_chance),
      accepted_(push_counter(metrics, "accepted")),
      refused_(push_counter(metrics, "refused")),
      gone_(push_counter(metrics, "gone")),
      queue_([this](base::Instant now, int count) { return look(now, count); }, clock_,
             pushes_of_account, push_lanes) {}

bool PushSender::send_one() {
    return queue_.send_one([this](PushSubscriptionId id) { send(id); });
}

std::optional<base::Instant> PushSender::next_due() {
    return queue_.next_due();
}

std::vector<Waiting<PushSubscriptionId>> PushSender::look(base::Instant now, int count) {
    const auto due = store_.read_now(
        [&](store::Reader& reader) { return store::due_push_subscriptions(reader, now, count); });
    std::vector<Waiting<PushSubscriptionId>> waiting;
    waiting.reserve(due.size());
    for (const store::PushSubscription& one : due) {
        waiting.push_back({one.id, to_string(one.id), to_string(one.account), *one.next_at});
    }
    return waiting;
}

void PushSender::send(PushSubscriptionId id) {
    const auto due =
        store_.read_now([&](store::Reader& reader) { return find(reader, id, clock_()); });
    if (!due) return clear(id);
    if (!due->kind) return drop(*due);
    const std::pair key(id, due->message.number);
    const auto known = pending_results_.find(key);
    const Sent sent = known ? *known : attempt(*due);
    if (sent.is_cancelled) return;
    pending_results_.write(key, sent, [&] { record(*due, sent); });
}

std::optional<PushSender::Due> PushSender::find(store::Reader& reader, PushSubscriptionId id,
                                                base::Instant now) {
    auto subscription = store::find_push_subscription(reader, id, now);
    auto message = store::first_push_message(reader, id);
    if (!subscription || !message) return std::nullopt;
    const auto account = subscription->account;
    Due due{std::move(*subscription), std::move(*message)};
    const auto settings = store::notice_settings(reader, account);
    const std::int64_t number = due.message.number;
    const bool is_late = now - due.message.created_at > push_life;
    if (is_late || settings.read_up_to >= number) return due;
    const auto rows = store::list_notifications(reader, account, number + 1, 1);
    if (rows.empty() || rows.front().number != number) return due;
    const auto kind = protocol::parse_notice_kind(rows.front().kind);
    auto facts = protocol::decode_notice_facts(rows.front().data);
    if (!kind || !facts) return due;
    const auto game = due.message.game;
    if (game && is_of_turn(*kind) && !is_to_move(reader, account, *game)) return due;
    due.kind = kind;
    due.facts = std::move(*facts);
    return due;
}

// Its session has ended, or nothing waits: the copy of a part of a database may leave it so.
void PushSender::clear(PushSubscriptionId id) {
    const base::Instant now = clock_();
    store_.write_now([&](store::Transaction& transaction) {
        const auto subscription = store::find_push_subscription(transaction, id, now);
        if (!subscription) {
            store::delete_push_subscription(transaction, id);
            return;
        }
        transaction.lock_account(subscription->account);
        store::resume_pushes(transaction, id, now);
    });
}

void PushSender::drop(const Due& due) {
    const base::Instant now = clock_();
    store_.write_now([&](store::Transaction& transaction) {
        store::record_push(transaction, due.subscription, due.message, store::PushEnd::not_needed,
                           now, now);
    });
}

Sent PushSender::attempt(const Due& due) {
    const store::PushSubscription& to = due.subscription;
    const auto language =
        protocol::parse_push_language(to.language).value_or(protocol::PushLanguage::en);
    const auto text = push_text(*due.kind, due.message.game, due.facts, language);
    const base::Instant now = clock_();
    const bool is_urgent = *due.kind == NoticeKind::deadline_warning;
    Outgoing outgoing;
    outgoing.url = to.endpoint;
    outgoing.body = encrypt_push(protocol::encode_push_text(text), {to.p256dh, to.auth});
    outgoing.headers = {{"Content-Type", "application/octet-stream"},
                        {"Content-Encoding", "aes128gcm"},
                        {"User-Agent", "Tanbo"},
                        {"TTL", std::to_string(ttl_of(*due.kind, due.facts, now).count())},
                        {"Urgency", is_urgent ? "high" : "normal"},
                        {"Topic", topic_of(keys_, to, due.message.tag)},
                        {"Authorization", vapid_.authorization(origin_of(to.endpoint), now)}};
    Sent sent = transport_(outgoing);
    (sent.error.empty() ? accepted_ : is_gone(sent) ? gone_ : refused_).add();
    return sent;
}

void PushSender::record(const Due& due, const Sent& sent) {
    const base::Instant now = clock_();
    const store::PushSubscription& subscription = due.subscription;
    const int attempts = due.message.attempts + 1;
    const auto& since = subscription.failing_since_at;
    const bool is_accepted = sent.error.empty();
    const bool is_over = !is_accepted && since && now - *since >= plan_.disable_after;
    auto end = store::PushEnd::accepted;
    if (!is_accepted) {
        const bool is_given_up = is_refused_for_good(sent) || attempts >= push_attempts_max;
        end = is_given_up ? store::PushEnd::refused : store::PushEnd::waiting;
    }
    const auto delay = pause_after(plan_, sent, attempts, subscription.failures + 1, chance_());
    store_.write_now([&](store::Transaction& transaction) {
        transaction.lock_account(subscription.account);
        if (is_gone(sent) || is_over) {
            store::delete_push_subscription(transaction, subscription.id);
            return;
        }
        store::record_push(transaction, subscription, due.message, end, now, now + delay);
    });
}

}  // namespace tanbo::notify
