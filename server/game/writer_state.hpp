#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "server/base/lru_cache.hpp"
#include "server/base/metrics.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/base/threads/one_shot.hpp"
#include "server/game/decoded_plans.hpp"
#include "server/game/deleted_names.hpp"
#include "server/game/feed/committed.hpp"
#include "server/game/referee.hpp"
#include "server/game/time/downtimes.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::game {

using TaskAnswer = protocol::Result<Receipt>;

// A task's debt to the I/O thread that asked.
struct PendingReply {
    int thread;
    base::OneShot<TaskAnswer> to;
};

// Tells every I/O thread what became durable. All views are offered it before any thread can push
// it: a client that was told an event finds it in every answer, from any thread.
void publish(base::IoThreads& io, const std::vector<ThreadGames>& threads,
             const std::shared_ptr<const CommittedBatch>& batch);

// The common part of all lanes.
struct Lanes {
    std::vector<ThreadGames> threads;
    Downtimes& downtimes;
    DeletedAccounts deleted = {};
    bool are_several = false;
};

// A writer's working memory: the recent matches, and the effects of the batch, which are secret
// until they are durable.
//
// Thread: that writer's only.
class WriterState {
public:
    // `limits` are this lane's. Requires: lanes outlives it.
    WriterState(base::IoThreads& io, Lanes& lanes, base::Metrics& metrics,
                const RefereeLimits& limits);

    const Downtimes& downtimes() const { return lanes_.downtimes; }
    const BotRules& bot_rules() const { return bot_rules_; }

    // The match after everything the batch has done so far; null if there is no such game. Locks
    // the game. What is kept here counts only if the game's row is of the same seq; what another
    // lane or node has added meanwhile is read, and told to this node's threads with the batch.
    // Throws: store::StorageError.
    std::shared_ptr<const engine::Match> match(store::Transaction& transaction, GameId game);

    // The match that is kept, which may not be the present one, and null if none is. Reads ahead
    // the game's head.
    std::shared_ptr<const engine::Match> look_ahead(store::Transaction& transaction, GameId game);

    // Whether any player may have a plan in this game. False: none has. Cost: a look-up.
    bool can_have_plans(GameId game);
    void expect_plans(GameId game);
    DecodedPlans& decoded_plans() { return decoded_plans_; }

    // A command of the batch begins.
    void begin_command();
    // It begins again, all that it wrote is undone: what it decided on was not the end of some
    // game's log, so whatever it looked at is forgotten, and what it added.
    void begin_again();
    // All that the batch did is undone, and its commands begin again, one after the other: nothing
    // that it touched is kept.
    void undo_batch() noexcept;
    void begin_undone();
    // The effects of the command, for the next command and for publish.
    void add(CommittedBatch done);

    // The batch is durable: every I/O thread is handed what it did. Only the first call after a
    // batch does anything.
    void publish() noexcept;
    // Nothing of the batch is stored: what it has touched is forgotten.
    void discard() noexcept;
    // The answer to a command that began. It leaves with the last of the batch: a thread is woken
    // once for all of its answers.
    void reply(const PendingReply& pending, TaskAnswer answer) noexcept;
    // The same if the command's answer goes another way.
    void reply() noexcept;

private:
    struct Kept {
        std::shared_ptr<const engine::Match> match;
        bool can_have_plans;
        std::size_t deleted_known;  // of deleted_
    };
    struct Reply {
        base::OneShot<TaskAnswer> to;
        TaskAnswer answer;
    };

    Kept* find(GameId game);
    void keep(GameId game, std::shared_ptr<const engine::Match> match, bool can_have_plans);
    std::shared_ptr<const engine::Match> load(store::Reader& reader, GameId game, bool has_plans);
    std::shared_ptr<const engine::Match> bring_level(store::Reader& reader, GameId game,
                                                     const engine::Match& kept, bool has_plans);
    void apply_deletions();
    void send_answers();

    using SteadyTime = std::chrono::steady_clock::time_point;

    base::IoThreads& io_;
    Lanes& lanes_;
    const bool is_alone_;
    const BotRules bot_rules_;
    base::LruCache<GameId, Kept> matches_;
    DecodedPlans decoded_plans_;
    std::vector<GameId> looked_at_;  // by the command, since it began
    CommittedBatch batch_;
    struct Sizes {
        std::size_t games = 0;
        std::size_t messages = 0;
        std::size_t deleted_accounts = 0;
        bool has_downtime = false;
    } before_;                                 // of the batch, when the command began
    std::vector<CommittedGame> elsewhere_;     // what others did, found while deciding
    DeletedNames deleted_;                     // of which matches_ is not to show any
    std::size_t deleted_known_ = 0;            // of lanes_.deleted, those that are in deleted_
    std::optional<base::Instant> written_at_;  // the last instant that the batch wrote to a log
    std::size_t commands_ = 0;                 // of the batch
    std::size_t unanswered_ = 0;               // of those
    SteadyTime begun_at_;                      // if commands_ > 0
    std::vector<std::vector<Reply>> replies_;  // by I/O thread

    base::Counter& hits_;
    base::Counter& misses_;
    base::Histogram& batch_commands_;
    base::Histogram& commit_seconds_;
};

}  // namespace tanbo::game
