#include "server/store/commit/group_commit.hpp"

#include <future>
#include <mutex>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>

#include "server/store/sqlite/connection.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/support/held_writer.hpp"

namespace tanbo::store {
namespace {

class GroupCommitTest : public StorageTest {
protected:
    // Keeps the writer in a batch of its own until release(): what is queued meanwhile becomes the
    // next batch.
    void hold() { held.emplace(*commits); }
    void release() { held->let_go(); }

    void submit(std::function<void(Transaction&)> work, const std::string& label = "job") {
        auto job = std::make_unique<ClosureJob>();
        job->work = std::move(work);
        job->on_committed = [this, label] { note(label + " committed"); };
        job->on_failed = [this, label](const StorageError& error) {
            note(label + " " + std::string(name(error.fault())));
        };
        commits->submit(std::move(job));
    }
    // A job that does without a part.
    void submit_bare(std::function<void(Transaction&)> work, const std::string& label) {
        auto job = std::make_unique<ClosureJob>();
        job->in_part = false;
        job->work = [this, label, work = std::move(work)](Transaction& transaction) {
            note(label + " runs");
            work(transaction);
        };
        job->on_undone = [this, label] { note(label + " undone"); };
        job->on_committed = [this, label] { note(label + " committed"); };
        job->on_failed = [this, label](const StorageError& error) {
            note(label + " " + std::string(name(error.fault())));
        };
        commits->submit(std::move(job));
    }
    // Jobs that were durable after each batch, of one that is held and so many queued behind it.
    std::vector<std::size_t> durable_by_batch(int queued, CommitLimits limits = {}) {
        std::vector<std::size_t> batches;
        CommitHooks hooks;
        hooks.batch_ends = [&] { batches.push_back(commits->durable()); };
        open(hooks, limits);
        hold();
        for (int job = 0; job < queued; ++job) submit([](Transaction&) {});
        release();
        commits->stop();
        return batches;
    }
    void note(const std::string& what) {
        const std::lock_guard lock(mutex);
        notes.push_back(what);
    }

    std::optional<test::HeldWriter> held;
    std::mutex mutex;
    std::vector<std::string> notes;
};

TEST_F(GroupCommitTest, StoresWhatManyThreadsSubmit) {
    constexpr int threads = 8;
    constexpr int jobs = 200;
    open();
    add_players();

    std::vector<std::thread> submitters;
    for (int thread = 0; thread < threads; ++thread) {
        submitters.emplace_back([this] {
            for (int job = 0; job < jobs; ++job) {
                commits->write([this](Transaction& transaction) {
                    append(transaction, game, last_seq(transaction, game) + 1);
                });
            }
        });
    }
    for (std::thread& submitter : submitters) submitter.join();

    EXPECT_EQ(seq_of(game), threads * jobs);
}

TEST_F(GroupCommitTest, SyncsOnceForABatch) {
    open();
    add_players();
    hold();
    for (std::int64_t seq = 1; seq <= 16; ++seq) {
        submit([this, seq](Transaction& transaction) { append(transaction, game, seq); });
    }
    const int before = vfs.log_syncs;

    release();
    commits->stop();

    EXPECT_EQ(vfs.log_syncs - before, 1);
    EXPECT_EQ(seq_of(game), 16);
}

TEST_F(GroupCommitTest, SyncsOnceForEachJobThatComesAlone) {
    open();
    add_players();
    const int before = vfs.log_syncs;

    for (std::int64_t seq = 1; seq <= 10; ++seq) {
        commits->write([this, seq](Transaction& transaction) { append(transaction, game, seq); });
    }

    EXPECT_EQ(vfs.log_syncs - before, 10);
}

TEST_F(GroupCommitTest, TakesNoMoreThanTheLimitIntoABatch) {
    EXPECT_EQ(durable_by_batch(9, {.batch_jobs = 4}), (std::vector<std::size_t>{1, 5, 9, 10}));
}

TEST_F(GroupCommitTest, TakesHalfOfThoseUnderWay) {
    EXPECT_EQ(durable_by_batch(63), (std::vector<std::size_t>{1, 33, 64}));
}

TEST_F(GroupCommitTest, DividesNoFew) {
    EXPECT_EQ(durable_by_batch(16), (std::vector<std::size_t>{1, 17}));
}

TEST_F(GroupCommitTest, CommitsNothingIfNothingWasWritten) {
    open();
    add_players();
    const int before = vfs.log_syncs;

    commits->write([this](Transaction& transaction) { last_seq(transaction, game); });

    EXPECT_EQ(vfs.log_syncs - before, 0);
}

TEST_F(GroupCommitTest, UndoesAJobThatThrowsAndNoOther) {
    open();
    add_players();
    hold();
    submit([this](Transaction& transaction) { append(transaction, game, 1); }, "first");
    submit(
        [this](Transaction& transaction) {
            append(transaction, game, 2);
            append(transaction, game, 7);
        },
        "stale");
    submit(
        [this](Transaction& transaction) {
            append(transaction, game, 2);
            throw std::runtime_error("a bug");
        },
        "buggy");
    submit([this](Transaction& transaction) { append(transaction, game, 2, "last"); }, "last");

    release();
    commits->stop();

    EXPECT_EQ(notes, (std::vector<std::string>{"first committed", "stale stale", "buggy misuse",
                                               "last committed"}));
    EXPECT_EQ(seq_of(game), 2);
    const auto second =
        database->read([this](Reader& reader) { return find_event(reader, game, 2); });
    EXPECT_EQ(second.value().data, "last");
    EXPECT_EQ(fatal_errors, 0);
}

TEST_F(GroupCommitTest, RunsABatchAgainOfWhichAJobWithoutAPartHasFailed) {
    std::vector<std::vector<Announcement>> announced;
    CommitHooks hooks;
    hooks.announce = [&](std::vector<Announcement> all) { announced.push_back(std::move(all)); };
    int conflicts = 0;
    hooks.job_conflicts = [&conflicts] { ++conflicts; };
    open(hooks);
    add_players();
    hold();
    submit_bare(
        [this](Transaction& transaction) {
            append(transaction, game, 1);
            transaction.announce(AccountNotified{});
        },
        "first");
    submit_bare(
        [this](Transaction& transaction) {
            append(transaction, game, 2, "buggy");
            transaction.announce(AccountNotified{});
            throw std::runtime_error("a bug");
        },
        "buggy");
    submit_bare([this](Transaction& transaction) { append(transaction, game, 2, "last"); }, "last");

    release();
    commits->stop();

    EXPECT_EQ(notes,
              (std::vector<std::string>{"first runs", "buggy runs", "first undone", "buggy undone",
                                        "last undone", "first runs", "buggy runs", "last runs",
                                        "first committed", "buggy misuse", "last committed"}));
    const auto second =
        database->read([this](Reader& reader) { return find_event(reader, game, 2); });
    EXPECT_EQ(second.value().data, "last");
    ASSERT_EQ(announced.size(), 1U);
    EXPECT_EQ(announced[0].size(), 1U);
    EXPECT_EQ(fatal_errors, 0);
    EXPECT_EQ(conflicts, 0) << "nobody was in the way, so the writer need not wait";
}

TEST_F(GroupCommitTest, RunsNothingAgainIfWhatFailsHasNotWritten) {
    open();
    add_players();
    hold();
    submit_bare([this](Transaction& transaction) { append(transaction, game, 1); }, "first");
    submit_bare([](Transaction&) { throw std::runtime_error("a bug"); }, "buggy");

    release();
    commits->stop();

    EXPECT_EQ(notes, (std::vector<std::string>{"first runs", "buggy runs", "first committed",
                                               "buggy misuse"}));
    EXPECT_EQ(seq_of(game), 1);
}

// No other job's changes are taken back for it.
TEST_F(GroupCommitTest, UndoesWhatAJobWithoutAPartWantsToTakeBack) {
    open();
    add_players();
    hold();
    submit_bare([this](Transaction& transaction) { append(transaction, game, 1); }, "first");
    submit_bare(
        [this](Transaction& transaction) {
            append(transaction, game, 2);
            transaction.undo();
            append(transaction, game, 2, "after all");
        },
        "second");

    release();
    commits->stop();

    EXPECT_EQ(notes.back(), "second committed");
    const auto second =
        database->read([this](Reader& reader) { return find_event(reader, game, 2); });
    EXPECT_EQ(second.value().data, "after all");
    EXPECT_EQ(seq_of(game), 2);
}

TEST_F(GroupCommitTest, CountsOfABatchThoseThatSucceeded) {
    std::vector<std::size_t> batches;
    CommitHooks hooks;
    hooks.batch_ends = [&] { batches.push_back(commits->durable()); };
    open(hooks);
    hold();
    submit([](Transaction&) {}, "a");
    submit([](Transaction&) { throw StorageError(Fault::stale, "stale"); }, "b");
    submit([](Transaction&) {}, "c");

    release();
    commits->stop();

    EXPECT_EQ(batches, (std::vector<std::size_t>{1, 3}));
    EXPECT_EQ(notes, (std::vector<std::string>{"a committed", "b stale", "c committed"}));
}

TEST_F(GroupCommitTest, RefusesTheJobAfterTheQueueIsFull) {
    open({}, {.queued_jobs = 3});
    hold();

    for (int job = 1; job <= 3; ++job) submit([](Transaction&) {}, "queued");
    EXPECT_TRUE(notes.empty());
    EXPECT_EQ(commits->queued(), 3U);
    submit([](Transaction&) {}, "one more");

    EXPECT_EQ(notes, (std::vector<std::string>{"one more busy"})) << "before submit returns";
    release();
    commits->stop();
    EXPECT_EQ(notes.size(), 4U);
}

TEST_F(GroupCommitTest, FinishesWhatIsQueuedWhenItStops) {
    open();
    add_players();
    hold();
    for (std::int64_t seq = 1; seq <= 300; ++seq) {
        submit([this, seq](Transaction& transaction) { append(transaction, game, seq); });
    }
    std::thread stopper([this] { commits->stop(); });

    release();
    stopper.join();
    submit([](Transaction&) {}, "late");

    EXPECT_EQ(seq_of(game), 300);
    EXPECT_EQ(notes.size(), 301U);
    EXPECT_EQ(notes.back(), "late stopped");
}

TEST_F(GroupCommitTest, ThrowsWhatTheClosureThrows) {
    open();

    EXPECT_THROW(commits->write([](Transaction&) { throw std::out_of_range("mine"); }),
                 std::out_of_range);
    EXPECT_EQ(fault_of([this] {
                  commits->write([](Transaction&) { throw StorageError(Fault::stale, "mine"); });
              }),
              Fault::stale);
}

TEST_F(GroupCommitTest, RunsAgainWhatWasDecidedOnSomethingStale) {
    open();
    add_players();
    int runs = 0;

    commits->write([&](Transaction& transaction) {
        append(transaction, game, 1, std::to_string(++runs));
        if (runs < job_runs_max) throw StorageError(Fault::stale, "another node was first");
    });

    EXPECT_EQ(runs, job_runs_max);
    const auto event =
        database->read([this](Reader& reader) { return find_event(reader, game, 1); });
    EXPECT_EQ(event.value().data, std::to_string(job_runs_max)) << "the others were undone";
}

TEST_F(GroupCommitTest, GivesUpWhatStaysStaleAndGoesOn) {
    open();
    add_players();
    int runs = 0;
    hold();
    submit(
        [&](Transaction& transaction) {
            ++runs;
            append(transaction, game, 1);
            append(transaction, game, 3);  // never the next one
        },
        "a");
    submit([this](Transaction& transaction) { append(transaction, game, 1); }, "b");

    release();
    commits->stop();

    EXPECT_EQ(runs, job_runs_max);
    EXPECT_EQ(notes, (std::vector<std::string>{"a stale", "b committed"}));
    EXPECT_EQ(seq_of(game), 1);
}

TEST_F(GroupCommitTest, LetsGoOfAllItHoldsBeforeAJobThatIsAloneRunsAgain) {
    bool has_failed = false;
    int conflicts = 0;
    open({.job_conflicts = [&] { ++conflicts; },
          .batch_failed = [&](const StorageError&) { has_failed = true; }});
    add_players();
    int undone = 0;
    std::promise<Fault> failed;
    auto job = std::make_unique<ClosureJob>();
    job->work = [this](Transaction& transaction) {
        append(transaction, game, 1);
        append(transaction, game, 3);  // never the next one
    };
    job->on_undone = [&] { ++undone; };
    job->on_failed = [&](const StorageError& error) { failed.set_value(error.fault()); };
    const auto begin = std::chrono::steady_clock::now();

    commits->submit(std::move(job));

    EXPECT_EQ(failed.get_future().get(), Fault::stale);
    EXPECT_EQ(undone, job_runs_max - 1);
    EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(5 * undone));
    commits->stop();
    EXPECT_FALSE(has_failed) << "nobody was kept from writing";
    EXPECT_EQ(conflicts, undone);
    EXPECT_EQ(seq_of(game), 0);
}

TEST_F(GroupCommitTest, RehearsesWithoutATrace) {
    open({}, {.rehearsals = 2});
    add_players();
    int runs = 0;

    commits->write([&](Transaction& transaction) {
        ++runs;
        append(transaction, game, 1);
    });

    EXPECT_EQ(runs, 3);
    EXPECT_EQ(seq_of(game), 1);
}

TEST_F(GroupCommitTest, ShowsAJobWhatTheEarlierOnesOfItsBatchWrote) {
    open();
    add_players();
    hold();
    std::int64_t seen = 0;
    submit([this](Transaction& transaction) { append(transaction, game, 1); });
    submit([&](Transaction& transaction) { seen = last_seq(transaction, game); });

    release();
    commits->stop();

    EXPECT_EQ(seen, 1);
}

TEST_F(GroupCommitTest, AnswersOnlyWhatAnotherProcessCanSee) {
    open();
    add_players();
    std::int64_t visible = 0;
    auto job = std::make_unique<ClosureJob>();
    std::promise<void> done;
    job->work = [this](Transaction& transaction) { append(transaction, game, 1); };
    job->on_committed = [&] {
        SqliteConnection other(database->path(), Access::read);
        Reader reader(other);
        visible = last_seq(reader, game);
        done.set_value();
    };

    commits->submit(std::move(job));
    done.get_future().wait();

    EXPECT_EQ(visible, 1);
}

TEST_F(GroupCommitTest, CopiesTheLogIntoTheDatabaseOnceItIsLong) {
    open();
    add_players();
    const std::string data(3000, 'x');
    const int before = vfs.database_syncs;

    commits->write([&](Transaction& transaction) {
        for (std::int64_t seq = 1; seq <= checkpoint_pages; ++seq) {
            append(transaction, game, seq, data);
        }
    });
    commits->stop();

    EXPECT_GT(vfs.database_syncs - before, 0);
    EXPECT_GT(std::filesystem::file_size(database->path()), 3000U * checkpoint_pages);
}

}  // namespace
}  // namespace tanbo::store
