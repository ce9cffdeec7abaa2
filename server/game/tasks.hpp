#pragma once

#include <optional>
#include <string>

#include "protocol/error.hpp"
#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/game/desk.hpp"
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
};

// A command as a job of the writer: carried out once, or answered as the first time where its key
// or the log says that it was.
class Task : public storage::Job {
public:
    Task(const TaskContext& context, std::optional<IdempotencyKey> key, Owed answer);

    void run(storage::Transaction& transaction) final;
    void committed() noexcept final;
    void failed(const storage::StorageError& error) noexcept final;

protected:
    // Decides and writes; what it did goes to `done`.
    virtual TaskAnswer carry_out(storage::Transaction& transaction, engine::Instant now) = 0;

    // Appends events of a game, brings its summary up to `match`, which is the one after them, and
    // calls the witnesses. `before` is null where the game was opened. Returns the first event's
    // frame.
    SharedBytes append(storage::Transaction& transaction, GameId game,
                       std::optional<std::int64_t> account, std::span<const engine::Event> events,
                       const engine::Match* before, std::shared_ptr<const engine::Match> match);

    Desk& desk() { return context_.desk; }

private:
    TaskAnswer answer_to(storage::Transaction& transaction);

    TaskContext context_;
    std::optional<IdempotencyKey> key_;
    Owed owed_;
    TaskAnswer result_;
    std::optional<CommittedGame> done_;
    bool has_begun_ = false;
    bool has_run_ = false;
};

// Opens a game.
class OpenTask final : public Task {
public:
    OpenTask(const TaskContext& context, NewGame game, std::optional<IdempotencyKey> key,
             Owed answer);

private:
    TaskAnswer carry_out(storage::Transaction& transaction, engine::Instant now) override;

    NewGame game_;
};

// Puts a command to a game: a move, a join, a leave.
class CommandTask final : public Task {
public:
    CommandTask(const TaskContext& context, GameId game, Command command,
                std::optional<IdempotencyKey> key, Owed answer);

private:
    TaskAnswer carry_out(storage::Transaction& transaction, engine::Instant now) override;
    TaskAnswer keep(storage::Transaction& transaction, const engine::Match& before,
                    engine::Decided decided);
    TaskAnswer repeat(storage::Transaction& transaction, std::uint32_t seq);

    GameId game_;
    Command command_;
};

}  // namespace tanbo::game
