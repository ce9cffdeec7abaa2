#include "server/game/referee.hpp"

#include <array>
#include <future>
#include <utility>

#include "server/base/one_shot.hpp"
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

std::vector<CommandCounters> command_counters(base::Metrics& metrics) {
    std::vector<CommandCounters> counters;
    counters.reserve(std::size(command_names));
    for (const char* const name : command_names) counters.emplace_back(metrics, name);
    return counters;
}

}  // namespace

// The common part of the tasks; touched by the writer thread, but for the counters.
class Referee::Impl {
public:
    Impl(store::Store& store, base::IoThreads& io, std::vector<ThreadGames> threads,
         base::Clock clock, base::Metrics& metrics, const RefereeLimits& limits,
         std::vector<Observer*> observers, CalendarOf calendar_of, Downtimes* downtimes)
        : store_(store),
          clock_(std::move(clock)),
          writer_state_(io, std::move(threads), metrics, limits, downtimes ? *downtimes : none_),
          observers_(std::move(observers)),
          calendar_of_(std::move(calendar_of)),
          opens_(metrics, "open"),
          commands_(command_counters(metrics)),
          works_(metrics, "perform") {}

    template <class T, class... Arguments>
    static base::Awaitable<TaskAnswer> transact(Impl& impl, CommandCounters& counters,
                                                Arguments... arguments) {
        const base::Executor executor = co_await boost::asio::this_coro::executor;
        const base::OneShot<TaskAnswer> answer(executor);
        const TaskContext context{impl.writer_state_, impl.clock_, counters, impl.observers_,
                                  impl.calendar_of_};
        const PendingReply pending{base::IoThreads::current(), answer};
        impl.store_.submit(std::make_unique<T>(context, std::move(arguments)..., pending));
        TaskAnswer result = co_await answer.wait();
        co_return result;
    }

    void transact(GamesWork work, WorkTask::Answer answer) {
        const TaskContext context{writer_state_, clock_, works_, observers_, calendar_of_};
        store_.submit(std::make_unique<WorkTask>(context, std::move(work), std::move(answer)));
    }

    CommandCounters& counters(const Command& command) { return commands_[command.index()]; }
    CommandCounters& opens() { return opens_; }
    CommandCounters& works() { return works_; }
    store::Store& store() const { return store_; }
    const BotRules& bot_rules() const { return writer_state_.bot_rules(); }

private:
    store::Store& store_;
    base::Clock clock_;
    Downtimes none_;  // where the referee was given none
    WriterState writer_state_;
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
    return Impl::transact<OpenTask>(*impl_, impl_->opens(), std::move(game), std::move(key));
}

base::Awaitable<protocol::Result<Receipt>> Referee::submit(GameId game, Command command,
                                                           std::optional<IdempotencyKey> key,
                                                           std::optional<std::uint32_t> seen) {
    CommandCounters& counters = impl_->counters(command);
    return Impl::transact<CommandTask>(*impl_, counters, game, std::move(command), seen, Adjust(),
                                       std::move(key));
}

base::Awaitable<protocol::Result<Receipt>> Referee::submit_adjusted(
    GameId game, Command command, Adjust adjust, std::optional<IdempotencyKey> key) {
    CommandCounters& counters = impl_->counters(command);
    return Impl::transact<CommandTask>(*impl_, counters, game, std::move(command),
                                       std::optional<std::uint32_t>(), std::move(adjust),
                                       std::move(key));
}

base::Awaitable<protocol::Result<Receipt>> Referee::submit_plan(GameId game, AccountId account,
                                                                PlanOf plan_of,
                                                                std::optional<IdempotencyKey> key) {
    return Impl::transact<PlanTask>(*impl_, impl_->works(), game, account, std::move(plan_of),
                                    std::move(key));
}

base::Awaitable<protocol::Result<bool>> Referee::has_answered(IdempotencyKey key) const {
    return impl_->store().read([key = std::move(key)](store::Reader& reader) {
        return protocol::Result<bool>(has_receipt(reader, key));
    });
}

const BotRules& Referee::bot_rules() const {
    return impl_->bot_rules();
}

base::Awaitable<protocol::Result<void>> Referee::submit_work(GamesWork work) {
    using Result = protocol::Result<void>;
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    const base::OneShot<Result> answer(executor);
    impl_->transact(std::move(work), [answer](Result result) { answer.set(std::move(result)); });
    Result result = co_await answer.wait();
    co_return result;
}

protocol::Result<void> Referee::transact_blocking(GamesWork work) {
    using Result = protocol::Result<void>;
    // The writer still holds it when this thread goes on.
    const auto answer = std::make_shared<std::promise<Result>>();
    std::future<Result> result = answer->get_future();
    impl_->transact(std::move(work), [answer](Result done) { answer->set_value(std::move(done)); });
    return result.get();
}

}  // namespace tanbo::game
