#include "server/mail/inbound/service.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "server/account/mail_users.hpp"
#include "server/base/client_key.hpp"
#include "server/base/log.hpp"
#include "server/base/threads/timer.hpp"
#include "server/mail/inbound/lmtp/lmtp_handler.hpp"
#include "server/mail/inbound/queue.hpp"
#include "server/mail/inbound/standing.hpp"
#include "server/mail/inbound/worker.hpp"
#include "server/mail/outbound/queue.hpp"

namespace tanbo::mail::inbound {
namespace {

LmtpLimits lmtp_limits(const InboundOptions& options) {
    LmtpLimits limits;
    limits.bytes_max = options.bytes_max;
    return limits;
}

net::LineListenerOptions listener_options(const InboundOptions& options) {
    net::LineListenerOptions result;
    result.endpoint = options.lmtp;
    result.busy_answer = lmtp_busy_answer();
    result.limits.line_bytes_max = lmtp_line_bytes_max;
    return result;
}

// How often they are read.
constexpr std::chrono::seconds gauges_interval{5};

// Mails that wait on their way in and out, and for how long, as metrics of the process.
class Gauges {
public:
    // Requires: all of them outlive it.
    Gauges(InboundQueue& queue, base::Clock clock, base::Metrics& metrics);

    // For ever.
    base::Awaitable<void> run();

    // Once. Throws: store::StorageError. Thread: any.
    void read(store::Reader& reader);

private:
    InboundQueue& queue_;
    base::Clock clock_;
    base::Gauge& mails_;
    base::Gauge& oldest_age_;
    base::Gauge& fresh_mails_;
    base::Gauge& retried_mails_;
    base::Gauge& mails_age_;
    base::Gauge& stopped_;
};

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

}  // namespace

struct InboundService::State {
    State(const InboundServices& services, const InboundOptions& options)
        : io(services.io),
          queue(services.store),
          worker(services.services, queue, options.processor, services.io.executor(0),
                 services.metrics),
          sorter(services.services.tokens(), {options.domain, options.processor.authserv_id}),
          handler(queue, sorter, services.services.clock, services.metrics, lmtp_limits(options),
                  [this] { worker.wake(); }),
          gauges(queue, services.services.clock, services.metrics),
          listener(services.io, handler, services.metrics, listener_options(options)) {
        if (services.is_reader) worker.work_while(services.is_reader);
    }

    base::IoThreads& io;
    InboundQueue queue;
    InboundWorker worker;
    MailSorter sorter;
    LmtpHandler handler;
    Gauges gauges;
    net::LineListener listener;
};

InboundService::InboundService(InboundServices services, InboundOptions options)
    : state_(std::make_unique<State>(services, options)) {}

InboundService::~InboundService() = default;

void InboundService::start() {
    base::spawn(state_->io.executor(0), "inbound mail worker", state_->worker.run());
    base::spawn(state_->io.executor(0), "mail gauges", state_->gauges.run());
    state_->listener.start();
    base::log::info("mail-listening", "accepting mail by LMTP",
                    {{"at", net::to_text(state_->listener.endpoint())}});
}

void InboundService::begin_drain() {
    state_->listener.begin_drain();
}

bool InboundService::drain(std::chrono::milliseconds deadline) {
    return state_->listener.drain(deadline);
}

}  // namespace tanbo::mail::inbound
