// A connection and its database: what is lost with the one, and what is not with the other.

#include "server/store/postgres/connection.hpp"

#include <future>
#include <libpq-fe.h>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "server/store/error.hpp"
#include "server/store/postgres/migrations.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "tests/support/postgres_cluster.hpp"
#include "tests/support/postgres_proxy.hpp"

namespace tanbo::store {
namespace {

using test::PostgresCluster;
using test::PostgresProxy;

const Sql insert_secret = "INSERT INTO secrets (name, value, created_at) VALUES (?1, ?2, 0)";
const Sql count_secrets = "SELECT count(*) FROM secrets";
const Sql own_process = "SELECT pg_backend_pid()";
const Sql end_process = "SELECT pg_terminate_backend(CAST(?1 AS INTEGER))";
const Sql count_waiting =
    "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    " AND datname = current_database()";
const Sql sleep_for_300_ms = "SELECT 1 WHERE pg_sleep(0.3) IS NOT NULL";
const Sql lock_everything = "LOCK TABLE secrets IN ACCESS EXCLUSIVE MODE";

std::chrono::milliseconds time_to_connect(const PostgresAddress& address) {
    const auto begin = std::chrono::steady_clock::now();
    const PostgresConnection made(address);
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                 begin);
}

class PostgresConnectionTest : public testing::Test {
protected:
    // One that is up to date, made once.
    static std::string new_database() {
        static const std::string model = [] {
            const std::string words = PostgresCluster::instance().new_database();
            PostgresConnection connection(parse_postgres_address(words));
            migrate_postgres(connection.session(), plan_postgres(connection.session(), words));
            return words;
        }();
        return PostgresCluster::instance().copy_of(model);
    }

    static std::unique_ptr<PostgresConnection> writer_through(const std::string& words) {
        auto connection = std::make_unique<PostgresConnection>(parse_postgres_address(words));
        connection->lock_database();
        connection->take_row(1, 0);
        return connection;
    }
    static void insert(Connection& connection, const std::string& name) {
        Query(connection.prepared(insert_secret)).run(name, std::vector<std::uint8_t>{1});
    }
    std::int64_t count() {
        Query query(other.prepared(count_secrets));
        return query.step() ? query.integer(0) : -1;
    }
    static std::int64_t count_through(PostgresConnection& reader) {
        reader.begin_reading();
        Query query(reader.prepared(count_secrets));
        const std::int64_t found = query.step() ? query.integer(0) : -1;
        reader.rollback();
        return found;
    }
    void end(PostgresConnection& connection) {
        Query query(other.prepared(end_process));
        query.bind(connection.session().process()).step();
    }
    template <class Closure>
    static Fault fault_of(const Closure& closure) {
        try {
            closure();
        } catch (const StorageError& error) {
            return error.fault();
        }
        ADD_FAILURE() << "no StorageError was thrown";
        return Fault::misuse;
    }

    std::string words = new_database();
    PostgresConnection other{parse_postgres_address(words), no_limits};
};

TEST_F(PostgresConnectionTest, SettlesACommitThatTheServerNeverGot) {
    PostgresProxy proxy(words);
    const auto writer = writer_through(proxy.words());
    writer->begin();
    insert(*writer, "a");
    proxy.cut(PostgresProxy::Cut::before);

    EXPECT_EQ(fault_of([&] { writer->commit(); }), Fault::stale);

    writer->rollback();
    EXPECT_EQ(proxy.cuts(), 1);
    EXPECT_EQ(count(), 0);
    writer->begin();
    insert(*writer, "a");
    writer->commit();
    EXPECT_EQ(count(), 1);
}

TEST_F(PostgresConnectionTest, SettlesACommitWhoseAnswerWasLost) {
    PostgresProxy proxy(words);
    const auto writer = writer_through(proxy.words());
    writer->begin();
    insert(*writer, "a");
    proxy.cut(PostgresProxy::Cut::after);

    EXPECT_NO_THROW(writer->commit());

    EXPECT_EQ(proxy.cuts(), 1);
    EXPECT_EQ(count(), 1);
}

// The control of the two above: without the row nobody can tell them apart.
TEST_F(PostgresConnectionTest, KnowsNothingOfACommitWithoutTheRow) {
    for (const auto cut : {PostgresProxy::Cut::before, PostgresProxy::Cut::after}) {
        PostgresProxy proxy(words);
        PostgresConnection plain(parse_postgres_address(proxy.words()));
        plain.begin();
        insert(plain, std::to_string(static_cast<int>(cut)));
        proxy.cut(cut);

        EXPECT_EQ(fault_of([&] { plain.commit(); }), Fault::commit_unknown);
    }
    EXPECT_EQ(count(), 1);
}

// A standby that COMMIT waits for, and that is away.
class AbsentStandby {
public:
    explicit AbsentStandby(PostgresSession& session) : session_(session) { set("nobody"); }
    ~AbsentStandby() { set(""); }
    AbsentStandby(const AbsentStandby&) = delete;
    AbsentStandby& operator=(const AbsentStandby&) = delete;

private:
    void set(const std::string& name) {
        session_.ask("ALTER SYSTEM SET synchronous_standby_names = '" + name + "'");
        session_.ask("SELECT pg_reload_conf()");
        for (;;) {
            const PostgresResult names = session_.ask("SHOW synchronous_standby_names");
            if (PQgetvalue(names.get(), 0, 0) == name) break;
        }
        // Whether a COMMIT waits is told by the checkpointer, which reads the settings first.
        session_.ask("CHECKPOINT");
    }

    PostgresSession& session_;
};

TEST_F(PostgresConnectionTest, DoesNotTakeACommitForDurableThatNoStandbyConfirmed) {
    const auto writer = writer_through(words);
    std::optional<AbsentStandby> standby(other.session());
    writer->begin();
    insert(*writer, "a");
    const std::string process = std::to_string(writer->session().process());
    auto committed = std::async(std::launch::async,
                                [&writer] { return fault_of([&writer] { writer->commit(); }); });

    // Cancelled as by an operator, it answers success with a warning.
    while (committed.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout) {
        other.session().ask("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = " +
                            process + " AND wait_event = 'SyncRep'");
    }

    EXPECT_EQ(committed.get(), Fault::unsettled);
    standby.reset();
    writer->rollback();
    EXPECT_EQ(fault_of([&] { writer->begin(); }), Fault::misuse)
        << "what it counted up would say nothing of the last one any more";
    EXPECT_TRUE(writer->reach()) << "it is there after all";
    EXPECT_FALSE(writer->reach()) << "which is said once";
    writer->begin();
    insert(*writer, "b");
    writer->commit();
    EXPECT_EQ(count(), 2);
}

TEST_F(PostgresConnectionTest, ShowsNothingAfterALossBeforeAStandbyHasConfirmedIt) {
    PostgresConnection lost(parse_postgres_address(words),
                            {.answer = std::chrono::milliseconds(300)});
    PostgresConnection kept(parse_postgres_address(words));
    std::optional<AbsentStandby> standby(other.session());
    end(lost);

    for (int attempt = 0; attempt < 3; ++attempt) {
        EXPECT_EQ(fault_of([&] { count_through(lost); }), Fault::unreachable);
    }

    Query waiting(other.prepared(count_waiting));
    EXPECT_TRUE(waiting.step());
    EXPECT_LE(waiting.integer(0), 1) << "those that nobody waits for any more are left";
    EXPECT_EQ(count_through(kept), 0)
        << "whoever was not lost has seen nothing but what is confirmed";
    standby.reset();
    std::optional<std::int64_t> found;
    for (int attempt = 0; attempt < 100 && !found; ++attempt) {
        try {
            found = count_through(lost);
        } catch (const StorageError& error) {  // a busy machine has not answered in time
            ASSERT_EQ(error.fault(), Fault::unreachable);
        }
    }
    EXPECT_EQ(found, 0);
}

TEST_F(PostgresConnectionTest, RefusesToCommitWhatSomebodyElseHasTakenOver) {
    const auto writer = writer_through(words);
    writer->begin();
    insert(*writer, "a");
    WriterRow thief(1, 0);
    thief.begin_epoch(other.session());

    EXPECT_EQ(fault_of([&] { writer->commit(); }), Fault::fenced);

    writer->rollback();
    EXPECT_EQ(count(), 0);
}

TEST_F(PostgresConnectionTest, KeepsASecondOneAway) {
    const auto writer = writer_through(words);

    EXPECT_EQ(fault_of([&] { writer_through(words); }), Fault::locked);
}

TEST_F(PostgresConnectionTest, LosesATransactionWithItsConnectionAndGoesOnWithTheNext) {
    const auto writer = writer_through(words);
    writer->begin();
    insert(*writer, "a");
    end(*writer);

    EXPECT_EQ(fault_of([&] { insert(*writer, "b"); }), Fault::unreachable);
    EXPECT_TRUE(writer->is_aborted());
    writer->rollback();

    writer->begin();
    insert(*writer, "c");
    writer->commit();
    EXPECT_EQ(count(), 1);
}

TEST_F(PostgresConnectionTest, ReadsOnWithoutAWordIfNothingWasReadYet) {
    PostgresConnection reader(parse_postgres_address(words));
    reader.begin_reading();
    Query(reader.prepared(count_secrets)).step();
    reader.rollback();
    end(reader);

    reader.begin_reading();
    Query query(reader.prepared(count_secrets));

    EXPECT_TRUE(query.step());
}

TEST_F(PostgresConnectionTest, DecidesAgainIfALockIsNotToBeHad) {
    PostgresConnection holder(parse_postgres_address(words));
    PostgresConnection hasty(parse_postgres_address(words),
                             {.lock = std::chrono::milliseconds(50)});
    hasty.prepared(insert_secret);
    holder.begin();
    Query(holder.prepared(lock_everything)).run();
    hasty.begin();

    EXPECT_EQ(fault_of([&] { insert(hasty, "a"); }), Fault::stale);

    EXPECT_TRUE(hasty.is_aborted());
    hasty.rollback();
    holder.rollback();
}

TEST_F(PostgresConnectionTest, EndsAStatementThatTakesTooLong) {
    static const Sql slow = "SELECT pg_sleep(60)";
    PostgresConnection hasty(parse_postgres_address(words),
                             {.statement = std::chrono::milliseconds(50)});

    EXPECT_EQ(fault_of([&] { Query(hasty.prepared(slow)).step(); }), Fault::busy);
}

TEST_F(PostgresConnectionTest, RefusesATextWithAZeroInItRatherThanItsEnd) {
    const std::string text("a\0b", 3);

    EXPECT_EQ(fault_of([&] { insert(other, text); }), Fault::constraint);
    EXPECT_EQ(count(), 0);
}

TEST_F(PostgresConnectionTest, KeepsOthersFromALockedGameUntilItsTransactionEnds) {
    other.session().script(
        "INSERT INTO accounts (id, handle, handle_key, kind, created_at)"
        " VALUES (1, 'anna', 'anna', 'member', 0);"
        "INSERT INTO games (id, setup, creator, visibility, created_at, status, seq, ply, "
        "updated_at)"
        " VALUES (1, '9x9', 1, 'public', 0, 'active', 0, 0, 0);");
    PostgresConnection holder(parse_postgres_address(words));
    holder.begin();
    holder.lock_game(GameId{1});
    holder.lock_account(AccountId{1});
    Query(holder.prepared(own_process)).step();
    PostgresConnection hasty(parse_postgres_address(words),
                             {.lock = std::chrono::milliseconds(50)});

    hasty.begin();
    hasty.lock_game(GameId{1});
    EXPECT_EQ(fault_of([&] { Query(hasty.prepared(own_process)).step(); }), Fault::stale);
    hasty.rollback();
    hasty.begin();
    hasty.lock_account(AccountId{1});
    EXPECT_EQ(fault_of([&] { Query(hasty.prepared(own_process)).step(); }), Fault::stale);
    hasty.rollback();
    holder.rollback();

    hasty.begin();
    hasty.lock_game(GameId{1});
    EXPECT_TRUE(Query(hasty.prepared(own_process)).step());
    hasty.rollback();
}

TEST_F(PostgresConnectionTest, LeavesADatabaseOfAnotherProgramAsItIs) {
    const std::string foreign = PostgresCluster::instance().new_database();
    PostgresConnection connection(parse_postgres_address(foreign));
    connection.session().ask("CREATE TABLE cats (id BIGINT)");

    EXPECT_EQ(fault_of([&] { plan_postgres(connection.session(), foreign); }), Fault::foreign_file);
}

TEST_F(PostgresConnectionTest, KnowsItsMigrationsByTheirChecksums) {
    EXPECT_TRUE(plan_postgres(other.session(), words).pending.empty());

    other.session().ask("UPDATE schema_migrations SET sha256 = 'other' WHERE version = 18");
    EXPECT_EQ(fault_of([&] { plan_postgres(other.session(), words); }), Fault::edited_migration);

    other.session().ask("DELETE FROM schema_migrations WHERE version = 18");
    EXPECT_EQ(fault_of([&] { plan_postgres(other.session(), words); }), Fault::edited_migration);
}

TEST_F(PostgresConnectionTest, RefusesWhatANewerProgramHasMigrated) {
    const auto older = postgres_migrations().first(2);

    EXPECT_EQ(fault_of([&] { plan_postgres(other.session(), words, older); }), Fault::newer_schema);
}

TEST_F(PostgresConnectionTest, MigratesAllOrNothing) {
    const std::string empty = PostgresCluster::instance().new_database();
    PostgresConnection connection(parse_postgres_address(empty));
    const Migration good{1, "0001_good", "CREATE TABLE good (id BIGINT);", "a"};
    const Migration bad{2, "0002_bad", "CREATE TABLE worse (id BIGINT); SELEKT 1;", "b"};
    MigrationPlan plan;
    plan.is_new = true;
    plan.pending = {&good, &bad};

    EXPECT_EQ(fault_of([&] { migrate_postgres(connection.session(), plan); }),
              Fault::migration_failed);

    EXPECT_TRUE(plan_postgres(connection.session(), empty).is_new);
}

TEST_F(PostgresConnectionTest, WaitsForADarkHostOnceAndNotWithEachConnection) {
    const std::string real = new_database();
    PostgresProxy proxy(real);
    const std::string host = proxy.words().substr(0, proxy.words().find(' '));
    const std::string both = host + "," + real.substr(std::string("host=").size());
    const PostgresAddress address = parse_postgres_address(both);
    PostgresConnection connection(address);
    proxy.swallow(true);

    EXPECT_EQ(fault_of([&] { count_through(connection); }), Fault::unreachable);
    EXPECT_EQ(count_through(connection), 0) << "through the other host";

    EXPECT_LT(time_to_connect(address), std::chrono::seconds(1));
    // The control: who does not know which one is dark.
    EXPECT_GE(time_to_connect(parse_postgres_address(both)), std::chrono::milliseconds(1'900));
}

// 300 ms each, of which no one is too long.
void read_slowly(PostgresConnection& connection, int times) {
    connection.begin_reading();
    for (int time = 0; time < times; ++time) {
        Query(connection.prepared(sleep_for_300_ms)).step();
    }
    connection.rollback();
}

TEST_F(PostgresConnectionTest, WaitsForTheAnswersOfATransactionAsLongAsForOne) {
    PostgresConnection connection(parse_postgres_address(new_database()),
                                  {std::chrono::seconds(3), std::chrono::seconds(3),
                                   std::chrono::seconds(3), std::chrono::milliseconds(2'000)});

    read_slowly(connection, 4);
    read_slowly(connection, 4);  // each has its own time
    EXPECT_EQ(fault_of([&] { read_slowly(connection, 8); }), Fault::unreachable);
}

TEST_F(PostgresConnectionTest, CountsNoAnswerThatComesAtOnceAsWaitedFor) {
    PostgresConnection connection(parse_postgres_address(new_database()),
                                  {std::chrono::seconds(3), std::chrono::seconds(3),
                                   std::chrono::seconds(3), std::chrono::milliseconds(1'000)});

    connection.begin_reading();
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(1'500)) {
        ASSERT_TRUE(Query(connection.prepared(own_process)).step());
    }
    connection.rollback();
}

}  // namespace
}  // namespace tanbo::store
