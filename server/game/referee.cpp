#include "server/game/referee.hpp"

#include <future>
#include <utility>

#include "server/base/one_shot.hpp"
#include "server/game/desk.hpp"
#include "server/game/tasks.hpp"
#include "server/storage/group_commit.hpp"

namespace tanbo::game {

// What the tasks share; touched by the writer thread, but for the counters.
class Referee::Bench {
public:
    Bench(storage::GroupCommit& writer, base::IoThreads& io, std::vector<ThreadGames> threads,
          base::Clock clock, base::Metrics& metrics, const RefereeLimits& limits,
          std::vector<Witness*> witnesses)
        : writer_(writer),
          clock_(std::move(clock)),
          desk_(io, std::move(threads), metrics, limits),
          witnesses_(std::move(witnesses)),
          opens_(metrics, "open"),
          joins_(metrics, "join"),
          starts_(metrics, "start"),
          moves_(metrics, "move"),
          leaves_(metrics, "leave"),
          performances_(metrics, "perform") {}

    template <class T, class... Arguments>
    static base::Awaitable<TaskAnswer> perform(Bench& bench, CommandCounters& counters,
                                               Arguments... arguments) {
        const base::Executor executor = co_await boost::asio::this_coro::executor;
        const base::OneShot<TaskAnswer> answer(executor);
        const TaskContext context{bench.desk_, bench.clock_, counters, bench.witnesses_};
        const Owed owed{base::IoThreads::current(), answer};
        bench.writer_.submit(std::make_unique<T>(context, std::move(arguments)..., owed));
        TaskAnswer result = co_await answer.wait();
        co_return result;
    }

    void perform(Performance work, PerformTask::Answer answer) {
        const TaskContext context{desk_, clock_, performances_, witnesses_};
        writer_.submit(std::make_unique<PerformTask>(context, std::move(work), std::move(answer)));
    }

    CommandCounters& counters(const Command& command) {
        if (std::holds_alternative<engine::Join>(command)) return joins_;
        if (std::holds_alternative<engine::Start>(command)) return starts_;
        if (std::holds_alternative<Move>(command)) return moves_;
        return leaves_;
    }
    CommandCounters& opens() { return opens_; }

private:
    storage::GroupCommit& writer_;
    base::Clock clock_;
    Desk desk_;
    std::vector<Witness*> witnesses_;
    CommandCounters opens_;
    CommandCounters joins_;
    CommandCounters starts_;
    CommandCounters moves_;
    CommandCounters leaves_;
    CommandCounters performances_;
};

Referee::Referee(storage::GroupCommit& writer, base::IoThreads& io,
                 std::vector<ThreadGames> threads, base::Clock clock, base::Metrics& metrics,
                 RefereeLimits limits, std::vector<Witness*> witnesses)
    : bench_(std::make_unique<Bench>(writer, io, std::move(threads), std::move(clock), metrics,
                                     limits, std::move(witnesses))) {}

Referee::~Referee() = default;

base::Awaitable<protocol::Result<Receipt>> Referee::open(NewGame game,
                                                         std::optional<IdempotencyKey> key) {
    return Bench::perform<OpenTask>(*bench_, bench_->opens(), std::move(game), std::move(key));
}

base::Awaitable<protocol::Result<Receipt>> Referee::submit(GameId game, Command command,
                                                           std::optional<IdempotencyKey> key) {
    CommandCounters& counters = bench_->counters(command);
    return Bench::perform<CommandTask>(*bench_, counters, game, std::move(command), std::move(key));
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
