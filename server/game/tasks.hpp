#pragma once

#include <functional>
#include <optional>
#include <string>

#include "protocol/error.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/game/desk.hpp"
#include "server/game/proceedings.hpp"
#include "server/game/referee.hpp"
#include "server/game/witness.hpp"
#include "server/storage/group_commit.hpp"

namespace tanbo::game {

// Commands of one kind, by what became of them.
struct CommandCounters {
    CommandCounters(base::Metrics& metrics, const std::string& command);

    base::Counter& done;
    base::Counter& repeated;
    base::Counter& refused;
    base::Counter& failed;
};

// What every task needs. Outlives them all.
struct TaskContext {
    Desk& desk;
    const base::Clock& clock;
    CommandCounters& counters;
    const std::vector<Witness*>& witnesses;
    const CalendarOf& calendar_of;
};

// A job that deals with games: what it does is published together with its batch.
class GamesJob : public storage::Job {
public:
    explicit GamesJob(const TaskContext& context) : context_(context) {}

    void run(storage::Transaction& transaction) final;
    void committed() noexcept final;
    void failed(const storage::StorageError& error) noexcept final;

protected:
    enum class Outcome : std::uint8_t { done, repeated, refused };

    // Does it. What it leaves in `proceedings` is published once it is durable.
    virtual void carry_out(storage::Transaction& transaction, Proceedings& proceedings) = 0;
    // It is durable; subscribers and views are told. Calls Desk::settle.
    virtual void answer(Desk& desk) noexcept = 0;
    // Nothing of it is stored. `desk` is null where it has not begun.
    virtual void answer(const protocol::Error& error, Desk* desk) noexcept = 0;
    virtual Outcome outcome() const = 0;

private:
    TaskContext context_;
    bool has_begun_ = false;
    bool has_run_ = false;
};

// A command of a player: carried out once, or answered as the first time where its key or the log
// says that it was.
class Task : public GamesJob {
public:
    Task(const TaskContext& context, std::optional<IdempotencyKey> key, Owed answer);

protected:
    // Decides and writes.
    virtual TaskAnswer decide(storage::Transaction& transaction, Proceedings& proceedings) = 0;

private:
    void carry_out(storage::Transaction& transaction, Proceedings& proceedings) final;
    void answer(Desk& desk) noexcept final;
    void answer(const protocol::Error& error, Desk* desk) noexcept final;
    Outcome outcome() const final;

    std::optional<IdempotencyKey> key_;
    Owed owed_;
    TaskAnswer result_;
};

// Opens a game.
class OpenTask final : public Task {
public:
    OpenTask(const TaskContext& context, NewGame game, std::optional<IdempotencyKey> key,
             Owed answer);

private:
    TaskAnswer decide(storage::Transaction& transaction, Proceedings& proceedings) override;

    NewGame game_;
};

// Puts a command to a game: a move, a join, a leave.
class CommandTask final : public Task {
public:
    CommandTask(const TaskContext& context, GameId game, Command command,
                std::optional<std::uint32_t> seen, std::optional<IdempotencyKey> key, Owed answer);

private:
    TaskAnswer decide(storage::Transaction& transaction, Proceedings& proceedings) override;

    GameId game_;
    Command command_;
    std::optional<std::uint32_t> seen_;
};

// Somebody's own transaction that deals with games too. A refusal undoes all of it.
class PerformTask final : public GamesJob {
public:
    using Answer = std::function<void(protocol::Result<void>)>;

    PerformTask(const TaskContext& context, Performance work, Answer answer);

private:
    void carry_out(storage::Transaction& transaction, Proceedings& proceedings) override;
    void answer(Desk& desk) noexcept override;
    void answer(const protocol::Error& error, Desk* desk) noexcept override;
    Outcome outcome() const override;

    Performance work_;
    Answer answer_;
    protocol::Result<void> result_;
};

}  // namespace tanbo::game
