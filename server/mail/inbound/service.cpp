#include "server/mail/inbound/service.hpp"

#include <utility>

#include "server/base/log.hpp"
#include "server/mail/inbound/gauges.hpp"
#include "server/mail/inbound/lmtp_handler.hpp"
#include "server/mail/inbound/worker.hpp"

namespace tanbo::mail::inbound {
namespace {

LmtpDoorOptions door_options(const GatewayOptions& options) {
    LmtpDoorOptions result;
    result.domain = options.domain;
    result.limits.bytes_max = options.bytes_max;
    return result;
}

net::LineListenerOptions listener_options(const GatewayOptions& options) {
    net::LineListenerOptions result;
    result.endpoint = options.lmtp;
    result.busy_answer = lmtp_busy_answer();
    result.limits.line_bytes_max = lmtp_line_bytes_max;
    return result;
}

}  // namespace

struct Gateway::State {
    State(const GatewayServices& services, const GatewayOptions& options)
        : io(services.io),
          clerk(services.rooms, options.desk, services.io.executor(0), services.metrics),
          door(services.rooms.writer, services.rooms.clock, services.metrics, door_options(options),
               [this] { clerk.wake(); }),
          gauges(services.rooms.database, services.rooms.readers, services.rooms.clock,
                 services.metrics),
          listener(services.io, door, services.metrics, listener_options(options)) {}

    base::IoThreads& io;
    Clerk clerk;
    LmtpDoor door;
    Gauges gauges;
    net::LineListener listener;
};

Gateway::Gateway(GatewayServices services, GatewayOptions options)
    : state_(std::make_unique<State>(services, options)) {}

Gateway::~Gateway() = default;

void Gateway::start() {
    base::spawn(state_->io.executor(0), "clerk of letters", state_->clerk.run());
    base::spawn(state_->io.executor(0), "gauges of mail", state_->gauges.run());
    state_->listener.start();
    base::log::info("letters are taken", {{"at", net::to_text(state_->listener.endpoint())}});
}

void Gateway::begin_drain() {
    state_->listener.begin_drain();
}

bool Gateway::drain(std::chrono::milliseconds deadline) {
    return state_->listener.drain(deadline);
}

}  // namespace tanbo::mail::inbound
