#include "server/mail/inbound/worker.hpp"

#include <algorithm>
#include <exception>
#include <string>
#include <utility>

#include <boost/asio/post.hpp>

#include "server/base/asker.hpp"
#include "server/base/log.hpp"
#include "server/base/timer.hpp"
#include "server/game/game_transaction.hpp"
#include "server/mail/inbound/queue.hpp"

namespace tanbo::mail::inbound {
namespace {

using protocol::Result;
using SharedMail = std::shared_ptr<const protocol::InboundMail>;
using base::Timer;

constexpr int mails_at_once = 16;  // each may be large
constexpr std::chrono::milliseconds longest_sleep{30'000};
constexpr std::chrono::milliseconds longest_sleep_of_nodes{2'000};  // others take mails in too
constexpr std::chrono::milliseconds after_failure{1'000};
constexpr std::chrono::seconds longest_pause{3'600};

protocol::Error failure(const char* what) {
    protocol::Error error;
    error.detail = what;
    return error;
}

}  // namespace

std::chrono::seconds retry_pause(int attempts) {
    const std::chrono::seconds pause(std::int64_t{1} << std::min(attempts, 12));
    return std::min(pause, longest_pause);
}

struct InboundWorker::State {
    State(MailServices services, InboundQueue& q, ProcessingOptions options, base::Executor e,
          base::Metrics& m)
        : queue(q),
          processor(std::move(services), q, std::move(options)),
          executor(e),
          timer(e),
          metrics(m) {}

    base::Awaitable<Result<MailResult>> process(SharedMail mail);
    base::Awaitable<bool> deal_with(SharedMail mail);
    base::Awaitable<Result<void>> finish(protocol::InboundMailId mail, MailResult result);
    base::Awaitable<bool> fail(SharedMail mail, protocol::Error error);
    base::Awaitable<void> sleep();
    void count(protocol::InboundMailId mail, const MailResult& result);

    InboundQueue& queue;
    MailProcessor processor;
    base::Executor executor;
    Timer timer;
    base::Metrics& metrics;
    bool is_woken = false;
    bool has_failed = false;  // storage, in the last round, or it was not ours
    std::function<bool()> is_ours = [] { return true; };
    std::chrono::milliseconds sleep_max = longest_sleep;
};

InboundWorker::InboundWorker(MailServices services, InboundQueue& queue, ProcessingOptions options,
                             base::Executor executor, base::Metrics& metrics)
    : state_(std::make_unique<State>(std::move(services), queue, std::move(options), executor,
                                     metrics)) {}

InboundWorker::~InboundWorker() = default;

void InboundWorker::wake() {
    boost::asio::post(state_->executor, [state = state_.get()] {
        state->is_woken = true;
        state->timer.cancel();
    });
}

void InboundWorker::work_while(std::function<bool()> is_ours) {
    state_->is_ours = std::move(is_ours);
    state_->sleep_max = longest_sleep_of_nodes;
}

base::Awaitable<void> InboundWorker::run() {
    for (;;) {
        base::asker_here = base::Asker::server();
        const bool has_more = co_await run_once();
        if (!has_more) {
            co_await state_->sleep();
        }
    }
}

base::Awaitable<bool> InboundWorker::run_once() {
    state_->is_woken = false;
    state_->has_failed = !state_->is_ours();
    if (state_->has_failed) co_return false;
    auto mails =
        co_await state_->queue.waiting(state_->processor.services().clock(), mails_at_once);
    state_->has_failed = !mails;
    if (!mails) co_return false;
    for (protocol::InboundMail& mail : *mails) {
        if (!state_->is_ours()) co_return true;
        auto shared = std::make_shared<const protocol::InboundMail>(std::move(mail));
        const bool is_stored = co_await state_->deal_with(std::move(shared));
        if (is_stored) continue;
        state_->has_failed = true;
        co_return false;
    }
    co_return mails->size() == static_cast<std::size_t>(mails_at_once);
}

// Whatever is thrown concerns this mail alone.
base::Awaitable<Result<MailResult>> InboundWorker::State::process(SharedMail mail) {
    protocol::Error thrown;
    try {
        co_return co_await processor.process(std::move(mail));
    } catch (const std::exception& error) {
        thrown = failure(error.what());
    }
    co_return thrown;
}

// False if nothing can be stored at present.
base::Awaitable<bool> InboundWorker::State::deal_with(SharedMail mail) {
    base::asker_here = base::Asker::mail();
    auto result = co_await process(mail);
    Result<void> done;
    if (result) {
        done = co_await finish(mail->id, std::move(*result));
    } else {
        done = result.error();
    }
    if (done) co_return true;
    co_return co_await fail(mail, done.error());
}

base::Awaitable<Result<void>> InboundWorker::State::finish(protocol::InboundMailId mail,
                                                           MailResult result) {
    const auto shared = std::make_shared<const MailResult>(std::move(result));
    game::GamesWork work = [mail, shared](store::Transaction& transaction,
                                          game::GameTransaction& games) {
        store_result(transaction, mail, *shared, games.now());
        return Result<void>();
    };
    auto done = co_await processor.services().referee().transact<void>(std::move(work));
    if (done) count(mail, *shared);
    co_return done;
}

base::Awaitable<bool> InboundWorker::State::fail(SharedMail mail, protocol::Error error) {
    const protocol::InboundMailId id = mail->id;
    const int attempts = mail->attempts + 1;
    if (attempts >= inbound_attempts_max && !commands::is_passing(error)) {
        base::log::error("mail-set-aside", "a mail is set aside: it could not be processed",
                         {{"letter", id}, {"detail", error.detail}});
        MailResult aside = MailProcessor::set_aside(*mail);
        auto done = co_await finish(id, std::move(aside));
        co_return done.has_value();
    }
    base::log::warn("mail-retried", "a mail could not be processed; it is tried again",
                    {{"letter", id},
                     {"attempts", attempts},
                     {"code", protocol::code_name(error.code)},
                     {"detail", error.detail}});
    game::GamesWork work = [id, attempts](store::Transaction& transaction,
                                          game::GameTransaction& games) {
        postpone(transaction, id, games.now() + retry_pause(attempts));
        return Result<void>();
    };
    auto done = co_await processor.services().referee().transact<void>(std::move(work));
    co_return done.has_value();
}

void InboundWorker::State::count(protocol::InboundMailId mail, const MailResult& result) {
    metrics
        .counter("tanbo_letters_total", "Mails that were worked through, by outcome.",
                 {{"outcome", result.outcome}})
        .add();
    base::log::info("mail-processed", "a mail was processed",
                    {{"letter", mail}, {"outcome", result.outcome}});
}

base::Awaitable<void> InboundWorker::State::sleep() {
    std::chrono::milliseconds pause = after_failure;
    if (!has_failed) {
        auto due = co_await queue.next_due();
        if (due) pause = sleep_max;
        if (due && *due) {
            pause = std::clamp(**due - processor.services().clock(), std::chrono::milliseconds(1),
                               sleep_max);
        }
    }
    // A wake-up came in while this was busy; after a failure it has to wait.
    if (is_woken && !has_failed) co_return;
    timer.expires_after(pause);
    const auto done = co_await timer.async_wait(base::awaited_tuple);
    static_cast<void>(done);
}

}  // namespace tanbo::mail::inbound
