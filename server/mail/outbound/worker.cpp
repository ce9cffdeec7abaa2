#include "server/mail/outbound/worker.hpp"

#include <atomic>
#include <utility>

#include "server/base/due_threads.hpp"

namespace tanbo::mail::outbound {

struct Post::State {
    State(const PostServices& services, PostOptions options)
        : composer(services.database, services.tokens, std::move(options.letters)),
          sender(
              services.database, services.writer,
              [this](const storage::Mail& mail) { return composer.compose(mail); },
              smtp_relay(std::move(options.relay), &is_stopping), services.presence, services.clock,
              services.metrics, options.sending),
          threads(
              {"mails", [this] { return sender.send_one(); }, [this] { return sender.next_due(); }},
              services.clock, mail_threads) {}

    std::atomic<bool> is_stopping = false;
    Composer composer;
    Sender sender;
    base::DueThreads threads;
};

Post::Post(PostServices services, PostOptions options)
    : state_(std::make_unique<State>(services, std::move(options))) {}

Post::~Post() {
    stop();
}

void Post::wake() {
    state_->threads.wake();
}

void Post::stop() {
    state_->is_stopping = true;
    state_->threads.stop();
}

}  // namespace tanbo::mail::outbound
