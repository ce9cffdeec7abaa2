#include "server/store/statement.hpp"

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "server/store/error.hpp"
#include "server/store/sqlite/connection.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

class StatementTest : public testing::Test {
protected:
    test::TemporaryFolder folder;
    SqliteConnection connection{folder.path() / "test.db", Access::write};
};

TEST_F(StatementTest, GivesBackWhatWasBound) {
    const std::array<std::uint8_t, 3> bytes = {0, 255, 7};
    const std::optional<std::string_view> text = "with a \0 inside";
    Query query = connection.ask("SELECT ?1, ?2, ?3, ?4, ?5, ?6");

    query.bind(std::numeric_limits<std::int64_t>::min(), text, bytes, std::optional<int>(),
               std::string_view(), AccountId{7});

    ASSERT_TRUE(query.step());
    EXPECT_EQ(query.integer(0), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(query.text(1), *text);
    EXPECT_EQ(std::vector(query.blob(2).begin(), query.blob(2).end()),
              std::vector(bytes.begin(), bytes.end()));
    EXPECT_TRUE(query.is_null(3));
    EXPECT_EQ(query.optional_integer(3), std::nullopt);
    EXPECT_EQ(query.optional_text(3), std::nullopt);
    EXPECT_EQ(query.optional_text(4), "") << "an empty text is not NULL";
    EXPECT_EQ(query.id<AccountId>(5), AccountId{7});
    EXPECT_FALSE(query.step());
}

TEST_F(StatementTest, ForgetsWhatTheLastExecutionBound) {
    connection.ask("SELECT ?1").run(5);

    Query again = connection.ask("SELECT ?1");

    ASSERT_TRUE(again.step());
    EXPECT_TRUE(again.is_null(0));
}

TEST_F(StatementTest, TellsHowManyRowsChanged) {
    connection.execute("CREATE TABLE numbers (number INTEGER) STRICT");

    EXPECT_EQ(connection.ask("INSERT INTO numbers VALUES (?1), (?2)").run(1, 2), 2);
    EXPECT_EQ(connection.ask("DELETE FROM numbers WHERE number = ?1").run(3), 0);
}

TEST_F(StatementTest, RefusesToRunWithinItself) {
    Query outer = connection.ask("SELECT 1");

    EXPECT_EQ(fault_of([&] { connection.ask("SELECT 1"); }), Fault::misuse);
}

TEST_F(StatementTest, NamesTheSqlThatIsWrong) {
    std::string detail;

    const Fault fault = fault_of([&] { connection.ask("SELEKT 1"); }, &detail);

    EXPECT_EQ(fault, Fault::misuse);
    EXPECT_NE(detail.find("SELEKT 1"), std::string::npos) << detail;
}

TEST_F(StatementTest, RefusesOneParameterTooMany) {
    EXPECT_EQ(fault_of([&] { connection.ask("SELECT ?1").run(1, 2); }), Fault::misuse);
}

TEST_F(StatementTest, RefusesSqlMadeOfValues) {
    for (int value = 0; value < statements_max; ++value) {
        connection.ask("SELECT " + std::to_string(value)).run();
    }

    EXPECT_EQ(fault_of([&] { connection.ask("SELECT 'one more'"); }), Fault::misuse);
}

}  // namespace
}  // namespace tanbo::store
