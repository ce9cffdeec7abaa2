// The log by which nodes hear of each other: nothing is missed, whatever the order of commits.

#include "server/store/postgres/changes.hpp"

#include <chrono>
#include <libpq-fe.h>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/base/threads/event.hpp"
#include "server/store/commit/change_reader.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/postgres/address.hpp"
#include "server/store/postgres/connection.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/support/postgres_cluster.hpp"

namespace tanbo::store {
namespace {

using std::chrono::milliseconds;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::int64_t here = 1;
constexpr std::int64_t elsewhere = 2;
constexpr milliseconds at_most{60'000};

Change line(std::int64_t id) {
    return {std::string(event_appended), id, 7, 0, {}, {}};
}

class PostgresChangesTest : public testing::Test {
protected:
    PostgresChangesTest() { create_changes(reader.session()); }

    static void write(PostgresConnection& connection, const Change& change,
                      std::int64_t node = elsewhere) {
        connection.publish_as(node);
        connection.publish_change(change);
        connection.session().finish();
    }

    const PostgresAddress address =
        parse_postgres_address(test::PostgresCluster::instance().new_database());
    PostgresConnection reader{address};
    PostgresConnection one{address};
    PostgresConnection other{address};
};

TEST_F(PostgresChangesTest, AreHeardOfOnceEachInTheirOrder) {
    ChangeWindow window(reader.session(), here);
    const Change told{std::string(account_notified), 5, 3, 1'700'000'000'000, "challenge", "{}"};

    write(one, line(1));
    write(other, told);

    EXPECT_THAT(window.read(reader.session()), ElementsAre(line(1), told));
    EXPECT_THAT(window.read(reader.session()), IsEmpty());
}

TEST_F(PostgresChangesTest, AreThoseOfOthersThatWereCommittedSince) {
    write(one, line(1));
    ChangeWindow window(reader.session(), here);
    write(one, line(2), here);
    one.session().ask("BEGIN");
    write(one, line(3));
    one.session().ask("ROLLBACK");

    EXPECT_THAT(window.read(reader.session()), IsEmpty());
}

// A transaction that has begun before another one may be committed after it.
TEST_F(PostgresChangesTest, AreNotMissedWhereAnEarlierTransactionIsCommittedLater) {
    ChangeWindow window(reader.session(), here);
    one.session().ask("BEGIN");
    write(one, line(1));
    write(other, line(2));
    EXPECT_THAT(window.read(reader.session()), ElementsAre(line(2)));
    const std::string last =
        PQgetvalue(reader.session().ask("SELECT max(row) FROM changes").get(), 0, 0);

    one.session().ask("COMMIT");

    EXPECT_THAT(window.read(reader.session()), ElementsAre(line(1)));
    // The control: a reader that goes on from the last row never sees it.
    const auto rest = reader.session().ask("SELECT row FROM changes WHERE row > " + last);
    EXPECT_EQ(PQntuples(rest.get()), 0);
}

TEST_F(PostgresChangesTest, TellAnotherNodeWhatItsCachesMustForget) {
    DatabaseOptions options =
        options_for("postgres:" + test::PostgresCluster::instance().new_database());
    options.has_peers = true;
    Database database(options);
    GroupCommit writer(database);
    DatabaseOptions others = options;
    others.node = elsewhere;
    ChangeReader changes(others);
    GameId game{};
    AccountId black{};
    const Digest hash{1, 2, 3};

    writer.write([&](Transaction& transaction) {
        black = add_account(transaction, "black");
        game = add_game(transaction, black, add_account(transaction, "white"));
        append(transaction, game, 1);
        set_role(transaction, black, Role::moderator);
        delete_token(transaction, hash);
        transaction.announce(LobbyChanged{"challenge-opened", "{}"});
        transaction.announce(BotMoved{});
    });

    const auto heard = changes.read();
    ASSERT_THAT(heard, SizeIs(4));
    EXPECT_EQ(heard[0], (Change{"event", static_cast<std::int64_t>(game), 1, 0, {}, {}}));
    EXPECT_EQ(heard[1], (Change{"account", static_cast<std::int64_t>(black), 0, 0, {}, {}}));
    EXPECT_EQ(heard[2].name.substr(0, 6), "010203");
    EXPECT_EQ(std::get<LobbyChanged>(announcement_of(heard[3]).value()).type, "challenge-opened");
}

// Each job runs once more, and that is undone.
TEST_F(PostgresChangesTest, AreUndoneWithTheirJob) {
    DatabaseOptions options =
        options_for("postgres:" + test::PostgresCluster::instance().new_database());
    options.has_peers = true;
    Database database(options);
    GroupCommit writer(database, {}, {.rehearsals = 1});
    DatabaseOptions others = options;
    others.node = elsewhere;
    ChangeReader changes(others);

    writer.write([&](Transaction& transaction) { delete_token(transaction, Digest{}); });

    EXPECT_THAT(changes.read(), SizeIs(1));
}

TEST_F(PostgresChangesTest, AreRungFor) {
    listen_for_changes(reader.session());
    const base::Event wake;
    EXPECT_FALSE(reader.session().wait_for_notification(wake.descriptor(), milliseconds(1)));
    ring_for_changes(reader.session());
    EXPECT_FALSE(reader.session().wait_for_notification(wake.descriptor(), milliseconds(1)));

    ring_for_changes(other.session());

    EXPECT_TRUE(reader.session().wait_for_notification(wake.descriptor(), at_most));
}

TEST_F(PostgresChangesTest, LeaveTheWaitWhenTheyAreToDoSomethingElse) {
    base::Event wake;
    wake.set();

    EXPECT_FALSE(reader.session().wait_for_notification(wake.descriptor(), at_most));

    wake.reset();
    EXPECT_FALSE(reader.session().wait_for_notification(wake.descriptor(), milliseconds(1)));
}

}  // namespace
}  // namespace tanbo::store
