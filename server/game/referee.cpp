#include "server/game/referee.hpp"

#include <array>
#include <future>
#include <utility>

#include "server/base/one_shot.hpp"
#include "server/game/desk.hpp"
#include "server/game/tasks.hpp"
#include "server/storage/group_commit.hpp"

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

// What the tasks share; touched by the writer thread, but for the counters.
class Referee::Bench {
public:
    Bench(storage::GroupCommit& writer, base::IoThreads& io, std::vector<ThreadGames> threads,
          base::Clock clock, base::Metrics& metrics, const RefereeLimits& limits,
          std::vector<Witness*> witnesses, CalendarOf calendar_of, Downtimes* downtimes)
        : writer_(writer),
          clock_(std::move(clock)),
          desk_(io, std::move(threads), metrics, limits, downtimes ? *downtimes : none_),
          witnesses_(std::move(witnesses)),
          calendar_of_(std::move(calendar_of)),
          opens_(metrics, "open"),
          commands_(command_counters(metrics)),
          performances_(metrics, "perform") {}

    template <class T, class... Arguments>
    static base::Awaitable<TaskAnswer> perform(Bench& bench, CommandCounters& counters,
                                               Arguments... arguments) {
        const base::Executor executor = co_await boost::asio::this_coro::executor;
        const base::OneShot<TaskAnswer> answer(executor);
        const TaskContext context{bench.desk_, bench.clock_, counters, bench.witnesses_,
                                  bench.calendar_of_};
        const Owed owed{base::IoThreads::current(), answer};
        bench.writer_.submit(std::make_unique<T>(context, std::move(arguments)..., owed));
        TaskAnswer result = co_await answer.wait();
        co_return result;
    }

    void perform(Performance work, PerformTask::Answer answer) {
        const TaskContext context{desk_, clock_, performances_, witnesses_, calendar_of_};
        writer_.submit(std::make_unique<PerformTask>(context, std::move(work), std::move(answer)));
    }

    CommandCounters& counters(const Command& command) { return commands_[command.index()]; }
    CommandCounters& opens() { return opens_; }

private:
    storage::GroupCommit& writer_;
    base::Clock clock_;
    Downtimes none_;  // where the referee was given none
    Desk desk_;
    std::vector<Witness*> witnesses_;
    CalendarOf calendar_of_;
    CommandCounters opens_;
    std::vector<CommandCounters> commands_;  // by the index of the kind of command
    CommandCounters performances_;
};

Referee::Referee(storage::GroupCommit& writer, base::IoThreads& io,
                 std::vector<ThreadGames> threads, base::Clock clock, base::Metrics& metrics,
                 RefereeLimits limits, std::vector<Witness*> witnesses, CalendarOf calendar_of,
                 Downtimes* downtimes)
    : bench_(std::make_unique<Bench>(writer, io, std::move(threads), std::move(clock), metrics,
                                     limits, std::move(witnesses), std::move(calendar_of),
                                     downtimes)) {}

Referee::~Referee() = default;

base::Awaitable<protocol::Result<Receipt>> Referee::open(NewGame game,
                                                         std::optional<IdempotencyKey> key) {
    return Bench::perform<OpenTask>(*bench_, bench_->opens(), std::move(game), std::move(key));
}

base::Awaitable<protocol::Result<Receipt>> Referee::submit(GameId game, Command command,
                                                           std::optional<IdempotencyKey> key,
                                                           std::optional<std::uint32_t> seen) {
    CommandCounters& counters = bench_->counters(command);
    return Bench::perform<CommandTask>(*bench_, counters, game, std::move(command), seen,
                                       std::move(key));
}

base::Awaitable<protocol::Result<void>> Referee::carry_out(Performance work) {
    using Result = protocol::Result<void>;
    const base::Executor executor = co_await boost::asio::this_coro::executor;
    const base::OneShot<Result> answer(executor);
    bench_->perform(std::move(work), [answer](Result result) { answer.set(std::move(result)); });
    Result result = co_await answer.wait();
    co_return result;
}

protocol::Result<void> Referee::perform_blocking(Performance work) {
    using Result = protocol::Result<void>;
    // The writer still holds it when this thread goes on.
    const auto answer = std::make_shared<std::promise<Result>>();
    std::future<Result> result = answer->get_future();
    bench_->perform(std::move(work), [answer](Result done) { answer->set_value(std::move(done)); });
    return result.get();
}

}  // namespace tanbo::game
