#include "server/cluster/change_log_reader.hpp"

#include <condition_variable>
#include <mutex>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "tests/support/postgres_cluster.hpp"

namespace tanbo::cluster {
namespace {

using namespace std::chrono_literals;

// The words of a tail, for the thread that waits for them.
class Heard {
public:
    void add(const std::vector<store::Change>& changes) {
        const std::lock_guard lock(mutex_);
        ++calls_;
        if (fails_ && calls_ == 1) throw store::StorageError(store::Fault::unreachable, "not now");
        changes_.insert(changes_.end(), changes.begin(), changes.end());
        changed_.notify_all();
    }
    void fail_once() { fails_ = true; }
    bool wait_for(std::size_t count, std::chrono::milliseconds within) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, within, [&] { return changes_.size() >= count; });
    }
    std::size_t count() {
        const std::lock_guard lock(mutex_);
        return changes_.size();
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<store::Change> changes_;
    int calls_ = 0;
    bool fails_ = false;
};

class ChangeLogReaderTest : public testing::Test {
protected:
    store::DatabaseOptions options(std::int64_t node) const {
        store::DatabaseOptions of = store::options_for("postgres:" + name);
        of.node = node;
        of.has_peers = true;
        return of;
    }
    ChangeLogReader reader_of(std::int64_t node) {
        return ChangeLogReader(
            store::ChangeReader(options(node)),
            [this](const std::vector<store::Change>& changes) { heard.add(changes); },
            [](const store::StorageError&) {}, metrics);
    }
    void revoke() {
        writer.write(
            [](store::Transaction& transaction) { delete_token(transaction, store::Digest{}); });
    }

    const std::string name = test::PostgresCluster::instance().new_database();
    store::Database database{options(1)};
    store::GroupCommit writer{database};
    base::Metrics metrics;
    Heard heard;
};

TEST_F(ChangeLogReaderTest, HearsWhatOthersDoThoughNobodyRings) {
    const ChangeLogReader change_log = reader_of(2);

    revoke();

    EXPECT_TRUE(heard.wait_for(1, 60s));
    EXPECT_LT(change_log.age(), 60s);
}

TEST_F(ChangeLogReaderTest, SkipsItsOwnChanges) {
    const ChangeLogReader own = reader_of(1);
    const ChangeLogReader other = reader_of(2);

    revoke();

    EXPECT_TRUE(heard.wait_for(1, 60s));
    EXPECT_FALSE(heard.wait_for(2, tail_interval * 3));
}

TEST_F(ChangeLogReaderTest, HearsAgainWhatCouldNotBeDealtWith) {
    heard.fail_once();
    const ChangeLogReader change_log = reader_of(2);

    revoke();

    EXPECT_TRUE(heard.wait_for(1, 60s));
    EXPECT_EQ(heard.count(), 1U);
}

}  // namespace
}  // namespace tanbo::cluster
