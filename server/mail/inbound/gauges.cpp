#include "server/mail/inbound/gauges.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "server/account/mail_users.hpp"
#include "server/base/client_key.hpp"
#include "server/base/threads/timer.hpp"
#include "server/mail/inbound/queue.hpp"
#include "server/mail/outbound/queue.hpp"

namespace tanbo::mail::inbound {
namespace {

base::Gauge& mails_gauge(base::Metrics& metrics, const std::string& tried) {
    return metrics.gauge("tanbo_mails_waiting",
                         "Emails to send, including later ones, by whether an attempt was made.",
                         {{"tried", tried}});
}

// 0 if nothing waits, or is not due yet.
std::int64_t seconds_since(const std::optional<base::Instant>& since, base::Instant now) {
    if (!since) return 0;
    const auto age = now - *since;
    return std::max<std::int64_t>(0, std::chrono::floor<std::chrono::seconds>(age).count());
}

}  // namespace

Gauges::Gauges(InboundQueue& queue, base::Clock clock, base::Metrics& metrics)
    : queue_(queue),
      clock_(std::move(clock)),
      mails_(metrics.gauge("tanbo_inbound_mail_waiting", "Received emails to process.")),
      oldest_age_(metrics.gauge("tanbo_inbound_mail_oldest_seconds",
                                "Age of the oldest received email to process.")),
      fresh_mails_(mails_gauge(metrics, "no")),
      retried_mails_(mails_gauge(metrics, "yes")),
      mails_age_(metrics.gauge("tanbo_mails_oldest_seconds",
                               "Time since the oldest email to send became due.")),
      stopped_(metrics.gauge("tanbo_mail_addresses_stopped",
                             "Addresses that get no more emails because theirs bounced.")) {}

base::Awaitable<void> Gauges::run() {
    base::Timer timer(co_await boost::asio::this_coro::executor);
    base::current_client = base::ClientKey::server();
    for (;;) {
        const auto look = [this](store::Reader& reader) {
            read(reader);
            return protocol::Result<void>();
        };
        auto done = co_await queue_.read(look);
        static_cast<void>(done);  // they are read again soon
        timer.expires_after(gauges_interval);
        co_await base::wait_for_own_work(timer);
    }
}

void Gauges::read(store::Reader& reader) {
    const base::Instant now = clock_();
    const InboundWaiting inbound = count_waiting(reader);
    mails_.set(inbound.count);
    oldest_age_.set(seconds_since(inbound.since, now));
    const outbound::WaitingMails mails = outbound::count_waiting(reader);
    fresh_mails_.set(mails.fresh);
    retried_mails_.set(mails.retrying);
    mails_age_.set(seconds_since(mails.waits_since, now));
    stopped_.set(account::count_stopped_addresses(reader));
}

}  // namespace tanbo::mail::inbound
