#include "server/mail/inbound/service.hpp"

#include <utility>

#include "server/base/log.hpp"
#include "server/mail/inbound/gauges.hpp"
#include "server/mail/inbound/lmtp/lmtp_handler.hpp"
#include "server/mail/inbound/queue.hpp"
#include "server/mail/inbound/standing.hpp"
#include "server/mail/inbound/worker.hpp"

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
