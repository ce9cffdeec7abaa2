#include "server/mail/outbound/worker.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "server/base/threads/polling_workers.hpp"
#include "server/mail/outbound/queue.hpp"

namespace tanbo::mail::outbound {

struct OutboxWorker::State {
    State(const OutboxWorkerServices& services, OutboxWorkerOptions options)
        : mails(services.store),
          composer(mails, services.tokens, std::move(options.mails)),
          relay(std::move(options.relay), &is_stopping, services.clock),
          sender(
              mails, [this](const protocol::OutgoingMail& mail) { return composer.compose(mail); },
              [this](const Outgoing& mail) { return relay.send(mail); }, services.presence,
              services.clock, services.metrics, [this] { threads.wake_all(); }, options.sending),
          threads(closing_idle(base::work_while({"mails", [this] { return sender.send_one(); },
                                                 [this] { return sender.next_due(); }},
                                                services.is_sender, services.clock)),
                  services.clock, mail_threads) {}

    // Idle threads look at the connections.
    base::PollingTask closing_idle(base::PollingTask work) {
        work.next_due = [this, next_due = std::move(work.next_due)] {
            const auto idle = relay.close_idle();
            const auto due = next_due();
            return idle && due ? std::min(idle, due) : (idle ? idle : due);
        };
        return work;
    }

    std::atomic<bool> is_stopping = false;
    MailQueue mails;
    Composer composer;
    SmtpRelay relay;
    Outbox sender;
    base::PollingWorkers threads;
};

OutboxWorker::OutboxWorker(OutboxWorkerServices services, OutboxWorkerOptions options)
    : state_(std::make_unique<State>(services, std::move(options))) {}

OutboxWorker::~OutboxWorker() {
    stop();
}

void OutboxWorker::wake(std::size_t mails) {
    state_->threads.wake(mails);
}

void OutboxWorker::stop() {
    state_->is_stopping = true;
    state_->threads.stop();
}

}  // namespace tanbo::mail::outbound
