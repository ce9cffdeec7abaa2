// The jobs of a batch, which ask PostgreSQL together.

#include "server/store/commit/look_ahead.hpp"

#include <atomic>
#include <cstddef>
#include <functional>
#include <future>
#include <latch>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/commit/group_commit.hpp"
#include "server/store/postgres/connection.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/watches.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/support/postgres_cluster.hpp"
#include "tests/support/postgres_proxy.hpp"

namespace tanbo::store {
namespace {

using test::PostgresCluster;
using test::PostgresProxy;
using testing::Each;
using testing::ElementsAre;

constexpr std::size_t games_count = 16;

const Sql insert_watch =
    "INSERT INTO watches (account, game, mode, since_at) VALUES (?1, ?2, 'each', 1)";

// A move as the server makes it: it needs its game's head and the settings of the next player.
struct MoveJob final : Job {
    MoveJob(GameId game, AccountId next) : game_id(game), next(next) {}

    bool needs_part() const override { return false; }
    std::optional<GameId> game() const override { return game_id; }
    void look_ahead(Transaction& transaction) override {
        read_head_ahead(transaction, game_id);
        read_settings_ahead(transaction, next);
    }
    void run(Transaction& transaction) override {
        const auto head = lock_game(transaction, game_id);
        was_watched = is_watched(transaction, game_id);
        append(transaction, game_id, head->seq + 1);
        advance_game(transaction, game_id, {.seq = head->seq + 1, .updated_at = instant_of(1)});
        if (!transaction.has_no_turn_channel(next)) {
            notice_settings(transaction, next);
            transaction.record_no_turn_channel(next);
        }
        then(transaction);
    }
    void undone() noexcept override { on_undone(); }
    void committed() noexcept override { outcome.set_value(std::nullopt); }
    void failed(const StorageError& error) noexcept override { outcome.set_value(error.fault()); }

    GameId game_id;
    AccountId next;
    std::function<void(Transaction&)> then = [](Transaction&) {};
    std::function<void()> on_undone = [] {};
    bool was_watched = false;
    std::promise<std::optional<Fault>> outcome;
};

class PostgresLookAheadTest : public testing::Test {
protected:
    void open(const std::string& to, CommitLimits limits = {}, int lanes = 1) {
        DatabaseOptions options = options_for("postgres:" + to);
        options.lanes = lanes;
        database = std::make_unique<Database>(std::move(options));
        commits = std::make_unique<GroupCommit>(*database, hooks(), limits);
        commits->write([this](Transaction& transaction) {
            black = add_account(transaction, "black");
            for (std::size_t i = 0; i < games_count; ++i) {
                players.push_back(add_account(transaction, "player" + std::to_string(i)));
                games.push_back(add_game(transaction, black, players.back()));
            }
        });
        play_all();  // prepares all statements
    }
    void open() { open(words); }

    CommitHooks hooks() {
        CommitHooks hooks;
        hooks.batch_begins = [this] { ++batches; };
        return hooks;
    }

    std::unique_ptr<MoveJob> move(std::size_t game) {
        return std::make_unique<MoveJob>(games[game], players[game]);
    }

    // As at the end of a game.
    std::unique_ptr<MoveJob> move_and_lock(std::size_t game, std::size_t player) {
        auto job = move(game);
        job->then = [account = players[player]](Transaction& transaction) {
            transaction.lock_account(account);
        };
        return job;
    }

    // Runs the jobs as one batch, and one before it. Returns what became of those that move.
    std::vector<std::optional<Fault>> run(std::vector<std::unique_ptr<Job>> jobs) {
        return run(*commits, std::move(jobs));
    }
    static std::vector<std::optional<Fault>> run(GroupCommit& commits,
                                                 std::vector<std::unique_ptr<Job>> jobs) {
        std::promise<void> has_begun;
        std::promise<void> may_go;
        auto blocker = std::make_unique<ClosureJob>();
        blocker->work = [&has_begun, gate = may_go.get_future().share()](Transaction&) {
            has_begun.set_value();
            gate.wait();
        };
        commits.submit(std::move(blocker));
        has_begun.get_future().wait();
        std::vector<std::future<std::optional<Fault>>> outcomes;
        for (std::unique_ptr<Job>& job : jobs) {
            if (auto* const moves = dynamic_cast<MoveJob*>(job.get())) {
                outcomes.push_back(moves->outcome.get_future());
            }
            commits.submit(std::move(job));
        }
        may_go.set_value();
        std::vector<std::optional<Fault>> faults;
        for (auto& outcome : outcomes) faults.push_back(outcome.get());
        return faults;
    }
    template <class... Jobs>
    static std::vector<std::unique_ptr<Job>> list(Jobs... jobs) {
        std::vector<std::unique_ptr<Job>> all;
        (all.push_back(std::move(jobs)), ...);
        return all;
    }
    template <class... Jobs>
    std::vector<std::optional<Fault>> run_these(Jobs... jobs) {
        return run(list(std::move(jobs)...));
    }
    void play_all() {
        std::vector<std::unique_ptr<Job>> jobs;
        for (std::size_t i = games_count; i > 0; --i) jobs.push_back(move(i - 1));
        EXPECT_THAT(run(std::move(jobs)), Each(std::nullopt));
    }
    std::size_t round_trips() const {
        return static_cast<PostgresConnection&>(database->writer()).session().round_trips();
    }
    std::int64_t seq(std::size_t game) {
        return database->read([&](Reader& reader) { return last_seq(reader, games[game]); });
    }

    std::string words = PostgresCluster::instance().new_database();
    std::unique_ptr<Database> database;
    std::unique_ptr<GroupCommit> commits;
    AccountId black{};
    std::vector<AccountId> players;
    std::vector<GameId> games;
    std::atomic<int> batches = 0;
};

TEST_F(PostgresLookAheadTest, TakesTwoRoundTripsForABatch) {
    open();
    const std::size_t before = round_trips();

    play_all();

    EXPECT_EQ(round_trips() - before, 2U);
    EXPECT_EQ(seq(0), 2);
}

TEST_F(PostgresLookAheadTest, TakesTwoForAMoveThatIsAlone) {
    open();
    const std::size_t before = round_trips();

    EXPECT_THAT(run_these(move(3)), ElementsAre(std::nullopt));

    EXPECT_EQ(round_trips() - before, 2U);
}

// The server refuses it only with the COMMIT, in the middle of what was sent at once.
TEST_F(PostgresLookAheadTest, AFailureInThePipelineHarmsNoNeighbour) {
    open(words, {.job_runs = 1});
    auto wrong = move(1);
    wrong->then = [game = games[1]](Transaction& transaction) {
        transaction.record_end(game, {0});
        append(transaction, game, 1);
    };

    const auto faults = run_these(move(0), std::move(wrong), move(2));

    EXPECT_THAT(faults, ElementsAre(std::nullopt, Fault::stale, std::nullopt));
    EXPECT_EQ(seq(0), 2);
    EXPECT_EQ(seq(1), 1);
    EXPECT_EQ(seq(2), 2);
}

TEST_F(PostgresLookAheadTest, SeesTheMoveBeforeInTheSameBatch) {
    open();

    const auto faults = run_these(move(0), move(0), move(1), move(0));

    EXPECT_THAT(faults, Each(std::nullopt));
    EXPECT_EQ(seq(0), 4);
    EXPECT_EQ(seq(1), 2);
}

TEST_F(PostgresLookAheadTest, SeesWhatAJobWithoutAGameHasChanged) {
    open();
    auto watches = std::make_unique<ClosureJob>();
    watches->work = [this](Transaction& transaction) {
        transaction.write(insert_watch).post(black, games[1]);  // and nothing is asked
    };
    auto after = move(1);
    bool was_watched = false;
    after->then = [&, job = after.get()](Transaction&) { was_watched = job->was_watched; };

    run_these(move(0), std::move(watches), std::move(after));

    EXPECT_TRUE(was_watched);
}

// A number is given once, however far ahead the account's settings were read.
TEST_F(PostgresLookAheadTest, SeesWhatAMoveHasToldAnAccount) {
    open();
    std::vector<std::int64_t> numbers;
    const auto telling = [&](std::size_t game) {
        auto job = move(game);
        job->then = [&](Transaction& transaction) {
            NewNotification news;
            news.account = players[2];
            news.kind = "your-turn";
            numbers.push_back(add_notification(transaction, news).newest);
        };
        return job;
    };

    const auto faults = run_these(telling(0), telling(1), move(2), telling(3));

    EXPECT_THAT(faults, Each(std::nullopt));
    EXPECT_THAT(numbers, ElementsAre(1, 2, 3));
}

TEST_F(PostgresLookAheadTest, DecidesOnWhatItHasWaitedFor) {
    open();
    PostgresConnection rival(parse_postgres_address(words), no_limits);
    rival.begin();
    Transaction theirs(rival);
    const auto head = lock_game(theirs, games[1]);
    append(theirs, games[1], head->seq + 1);
    advance_game(theirs, games[1], {.seq = head->seq + 1, .updated_at = instant_of(1)});
    ASSERT_EQ(last_seq(theirs, games[1]), 2) << "which sends what was posted";
    auto waits = std::async(std::launch::async, [&] {
        PostgresConnection beside(parse_postgres_address(words), no_limits);
        while (integer_at(beside.session().ask("SELECT count(*) FROM pg_locks WHERE NOT granted"),
                          0, 0) == 0) {
        }
        rival.commit();
    });

    const auto faults = run_these(move(2), move(1), move(0));

    waits.get();
    EXPECT_THAT(faults, Each(std::nullopt));
    EXPECT_EQ(seq(1), 3);
    EXPECT_EQ(seq(0), 2);
}

TEST_F(PostgresLookAheadTest, CommitsABatchOnceThatIsCutOffAtItsCommit) {
    PostgresProxy proxy(words);
    open(proxy.words());
    for (const auto cut : {PostgresProxy::Cut::before, PostgresProxy::Cut::after}) {
        proxy.cut(cut);
        EXPECT_THAT(run_these(move(0), move(1), move(2)), Each(std::nullopt));
    }

    EXPECT_EQ(proxy.cuts(), 2);
    for (const std::size_t game : {0U, 1U, 2U}) EXPECT_EQ(seq(game), 3);
}

TEST_F(PostgresLookAheadTest, RunsABatchAgainThatWasLostBeforeItAsked) {
    open();
    PostgresConnection beside(parse_postgres_address(words), no_limits);
    beside.session().ask(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()");

    EXPECT_THAT(run_these(move(0), move(1)), Each(std::nullopt));

    EXPECT_EQ(seq(0), 2);
    EXPECT_EQ(seq(1), 2);
}

// --- beside other writers ---

TEST_F(PostgresLookAheadTest, EndsABatchWithTheFirstJobThatLocksAnAccount) {
    for (const bool has_rivals : {true, false}) {
        words = PostgresCluster::instance().new_database();
        players.clear();
        games.clear();
        open(words, {.has_rivals = has_rivals});
        batches = 0;

        const auto faults =
            run_these(move(0), move_and_lock(1, 1), move(2), move_and_lock(0, 0), move(1));

        EXPECT_THAT(faults, Each(std::nullopt));
        EXPECT_EQ(batches, has_rivals ? 4 : 2) << "the first is in their way";
        EXPECT_EQ(seq(0), 3);
        EXPECT_EQ(seq(1), 3);
        EXPECT_EQ(seq(2), 2);
        commits.reset();
        database.reset();
    }
}

TEST_F(PostgresLookAheadTest, RunsAJobWithoutAGameAlone) {
    open(words, {.has_rivals = true});
    batches = 0;

    run_these(move(0), move(1), std::make_unique<ClosureJob>(), std::make_unique<ClosureJob>(),
              move(2), move(3));

    EXPECT_EQ(batches, 5) << "with the one in their way";
}

// Either batch locks in its second game what the other has locked in its first.
TEST_F(PostgresLookAheadTest, TwoLanesNeverWaitForEachOther) {
    open(words, {.has_rivals = true}, 2);
    GroupCommit second(*database, hooks(), {.has_rivals = true}, 1);
    std::latch both_hold(2);
    std::atomic<int> undone = 0;
    const auto batch = [&](std::size_t one, std::size_t other) {
        auto holds = move(one);
        holds->on_undone = [&] { ++undone; };
        holds->then = [&, runs = 0, account = players[one]](Transaction& transaction) mutable {
            transaction.lock_account(account);
            last_seq(transaction, games[0]);  // which sends what was posted
            if (runs++ == 0) both_hold.arrive_and_wait();
        };
        return list(std::move(holds), move_and_lock(one + 2, other));
    };

    auto beside = std::async(std::launch::async, [&] { return run(second, batch(1, 0)); });
    const auto faults = run(batch(0, 1));

    EXPECT_THAT(faults, Each(std::nullopt));
    EXPECT_THAT(beside.get(), Each(std::nullopt));
    EXPECT_EQ(undone, 0);
}

}  // namespace
}  // namespace tanbo::store
