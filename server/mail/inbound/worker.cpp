#include "server/mail/inbound/worker.hpp"

#include <algorithm>
#include <exception>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <boost/asio/post.hpp>

#include "server/base/client_key.hpp"
#include "server/base/log.hpp"
#include "server/base/threads/timer.hpp"
#include "server/game/game_transaction.hpp"
#include "server/mail/inbound/queue.hpp"
#include "server/mail/inbound/reading_budget.hpp"

namespace tanbo::mail::inbound {
namespace {

using protocol::Result;
using SharedMail = std::shared_ptr<const protocol::InboundMail>;
using base::Timer;

constexpr std::chrono::milliseconds shortest_sleep{10};
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
    State(MailServices services, InboundQueue& q, const ProcessingOptions& options,
          base::Executor e, base::Metrics& m)
        : queue(q),
          budget(m, options.reading_burst),
          processor(std::move(services), q, budget, options),
          executor(e),
          timer(e),
          metrics(m) {}

    base::Instant now() const { return processor.services().clock(); }
    base::Awaitable<Result<std::optional<protocol::InboundMail>>> next();
    base::Awaitable<Result<void>> begin(SharedMail mail);

    base::Awaitable<Result<MailResult>> process(SharedMail mail);
    base::Awaitable<bool> deal_with(SharedMail mail);
    base::Awaitable<Result<void>> finish(protocol::InboundMailId mail, MailResult result);
    base::Awaitable<bool> fail(SharedMail mail, protocol::Error error);
    base::Awaitable<void> sleep();
    void count(protocol::InboundMailId mail, const MailResult& result);

    InboundQueue& queue;
    ReadingBudget budget;
    MailProcessor processor;
    base::Executor executor;
    Timer timer;
    base::Metrics& metrics;
    bool is_woken = false;
    bool has_failed = false;  // storage, in the last round, or it was not ours
    std::function<bool()> is_ours = [] { return true; };
    std::optional<base::Instant> ours_since;  // nothing: they are not
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
        base::current_client = base::ClientKey::server();
        const bool has_more = co_await run_once();
        if (!has_more) {
            co_await state_->sleep();
        }
    }
}

base::Awaitable<bool> InboundWorker::run_once(int mails_max) {
    State& state = *state_;
    state.is_woken = false;
    for (int count = 0; count < mails_max; ++count) {
        const bool is_ours = state.is_ours();
        if (!is_ours) state.ours_since.reset();
        state.has_failed = !is_ours;
        if (!is_ours) co_return false;
        if (!state.ours_since) state.ours_since = state.now();
        auto mail = co_await state.next();
        state.has_failed = !mail;
        if (!mail || !*mail) co_return false;
        auto shared = std::make_shared<const protocol::InboundMail>(std::move(**mail));
        const bool is_stored = co_await state.deal_with(std::move(shared));
        state.has_failed = !is_stored;
        if (!is_stored) co_return false;
    }
    co_return true;
}

base::Awaitable<Result<std::optional<protocol::InboundMail>>> InboundWorker::State::next() {
    std::vector<MailStanding> order;
    std::vector<MailStanding> overdrawn;  // read last, for they are accounts'
    for (const MailStanding standing : {MailStanding::token, MailStanding::account,
                                        MailStanding::vouched, MailStanding::stranger}) {
        if (budget.can_read(standing, now())) {
            order.push_back(standing);
        } else if (standing == MailStanding::token || standing == MailStanding::account) {
            overdrawn.push_back(standing);
        }
    }
    order.insert(order.end(), overdrawn.begin(), overdrawn.end());
    co_return co_await queue.next(std::move(order), now());
}

// Marks a mail that has waited since before this server started: it may be what ended the last.
base::Awaitable<Result<void>> InboundWorker::State::begin(SharedMail mail) {
    if (mail->received_at >= *ours_since) co_return Result<void>();
    game::GamesWork work = [id = mail->id](store::Transaction& transaction,
                                           game::GameTransaction&) {
        inbound::begin(transaction, id);
        return Result<void>();
    };
    co_return co_await processor.services().referee().transact<void>(std::move(work));
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

// False if nothing can be stored now.
base::Awaitable<bool> InboundWorker::State::deal_with(SharedMail mail) {
    base::current_client = base::ClientKey::mail();
    if (mail->begun >= begun_max) {
        base::log::error("mail-set-aside", "mail quarantined: servers ended while reading it",
                         {{"letter", mail->id}});
        auto done = co_await finish(mail->id, result_of("set-aside"));
        co_return done.has_value();
    }
    auto begun = co_await begin(mail);
    if (!begun) co_return false;
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
        base::log::error("mail-set-aside", "mail quarantined: it could not be processed",
                         {{"letter", id}, {"detail", error.detail}});
        MailResult aside = MailProcessor::set_aside(*mail);
        auto done = co_await finish(id, std::move(aside));
        co_return done.has_value();
    }
    base::log::warn("mail-retried", "could not process a mail; trying again",
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
        .counter("tanbo_inbound_mails_total", "Received emails processed, by outcome.",
                 {{"outcome", result.outcome}})
        .add();
    base::log::info("mail-processed", "mail processed",
                    {{"letter", mail}, {"outcome", result.outcome}});
}

base::Awaitable<void> InboundWorker::State::sleep() {
    std::chrono::milliseconds pause = after_failure;
    if (!has_failed) {
        auto due = co_await queue.next_due();
        if (due) pause = sleep_max;
        if (due && *due) {
            // A mail that is due by now has no time left to be read.
            pause = std::max(**due - now(), budget.wait(now()));
            pause = std::clamp(pause, shortest_sleep, sleep_max);
        }
    }
    // A wake-up came in while this was busy; after a failure it has to wait.
    if (is_woken && !has_failed) co_return;
    timer.expires_after(pause);
    const auto done = co_await timer.async_wait(base::awaited_tuple);
    static_cast<void>(done);
}

}  // namespace tanbo::mail::inbound
