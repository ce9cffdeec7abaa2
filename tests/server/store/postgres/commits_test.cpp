// COMMITs with an outcome in doubt, and what is seen of them before the standby has it.

#include <chrono>
#include <future>
#include <libpq-fe.h>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include "server/store/error.hpp"
#include "server/store/postgres/connection.hpp"
#include "server/store/postgres/writer_row.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "tests/server/store/postgres/connection_fixture.hpp"
#include "tests/support/postgres_proxy.hpp"

namespace tanbo::store {
namespace {

using test::PostgresProxy;

const Sql count_waiting =
    "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
    " AND datname = current_database()";

using PostgresCommitTest = PostgresConnectionTest;

TEST_F(PostgresCommitTest, SettlesACommitThatTheServerNeverGot) {
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

TEST_F(PostgresCommitTest, SettlesACommitWhoseAnswerWasLost) {
    PostgresProxy proxy(words);
    const auto writer = writer_through(proxy.words());
    writer->begin();
    insert(*writer, "a");
    proxy.cut(PostgresProxy::Cut::after);

    EXPECT_NO_THROW(writer->commit());

    EXPECT_EQ(proxy.cuts(), 1);
    EXPECT_EQ(count(), 1);
}

// The control of the two above: without the row they can't be told apart.
TEST_F(PostgresCommitTest, KnowsNothingOfACommitWithoutTheRow) {
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

// The question what became of a COMMIT decides it. Its message may be on the way for long.
TEST_F(PostgresCommitTest, RefusesACommitThatArrivesAfterItWasGivenUp) {
    create_writers(other.session());
    PostgresConnection late(parse_postgres_address(words));
    WriterRow row(1, 0);
    row.begin_epoch(other.session());
    for (const bool is_given_up : {true, false}) {
        late.session().ask("BEGIN");
        insert(late, is_given_up ? "a" : "b");
        row.count_up(late.session());
        if (is_given_up) {
            EXPECT_FALSE(row.is_committed(other.session(), std::chrono::seconds(60)));
            EXPECT_FALSE(row.is_committed(other.session(), std::chrono::seconds(60)))
                << "the answer may have been lost";
            EXPECT_EQ(fault_of([&] { late.session().ask("COMMIT"); }), Fault::fenced);
            late.session().ask("ROLLBACK");
        } else {  // the control: the next one
            late.session().ask("COMMIT");
            EXPECT_TRUE(row.is_committed(other.session(), std::chrono::seconds(60)));
        }
    }

    EXPECT_EQ(count(), 1);
}

// Every COMMIT that has inserted a secret executes a statement before it ends, and as in the rest
// of it, nothing but somebody else's signal ends that.
void at_commit(PostgresSession& session, const std::string& statement) {
    session.script(
        "CREATE FUNCTION at_commit() RETURNS trigger LANGUAGE plpgsql"
        " SET lock_timeout = 0 SET client_connection_check_interval = 0 AS $$BEGIN " +
        statement +
        "; RETURN NULL; END$$;"
        "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON secrets"
        " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION at_commit();");
}

// As when its disk stands still: if it were ended, it would not wait for the standby after that.
TEST_F(PostgresCommitTest, LeavesASessionAloneThatIsCommitting) {
    at_commit(other.session(), "PERFORM pg_advisory_xact_lock(7)");
    PostgresConnection writer(parse_postgres_address(words),
                              {.answer = std::chrono::milliseconds(300)});
    create_writers(other.session());
    writer.take_row(1, 0);
    const std::string process = std::to_string(writer.session().process());
    other.session().ask("SELECT pg_advisory_lock(7)");
    writer.begin();
    insert(writer, "a");

    EXPECT_EQ(fault_of([&] { writer.commit(); }), Fault::unsettled);

    EXPECT_EQ(count_of("pid = " + process), 1);
    writer.rollback();
    other.session().ask("SELECT pg_advisory_unlock(7)");
    EXPECT_TRUE(reach_at_last(writer)) << "it has gone on, and is there";
    EXPECT_EQ(count(), 1);
    while (count_of("pid = " + process) > 0) std::this_thread::yield();
}

// The control: no session needs what it has locked.
TEST_F(PostgresCommitTest, EndsASessionThatHasNothingToCommit) {
    at_commit(other.session(), "PERFORM pg_advisory_xact_lock(7)");
    PostgresConnection writer(parse_postgres_address(words),
                              {.answer = std::chrono::milliseconds(300)});
    create_writers(other.session());
    writer.take_row(1, 0);
    const std::string process = std::to_string(writer.session().process());
    other.session().ask("SELECT pg_advisory_lock(7)");
    writer.begin();
    insert(writer, "a");
    static const Sql wait_for_the_lock = "SELECT 1 WHERE pg_advisory_xact_lock(7) IS NOT NULL";

    EXPECT_EQ(fault_of([&] { Query(writer.prepared(wait_for_the_lock)).step(); }),
              Fault::unreachable);

    writer.rollback();
    reach_at_last(writer);
    while (count_of("pid = " + process) > 0) std::this_thread::yield();
    EXPECT_EQ(count(), 0);
}

// A limit that is up at the wrong moment would end the wait for the standby.
TEST_F(PostgresCommitTest, CommitsWithoutALimitOfTime) {
    at_commit(other.session(),
              "IF current_setting('statement_timeout') <> '0' THEN RAISE 'limited'; END IF");
    create_writers(other.session());
    const auto writer = writer_through(words);
    writer->begin();
    insert(*writer, "a");

    writer->commit();

    const PostgresResult limit = writer->session().ask("SHOW statement_timeout");
    EXPECT_STREQ(PQgetvalue(limit.get(), 0, 0), "3s") << "of its statements";
    // The control.
    PostgresConnection plain(parse_postgres_address(words));
    plain.begin();
    insert(plain, "b");
    EXPECT_EQ(fault_of([&] { plain.commit(); }), Fault::misuse);
    plain.rollback();
}

TEST_F(PostgresCommitTest, CommitsAsItWasRequiredToWhateverIsSetLater) {
    const auto source = [](PostgresConnection& connection) {
        const PostgresResult is = connection.session().ask(
            "SELECT source FROM pg_settings WHERE name = 'synchronous_commit'");
        return std::string(PQgetvalue(is.get(), 0, 0));
    };
    const auto writer = writer_through(words);
    EXPECT_NE(source(*writer), "session");

    writer->require(false);

    EXPECT_EQ(source(*writer), "session");
    end(*writer);
    reach_at_last(*writer);
    EXPECT_EQ(source(*writer), "session") << "so is one that is made anew";
}

TEST_F(PostgresCommitTest, DoesNotTakeACommitForDurableThatNoStandbyConfirmed) {
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

TEST_F(PostgresCommitTest, TakesNoRowThatNoStandbyHasConfirmed) {
    create_writers(other.session());
    PostgresConnection writer(parse_postgres_address(words));
    const AbsentStandby standby(other.session());
    const std::string process = std::to_string(writer.session().process());
    auto taken = std::async(std::launch::async,
                            [&writer] { return fault_of([&writer] { writer.take_row(1, 0); }); });

    while (taken.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout) {
        other.session().ask("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE pid = " +
                            process + " AND wait_event = 'SyncRep'");
    }

    EXPECT_EQ(taken.get(), Fault::unreachable);
}

// Readers do so at a start: the server may have crashed just before.
TEST_F(PostgresCommitTest, WaitsForTheStandbyToHaveWhatItIsToShow) {
    PostgresConnection reader(parse_postgres_address(words));
    EXPECT_NO_THROW(reader.confirm());
    const AbsentStandby standby(other.session());

    EXPECT_EQ(fault_of([&reader] { reader.confirm(); }), Fault::unreachable);
}

TEST_F(PostgresCommitTest, ShowsNothingAfterALossBeforeAStandbyHasConfirmedIt) {
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

TEST_F(PostgresCommitTest, RefusesToCommitWhatSomebodyElseHasTakenOver) {
    const auto writer = writer_through(words);
    writer->begin();
    insert(*writer, "a");
    WriterRow thief(1, 0);
    thief.begin_epoch(other.session());

    EXPECT_EQ(fault_of([&] { writer->commit(); }), Fault::fenced);

    writer->rollback();
    EXPECT_EQ(count(), 0);
}

}  // namespace
}  // namespace tanbo::store
