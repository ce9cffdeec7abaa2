#include <future>

#include <gtest/gtest.h>

#include "server/store/sqlite/connection.hpp"
#include "server/store/tables/games/game_lists.hpp"
#include "tests/server/store/fixture.hpp"

// Failures of the disk. Every test has its control: StorageTest's other tests run on
// the same file system without a fault, and here each fault is first seen to be absent.
namespace tanbo::store {
namespace {

// The last writes lie there: events.
void overwrite_second_half(const std::filesystem::path& path) {
    const auto bytes = static_cast<std::streamoff>(std::filesystem::file_size(path));
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(bytes / 2);
    file << std::string(static_cast<std::size_t>(bytes - bytes / 2), '\xFF');
}

class FaultsTest : public StorageTest {
protected:
    void start() {
        CommitHooks hooks;
        hooks.batch_failed = [this](const StorageError& error) {
            failed_batches.push_back(error.fault());
        };
        open(hooks);
        add_players();
        write(1);
        ASSERT_EQ(seq_of(game), 1);
        ASSERT_EQ(fatal_errors, 0);
    }
    void write(std::int64_t seq, const std::string& data = "{}") {
        commits->write([&](Transaction& transaction) { append(transaction, game, seq, data); });
    }
    Fault fault_of_write(std::int64_t seq) {
        return fault_of([&] { write(seq); });
    }
    // The findings of a start after the fault.
    std::int64_t seq_after_restart() {
        close();
        vfs.reset();
        open();
        return seq_of(game);
    }

    std::vector<Fault> failed_batches;
};

TEST_F(FaultsTest, AFullDiskRefusesWritesAndGoesOnReading) {
    start();

    vfs.disk_is_full = true;
    const Fault first = fault_of_write(2);
    const Fault second = fault_of_write(2);

    EXPECT_EQ(first, Fault::full);
    EXPECT_EQ(second, Fault::full);
    EXPECT_EQ(failed_batches, (std::vector{Fault::full, Fault::full}));
    EXPECT_EQ(seq_of(game), 1);
    EXPECT_EQ(fatal_errors, 0);
}

TEST_F(FaultsTest, WritesResumeWhenThereIsRoomAgain) {
    start();
    vfs.disk_is_full = true;
    ASSERT_EQ(fault_of_write(2), Fault::full);

    vfs.disk_is_full = false;
    write(2, "after");

    EXPECT_EQ(seq_of(game), 2);
    EXPECT_EQ(seq_after_restart(), 2);
}

TEST_F(FaultsTest, ADatabaseAtItsLargestSizeIsAFullDisk) {
    start();
    const std::string page(4000, 'x');
    commits->write([&](Transaction&) {
        sqlite_writer(*database).value("PRAGMA max_page_count = 1");  // no larger than it is
    });

    const Fault fault = fault_of([&] {
        for (std::int64_t seq = 2; seq < 200; ++seq) write(seq, page);
    });

    EXPECT_EQ(fault, Fault::full);
    EXPECT_EQ(fatal_errors, 0);
    const std::int64_t stored = seq_of(game);
    commits->write(
        [&](Transaction&) { sqlite_writer(*database).value("PRAGMA max_page_count = 100000"); });
    write(stored + 1, page);
    EXPECT_EQ(seq_of(game), stored + 1);
}

TEST_F(FaultsTest, ADatabaseThatAnotherProgramWritesToIsBusy) {
    start();
    SqliteConnection other(database->path(), Access::write);
    other.begin();

    const Fault meanwhile = fault_of_write(2);
    other.rollback();
    write(2);

    EXPECT_EQ(meanwhile, Fault::busy);
    EXPECT_EQ(failed_batches, (std::vector{Fault::busy}));
    EXPECT_EQ(seq_of(game), 2);
    EXPECT_EQ(fatal_errors, 0);
}

TEST_F(FaultsTest, ALogThatCannotBeSyncedStopsTheWriterForGood) {
    start();
    vfs.log_sync_fails = true;

    const Fault first = fault_of_write(2);
    commits->stop();
    const int syncs = vfs.log_syncs;
    vfs.log_sync_fails = false;
    const Fault later = fault_of_write(2);

    EXPECT_EQ(first, Fault::commit_unknown);
    EXPECT_EQ(later, Fault::commit_unknown) << "it does not come back by itself";
    EXPECT_EQ(failed_batches, (std::vector{Fault::commit_unknown}));
    EXPECT_EQ(fatal_errors, 1);
    EXPECT_EQ(fatal, Fault::commit_unknown);
    close();
    EXPECT_EQ(vfs.log_syncs, syncs) << "a sync that failed is never tried again";
}

TEST_F(FaultsTest, ACommitOfUnknownOutcomeMayHaveHappened) {
    start();
    vfs.log_sync_lies = true;

    const Fault fault = fault_of_write(2);

    EXPECT_EQ(fault, Fault::commit_unknown);
    EXPECT_EQ(seq_after_restart(), 2) << "the log decides, not the answer";
    EXPECT_EQ(fatal_errors, 1);
}

TEST_F(FaultsTest, ALogThatCannotBeWrittenIsFatalAndTheRestartIsSound) {
    start();
    vfs.log_writes_fail = true;

    const Fault fault = fault_of_write(2);

    EXPECT_TRUE(is_fatal(fault)) << name(fault);
    EXPECT_EQ(seq_after_restart(), 1);
    EXPECT_EQ(fatal_errors, 1);
}

TEST_F(FaultsTest, JobsThatWaitFailWithTheBatchThatMetTheFault) {
    start();
    std::vector<Fault> faults;
    const auto submit = [&](std::function<void(Transaction&)> work) {
        auto job = std::make_unique<ClosureJob>();
        job->work = std::move(work);
        job->on_failed = [&](const StorageError& error) { faults.push_back(error.fault()); };
        commits->submit(std::move(job));
    };
    std::promise<void> queued;

    submit([&](Transaction& transaction) {
        append(transaction, game, 2);
        submit([](Transaction&) {});  // waits behind this batch
        vfs.log_sync_fails = true;
        queued.set_value();
    });
    queued.get_future().wait();
    commits->stop();

    EXPECT_EQ(faults, (std::vector{Fault::commit_unknown, Fault::commit_unknown}));
}

TEST_F(FaultsTest, ACheckpointThatCannotBeSyncedIsSeen) {
    start();
    vfs.database_sync_fails = true;
    const std::string page(3000, 'x');

    commits->write([&](Transaction& transaction) {
        for (std::int64_t seq = 2; seq <= checkpoint_pages + 2; ++seq) {
            append(transaction, game, seq, page);
        }
    });
    commits->stop();

    EXPECT_EQ(fatal_errors, 1);
    EXPECT_EQ(fatal, Fault::io);
    EXPECT_EQ(seq_after_restart(), checkpoint_pages + 2) << "what was acknowledged is there";
}

TEST_F(FaultsTest, AReadErrorIsFatalToo) {
    start();
    SqliteConnection(database->path(), Access::read);
    vfs.reads_fail = true;

    const Fault fault = fault_of([this] {
        database->read([](Reader& reader) { return list_games(reader, GamesQuery{}); });
    });

    EXPECT_EQ(fault, Fault::io);
    EXPECT_EQ(fatal_errors, 1);
}

TEST_F(FaultsTest, ACorruptPageIsFatal) {
    start();
    for (std::int64_t seq = 2; seq < 200; ++seq) write(seq, std::string(3000, 'x'));
    close();
    open();
    overwrite_second_half(options().path);

    const Fault fault = fault_of(
        [this] { database->read([this](Reader& reader) { return read_events(reader, game); }); });

    EXPECT_EQ(fault, Fault::corrupt);
    EXPECT_EQ(fatal_errors, 1);
    close();
    EXPECT_EQ(fault_of([this] { const Database refused(options()); }), Fault::corrupt);
}

}  // namespace
}  // namespace tanbo::store
