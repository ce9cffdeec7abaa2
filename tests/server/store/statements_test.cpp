#include <set>
#include <string>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "server/store/sql.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/plans.hpp"

// All statements of the store, used by another test or not. tests/postgres prepares them on
// PostgreSQL.
namespace tanbo::store {
namespace {

class StatementsTest : public StorageTest {
protected:
    StatementsTest() { open(); }
};

// The numbers of its parameters.
std::set<int> parameters_of(const std::string& sql) {
    std::set<int> numbers;
    for (std::size_t at = sql.find('?'); at != std::string::npos; at = sql.find('?', at + 1)) {
        numbers.insert(std::atoi(sql.c_str() + at + 1));
    }
    return numbers;
}

TEST_F(StatementsTest, AreAllTakenBySqlite) {
    SqliteConnection& connection = stopped_writer();

    for (const Sql* sql : Sql::all()) {
        EXPECT_NO_THROW(connection.prepared(*sql)) << sql->text();
    }

    EXPECT_GT(Sql::all().size(), 300U);
}

TEST_F(StatementsTest, RefusesOneOfAnotherEngine) {
    const std::string foreign = "SELECT pg_backend_pid()";

    EXPECT_EQ(fault_of([&] { column_of(stopped_writer(), foreign, 0); }), Fault::misuse);
}

// Another engine could not tell the type of a parameter that is not there.
TEST_F(StatementsTest, NumberTheirParametersWithoutGaps) {
    for (const Sql* sql : Sql::all()) {
        const std::set<int> numbers = parameters_of(sql->text());
        EXPECT_TRUE(numbers.empty() || (*numbers.begin() == 1 &&
                                        *numbers.rbegin() == static_cast<int>(numbers.size())))
            << sql->text();
    }
}

}  // namespace
}  // namespace tanbo::store
