#pragma once

#include <functional>
#include <optional>
#include <string>

#include "protocol/json/error.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/observer.hpp"
#include "server/game/referee.hpp"
#include "server/game/writer_state.hpp"
#include "server/store/commit/group_commit.hpp"

namespace tanbo::game {

// Commands of one kind, by what became of them.
struct CommandCounters {
    CommandCounters(base::Metrics& metrics, const std::string& command);

    base::Counter& done;
    base::Counter& repeated;
    base::Counter& refused;
    base::Counter& failed;
};

// The needs of every task. Outlives them all.
struct TaskContext {
    WriterState& writer_state;  // of the lane that the task goes to
    const base::Clock& clock;
    CommandCounters& counters;
    const std::vector<Observer*>& observers;
    const CalendarOf& calendar_of;
};

// A job that deals with games: what it does is published together with its batch.
class GamesJob : public store::Job {
public:
    explicit GamesJob(const TaskContext& context) : context_(context) {}

    void run(store::Transaction& transaction) final;
    void undone_alone() noexcept final;
    void undone() noexcept final;
    void committed() noexcept final;
    void failed(const store::StorageError& error) noexcept final;

protected:
    enum class Outcome : std::uint8_t { done, repeated, refused };

    // Does it. What it leaves in `game_transaction` is published once it is durable.
    virtual void run_in(store::Transaction& transaction, GameTransaction& game_transaction) = 0;
    // It is durable; subscribers and views know. Calls WriterState::reply.
    virtual void answer(WriterState& writer_state) noexcept = 0;
    // Nothing of it is stored. `writer_state` is null if it has not begun.
    virtual void answer(const protocol::Error& error, WriterState* writer_state) noexcept = 0;
    virtual Outcome outcome() const = 0;
    const TaskContext& context() const { return context_; }

private:
    TaskContext context_;
    bool has_begun_ = false;
    bool is_undone_ = false;  // with its batch, since it ran
    bool has_run_ = false;
};

// A command of a player: decided once, or answered as the first time if its key or the log
// says that it was.
class Task : public GamesJob {
public:
    Task(const TaskContext& context, std::optional<IdempotencyKey> key, PendingReply answer);

protected:
    // Decides and writes.
    virtual TaskAnswer decide(store::Transaction& transaction,
                              GameTransaction& game_transaction) = 0;
    bool has_key() const { return key_.has_value(); }

private:
    void run_in(store::Transaction& transaction, GameTransaction& game_transaction) final;
    void answer(WriterState& writer_state) noexcept final;
    void answer(const protocol::Error& error, WriterState* writer_state) noexcept final;
    Outcome outcome() const final;

    std::optional<IdempotencyKey> key_;
    PendingReply pending_;
    TaskAnswer result_;
};

// Opens a game.
class OpenTask final : public Task {
public:
    OpenTask(const TaskContext& context, NewGame game, std::optional<IdempotencyKey> key,
             PendingReply answer);

private:
    TaskAnswer decide(store::Transaction& transaction, GameTransaction& game_transaction) override;

    NewGame game_;
};

// Puts a command to a game: a move, a join, a leave.
class CommandTask final : public Task {
public:
    CommandTask(const TaskContext& context, GameId game, Command command,
                std::optional<std::uint32_t> seen, Adjust adjust, std::optional<IdempotencyKey> key,
                PendingReply answer);

    // It refuses before it writes.
    bool needs_part() const override { return false; }
    std::optional<GameId> game() const override;
    void look_ahead(store::Transaction& transaction) override;

private:
    TaskAnswer decide(store::Transaction& transaction, GameTransaction& game_transaction) override;
    protocol::Result<Step> put(GameTransaction& game_transaction) const;

    GameId game_;
    Command command_;
    std::optional<std::uint32_t> seen_;
    Adjust adjust_;
};

// Takes the place of a player's plan, or removes it.
class PlanTask final : public Task {
public:
    PlanTask(const TaskContext& context, GameId game, AccountId account, PlanOf plan_of,
             std::optional<IdempotencyKey> key, PendingReply answer);

private:
    TaskAnswer decide(store::Transaction& transaction, GameTransaction& game_transaction) override;

    GameId game_;
    AccountId account_;
    PlanOf plan_of_;
};

// A caller's own transaction that deals with games too. A refusal undoes all of it.
class WorkTask final : public GamesJob {
public:
    using Answer = std::function<void(protocol::Result<void>)>;

    WorkTask(const TaskContext& context, GamesWork work, Refuses refuses, Answer answer);

    bool needs_part() const override { return refuses_ == Refuses::at_any_time; }

private:
    void run_in(store::Transaction& transaction, GameTransaction& game_transaction) override;
    void answer(WriterState& writer_state) noexcept override;
    void answer(const protocol::Error& error, WriterState* writer_state) noexcept override;
    Outcome outcome() const override;

    GamesWork work_;
    Refuses refuses_;
    Answer answer_;
    protocol::Result<void> result_;
};

}  // namespace tanbo::game
