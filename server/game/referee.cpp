#include "server/game/referee.hpp"

#include <array>
#include <deque>
#include <future>
#include <utility>

#include "server/base/threads/one_shot.hpp"
#include "server/game/idempotency.hpp"
#include "server/game/tasks.hpp"
#include "server/game/writer_state.hpp"
#include "server/store/store.hpp"

namespace tanbo::game {

namespace {

// In the order of Command.
constexpr std::array<const char*, std::variant_size_v<Command>> command_names = {
    "join",     "start",           "move",   "leave",      "swap",
    "propose",  "answer-proposal", "resume", "take-over",  "calendar",
    "fall-due", "credit",          "remove", "adjudicate", "abort"};

// For everything that is not about one game.
constexpr int club_lane = 0;

RefereeLimits limits_of_lane(RefereeLimits limits, int lanes) {
    limits.match_bytes /= static_cast<std::size_t>(lanes);
    return limits;
}

std::vector<CommandCounters> command_counters(base::Metrics& metrics) {
    std::vector<CommandCounters> counters;
    counters.reserve(std::size(command_names));
    for (const char* const name : command_names) counters.emplace_back(metrics, name);
    return counters;
}

}  // namespace

// The common part of the tasks; touched by the writer threads, but for the counters.
class Referee::Impl {
public:
    Impl(store::Store& store, base::IoThreads& io, std::vector<ThreadGames> threads,
         base::Clock clock, base::Metrics& metrics, const RefereeLimits& limits,
         std::vector<Observer*> observers, CalendarOf calendar_of, Downtimes* downtimes)
        : store_(store),
          io_(io),
          clock_(std::move(clock)),
          lanes_{std::move(threads), downtimes ? *downtimes : none_, {}, store.lanes() > 1},
          observers_(std::move(observers)),
          calendar_of_(std::move(calendar_of)),
          opens_(metrics, "open"),
          commands_(command_counters(metrics)),
          works_(metrics, "perform") {
        for (int lane = 0; lane < store.lanes(); ++lane) {
            writer_states_.emplace_back(io, lanes_, metrics, limits_of_lane(limits, store.lanes()));
        }
    }

    template <class T, class... Arguments>
    static base::Awaitable<TaskAnswer> transact(Impl& impl, int lane, CommandCounters& counters,
                                                Arguments... arguments) {
        const base::Executor executor = co_await boost::asio::this_coro::executor;
        const base::OneShot<TaskAnswer> answer(executor);
        const TaskContext context = impl.context(lane, counters);
        const PendingReply pending{base::IoThreads::current(), answer};
        impl.store_.submit(std::make_unique<T>(context, std::move(arguments)..., pending), lane);
        TaskAnswer result = co_await answer.wait();
        co_return result;
    }

    void transact(GamesWork work, Refuses refuses, WorkTask::Answer answer) {
        store_.submit(std::make_unique<WorkTask>(context(club_lane, works_), std::move(work),
                                                 refuses, std::move(answer)),
                      club_lane);
    }

    void publish(CommittedBatch batch) {
        if (!batch.deleted_accounts.empty()) lanes_.deleted.add(batch.deleted_accounts);
        game::publish(io_, lanes_.threads,
                      std::make_shared<const CommittedBatch>(std::move(batch)));
    }

    CommandCounters& counters(const Command& command) { return commands_[command.index()]; }
    CommandCounters& opens() { return opens_; }
    CommandCounters& works() { return works_; }
    store::Store& store() const { return store_; }
    engine::Instant now() const { return clock_(); }
    const BotRules& bot_rules() const { return writer_states_.front().bot_rules(); }

private:
    TaskContext context(int lane, CommandCounters& counters) {
        return {writer_states_[static_cast<std::size_t>(lane)], clock_, counters, observers_,
                calendar_of_};
    }

    store::Store& store_;
    base::IoThreads& io_;
    base::Clock clock_;
    Downtimes none_;  // if the referee was given none
    Lanes lanes_;
    std::deque<WriterState> writer_states_;  // by lane
    std::vector<Observer*> observers_;
    CalendarOf calendar_of_;
    CommandCounters opens_;
    std::vector<CommandCounters> commands_;  // by the index of the kind of command
    CommandCounters works_;
};

Referee::Referee(store::Store& store, base::IoThreads& io, std::vector<ThreadGames> threads,
                 base::Clock clock, base::Metrics& metrics, RefereeLimits limits,
                 std::vector<Observer*> observers, CalendarOf calendar_of, Downtimes* downtimes)
    : impl_(std::make_unique<Impl>(store, io, std::move(threads), std::move(clock), metrics, limits,
                                   std::move(observers), std::move(calendar_of), downtimes)) {}

Referee::~Referee() = default;

base::Awaitable<protocol::Result<Receipt>> Referee::open(NewGame game,
                                                         std::optional<IdempotencyKey> key) {
    const int lane = impl_->store().lane_of(game.creator.account);
    return Impl::transact<OpenTask>(*impl_, lane, impl_->opens(), std::move(game), std::move(key));
}

base::Awaitable<protocol::Result<Receipt>> Referee::submit(GameId game, Command command,
                                                           std::optional<IdempotencyKey> key,
                                                           std::optional<std::uint32_t> seen) {
    CommandCounters& counters = impl_->counters(command);
    return Impl::transact<CommandTask>(*impl_, impl_->store().lane_of(game), counters, game,
                                       std::move(command), seen, Adjust(), std::move(key));
}

base::Awaitable<protocol::Result<Receipt>> Referee::submit_adjusted(
    GameId game, Command command, Adjust adjust, std::optional<IdempotencyKey> key) {
    CommandCounters& counters = impl_->counters(command);
    return Impl::transact<CommandTask>(*impl_, impl_->store().lane_of(game), counters, game,
                                       std::move(command), std::optional<std::uint32_t>(),
                                       std::move(adjust), std::move(key));
}

base::Awaitable<protocol::Result<Receipt>> Referee::submit_plan(GameId game, AccountId account,
                                                                PlanOf plan_of,
                                                                std::optional<IdempotencyKey> key) {
    return Impl::transact<PlanTask>(*impl_, impl_->store().lane_of(game), impl_->works(), game,
                                    account, std::move(plan_of), std::move(key));
}

base::Awaitable<protocol::Result<bool>> Referee::has_answered(IdempotencyKey key) const {
    store::Work<bool> look = [key = std::move(key),
                              now = impl_->now()](store::Transaction& transaction) {
        return protocol::Result<bool>(has_receipt(transaction, key, now));
    };
    return impl_->store().write<bool>(std::move(look));
}

void Referee::publish(CommittedBatch batch) {
    impl_->publish(std::move(batch));
}

const BotRules& Referee::bot_rules() const {
    return impl_->bot_rules();
}

base::Awaitable<protocol::Result<void>> Referee::submit_work(GamesWork work, Refuses refuses) {
    using Result = protocol::Result<void>;
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    const base::OneShot<Result> answer(executor);
    impl_->transact(std::move(work), refuses,
                    [answer](Result result) { answer.set(std::move(result)); });
    Result result = co_await answer.wait();
    co_return result;
}

protocol::Result<void> Referee::transact_blocking(GamesWork work) {
    using Result = protocol::Result<void>;
    // The writer still holds it when this thread goes on.
    const auto answer = std::make_shared<std::promise<Result>>();
    std::future<Result> result = answer->get_future();
    impl_->transact(std::move(work), Refuses::at_any_time,
                    [answer](Result done) { answer->set_value(std::move(done)); });
    return result.get();
}

}  // namespace tanbo::game
