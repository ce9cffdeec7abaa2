#include "server/mail/outbound/outbox.hpp"

#include <algorithm>
#include <utility>

#include "server/base/log.hpp"
#include "server/mail/outbound/need.hpp"
#include "server/mail/outbound/queue.hpp"

namespace tanbo::mail::outbound {
namespace {

constexpr int attempts_of_address = 1;  // at a time
// The other threads are left to mails that take no time to make.
constexpr int large_at_a_time = mail_threads - 1;

base::Counter& mails_counter(base::Metrics& metrics, const std::string& result) {
    return metrics.counter("tanbo_mail_attempts_total", "Attempts to send an email, by result.",
                           {{"result", result}});
}

}  // namespace

Outbox::Outbox(MailQueue& mails, Compose compose, Relay relay, const game::Presence& presence,
               base::Clock clock, base::Metrics& metrics, std::function<void()> goes_on,
               OutboxOptions options, std::function<double()> chance)
    : mails_(mails),
      compose_(std::move(compose)),
      relay_(std::move(relay)),
      presence_(presence),
      clock_(std::move(clock)),
      goes_on_(std::move(goes_on)),
      options_(options),
      chance_(chance ? std::move(chance) : notify::any_chance),
      metrics_(metrics),
      sent_(mails_counter(metrics, "sent")),
      postponed_(mails_counter(metrics, "postponed")),
      refused_(mails_counter(metrics, "refused")),
      unreachable_(mails_counter(metrics, "unreachable")),
      dropped_(mails_counter(metrics, "dropped")),
      queue_([this](base::Instant now, int count) { return look(now, count); }, clock_,
             attempts_of_address, {.bulky = large_at_a_time}) {}

bool Outbox::send_one() {
    return queue_.send_one([this](protocol::MailId id) { send(id); });
}

std::optional<base::Instant> Outbox::next_due() {
    return queue_.next_due();
}

std::vector<notify::Waiting<protocol::MailId>> Outbox::look(base::Instant now, int count) {
    const auto due = now == base::Instant::max() ? mails_.next(count) : mails_.due(now, count);
    std::vector<notify::Waiting<protocol::MailId>> waiting;
    waiting.reserve(due.size());
    for (const DueMail& mail : due) {
        waiting.push_back({mail.id, mail.address, mail.address, mail.due_at, mail.is_large});
    }
    return waiting;
}

void Outbox::send(protocol::MailId id) {
    const auto found = mails_.find(id);
    if (!found || !found->is_waiting()) return;  // dropped since
    const protocol::OutgoingMail& mail = *found;
    if (const auto answer = pending_results_.find(mail.id)) return record(mail, *answer);
    const std::string why = mails_.read(
        [&](store::Reader& reader) { return why_not_needed(reader, mail, presence_, clock_()); });
    if (!why.empty()) return drop(mail, why);
    const std::optional<Composed> composed = compose_or_abandon(mail);
    if (!composed) return;
    if (const auto* const unneeded = std::get_if<NotNeeded>(&*composed)) {
        return drop(mail, unneeded->why);
    }
    const RelayAnswer answer = relay_(std::get<Outgoing>(*composed));
    if (answer.verdict != RelayVerdict::cancelled) record(mail, answer);
}

// A mail that can't be made must not keep the others waiting for ever: it is given up, and then
// there is nothing.
std::optional<Composed> Outbox::compose_or_abandon(const protocol::OutgoingMail& mail) {
    try {
        return compose_(mail);
    } catch (const store::StorageError&) {
        throw;
    } catch (const std::exception& error) {
        RelayAnswer answer;
        answer.text = std::string("The email could not be composed: ") + error.what();
        abandon(mail, answer, clock_());
        return std::nullopt;
    }
}

void Outbox::record(const protocol::OutgoingMail& mail, const RelayAnswer& answer) {
    if (answer.verdict != RelayVerdict::unreachable) {
        unreachable_times_ = 0;
        if (queue_.resume()) goes_on_();
    }
    pending_results_.write(mail.id, answer, [&] { write_down(mail, answer, clock_()); });
}

void Outbox::write_down(const protocol::OutgoingMail& mail, const RelayAnswer& answer,
                        base::Instant now) {
    switch (answer.verdict) {
        case RelayVerdict::accepted:
            mails_.mark_sent(mail.id, now);
            sent_.add();
            return count_end(mail, "sent");
        case RelayVerdict::refused:
            abandon(mail, answer, now);
            return refused_.add();
        case RelayVerdict::postponed:
            postpone(mail, answer, now);
            return postponed_.add();
        case RelayVerdict::unreachable:
            postpone(mail, answer, now);
            return unreachable_.add();
        case RelayVerdict::cancelled:
            return;
    }
}

// The relay's no is the same as a mail that comes back.
void Outbox::abandon(const protocol::OutgoingMail& mail, const RelayAnswer& answer,
                     base::Instant now) {
    base::log::warn("mail-given-up", "gave up sending a mail",
                    {{"message", mail.message}, {"kind", mail.kind}, {"detail", answer.text}});
    std::optional<Bounce> bounce;
    if (answer.is_about_reader) bounce = Bounce{mail.id, true, answer.text};
    mails_.abandon(mail.id, answer.text, bounce, now);
    count_end(mail, "failed");
}

void Outbox::postpone(const protocol::OutgoingMail& mail, const RelayAnswer& answer,
                      base::Instant now) {
    const bool was_seen = answer.verdict == RelayVerdict::postponed;
    base::Instant due = now;
    if (was_seen) {
        const int attempts = static_cast<int>(mail.attempts) + 1;
        due += notify::retry_delay(options_.retries, attempts, chance_());
    } else {
        due += pause(answer, now);
    }
    if (due > mail.created_at + tried_for) return abandon(mail, answer, now);
    mails_.postpone(mail.id, due, answer.text, was_seen);
}

// A fault of the relay is not the mail's fault: nothing is sent for a while.
std::chrono::milliseconds Outbox::pause(const RelayAnswer& answer, base::Instant now) {
    const int times = ++unreachable_times_;
    const auto planned = notify::retry_delay(options_.retries, times, chance_());
    const auto pause = std::min<std::chrono::milliseconds>(planned, relay_pause_max);
    if (times == 1) {
        base::log::warn("mail-relay-unusable", "the mail relay is not usable",
                        {{"detail", answer.text}});
    }
    queue_.pause(now + pause);
    return pause;
}

void Outbox::drop(const protocol::OutgoingMail& mail, const std::string& why) {
    dropped_.add();
    const base::Instant now = clock_();
    mails_.drop(mail.id, why, now);
    count_end(mail, "dropped");
}

void Outbox::count_end(const protocol::OutgoingMail& mail, const std::string& end) {
    metrics_
        .counter("tanbo_mails_total", "Emails that left the queue, by kind and outcome.",
                 {{"kind", mail.kind}, {"outcome", end}})
        .add();
}

}  // namespace tanbo::mail::outbound
