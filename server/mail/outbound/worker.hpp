#pragma once

#include <cstddef>
#include <functional>
#include <memory>

#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/game/feed/presence.hpp"
#include "server/mail/outbound/composer.hpp"
#include "server/mail/outbound/outbox.hpp"
#include "server/mail/outbound/smtp.hpp"
#include "server/notify/signed_tokens.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::mail::outbound {

struct OutboxWorkerOptions {
    ComposerOptions mails;
    RelaySettings relay;
    OutboxOptions sending;
};

// Its foundations; all of it outlives it.
struct OutboxWorkerServices {
    store::Store& store;
    const notify::SignedTokens& tokens;
    const game::Presence& presence;
    const base::Clock& clock;
    base::Metrics& metrics;
    // Whether mails are this process's to send now; empty: always. Thread: any.
    std::function<bool()> is_sender = {};
};

// The way out: threads that send what waits in the outbox.
class OutboxWorker {
public:
    OutboxWorker(OutboxWorkerServices services, OutboxWorkerOptions options);
    ~OutboxWorker();  // stop()
    OutboxWorker(const OutboxWorker&) = delete;
    OutboxWorker& operator=(const OutboxWorker&) = delete;

    // There may be so many mails to send. Thread: any.
    void wake(std::size_t mails);

    // Sends no more: a mail that is being given to the relay is left to the next start. Before the
    // writer stops. Thread: not one of its own.
    void stop();

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace tanbo::mail::outbound
