// Promises on which the tables rely, one promise a test. Every engine keeps them all: a new one is
// a type in Engines and a specialisation of engine_under_test().

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/transaction.hpp"
#include "tests/server/store/contract/engine.hpp"

namespace tanbo::store {
namespace {

const Sql insert = "INSERT INTO promises (game, seq, note) VALUES (?1, ?2, ?3)";
const Sql insert_values =
    "INSERT INTO promises (game, seq, note, share, body) VALUES (1, ?1, ?2, ?3, ?4)";
const Sql insert_seq =
    "INSERT INTO promises (game, seq) VALUES (1, ?1) ON CONFLICT (game, seq) DO NOTHING";
const Sql update_notes = "UPDATE promises SET note = ?2 WHERE game = ?1";
const Sql count_rows = "SELECT count(*) FROM promises";
const Sql select_values = "SELECT seq, note, share, body, id AS number FROM promises ORDER BY id";
const Sql select_notes = "SELECT note FROM promises ORDER BY note";
const Sql select_after = "SELECT seq FROM promises WHERE (game, seq) > (?1, ?2) ORDER BY game, seq";
const Sql wrong = "SELEKT 1";

constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();

// An engine that has several writers can't know whether another one was first.
bool says_duplicate(std::optional<Fault> fault) {
    return fault == Fault::constraint || fault == Fault::stale;
}

template <typename Engine>
class Contract : public testing::Test {
protected:
    Query query(const Sql& sql) { return Query(connection->prepared(sql)); }
    std::int64_t count(Connection& by) {
        Query query(by.prepared(count_rows));
        return query.step() ? query.integer(0) : -1;
    }
    std::int64_t count() { return count(*connection); }
    // The fault that the closure throws; nothing: it throws no StorageError.
    template <typename Closure>
    std::optional<Fault> fault_of(const Closure& closure) {
        try {
            closure();
        } catch (const StorageError& error) {
            return error.fault();
        }
        return std::nullopt;
    }

    std::unique_ptr<EngineUnderTest> engine = engine_under_test<Engine>();
    std::unique_ptr<Connection> connection = engine->connect();
};

using Engines = testing::Types<Sqlite, Postgres>;
TYPED_TEST_SUITE(Contract, Engines);

// --- transactions ---

TYPED_TEST(Contract, WhatIsCommittedIsSeenByOthers) {
    const auto other = this->engine->connect();
    this->connection->begin();
    this->query(insert).run(1, 1, "a");
    EXPECT_EQ(this->count(*other), 0) << "not before";

    this->connection->commit();

    EXPECT_EQ(this->count(*other), 1);
}

TYPED_TEST(Contract, WhatIsRolledBackNeverWas) {
    this->connection->begin();
    this->query(insert).run(1, 1, "a");

    this->connection->rollback();

    EXPECT_EQ(this->count(), 0);
}

TYPED_TEST(Contract, RollingBackNothingIsNothing) {
    this->connection->rollback();

    EXPECT_EQ(this->count(), 0);
}

TYPED_TEST(Contract, ATransactionSeesItsOwnWrites) {
    this->connection->begin();
    this->query(insert).run(1, 1, "a");

    EXPECT_EQ(this->count(), 1);
    this->connection->rollback();
}

TYPED_TEST(Contract, AReaderKeepsTheStateOfItsFirstStatement) {
    const auto reader = this->engine->connect();
    reader->begin_reading();
    ASSERT_EQ(this->count(*reader), 0);

    this->query(insert).run(1, 1, "a");

    EXPECT_EQ(this->count(*reader), 0);
    reader->rollback();
    EXPECT_EQ(this->count(*reader), 1);
}

TYPED_TEST(Contract, AJobIsUndoneByItself) {
    this->connection->begin();
    Transaction transaction(*this->connection);
    transaction.begin_job();
    transaction.write(insert).run(1, 1, "kept");
    transaction.end_job();
    transaction.begin_job();
    transaction.write(insert).run(1, 2, "undone");
    transaction.undo();
    transaction.write(insert).run(1, 3, "instead");
    transaction.end_job();
    this->connection->commit();

    EXPECT_EQ(this->count(), 2);
}

TYPED_TEST(Contract, ARefusalHarmsNoNeighbour) {
    this->connection->begin();
    Transaction transaction(*this->connection);
    transaction.begin_job();
    transaction.write(insert).run(1, 1, "before");
    transaction.end_job();
    transaction.begin_job();
    EXPECT_TRUE(says_duplicate(this->fault_of([&] { transaction.write(insert).run(1, 1, "b"); })));
    transaction.undo_job();
    transaction.begin_job();
    transaction.write(insert).run(1, 2, "after");
    transaction.end_job();
    this->connection->commit();

    EXPECT_EQ(this->count(), 2);
}

// --- faults ---

TYPED_TEST(Contract, TheSameSeqOfAGameIsRefused) {
    this->query(insert).run(1, 1, "a");

    EXPECT_TRUE(says_duplicate(this->fault_of([&] { this->query(insert).run(1, 1, "b"); })));
    EXPECT_EQ(this->fault_of([&] { this->query(insert).run(2, 1, "b"); }), std::nullopt);
}

TYPED_TEST(Contract, WhatACheckRefusesIsAConstraintFault) {
    EXPECT_EQ(this->fault_of([&] { this->query(insert).run(1, 0, "a"); }), Fault::constraint);
}

TYPED_TEST(Contract, AMissingValueIsAConstraintFault) {
    const std::optional<std::int64_t> nothing;

    EXPECT_EQ(this->fault_of([&] { this->query(insert).run(nothing, 1, "a"); }), Fault::constraint);
}

TYPED_TEST(Contract, WrongSqlIsMisuse) {
    EXPECT_EQ(this->fault_of([&] { this->connection->prepared(wrong); }), Fault::misuse);
}

TYPED_TEST(Contract, AStatementWithinItselfIsMisuse) {
    Query outer(this->connection->prepared(count_rows));

    EXPECT_EQ(this->fault_of([&] { this->query(count_rows); }), Fault::misuse);
}

TYPED_TEST(Contract, AFullDiskIsFullAndNotFatal) {
    const std::string page(100'000, 'x');
    this->engine->fill_disk(true);
    const auto fault = this->fault_of([&] {
        this->connection->begin();
        this->query(insert).run(1, 1, page);
        this->connection->commit();
    });
    this->connection->rollback();
    EXPECT_EQ(fault, Fault::full);

    this->engine->fill_disk(false);
    this->query(insert).run(1, 1, page);

    EXPECT_EQ(this->count(), 1);
}

// --- counts and ids ---

TYPED_TEST(Contract, ChangesAreTheRowsOfTheStatement) {
    EXPECT_EQ(this->query(insert).run(1, 1, "a"), 1);
    EXPECT_EQ(this->query(insert).run(1, 2, "b"), 1);

    EXPECT_EQ(this->query(update_notes).run(1, "c"), 2);
    EXPECT_EQ(this->query(update_notes).run(9, "c"), 0);
}

TYPED_TEST(Contract, AConflictThatDoesNothingChangesNoRow) {
    EXPECT_EQ(this->query(insert_seq).run(1), 1);
    EXPECT_EQ(this->query(insert_seq).run(1), 0);
}

TYPED_TEST(Contract, IdsAreNeverUsedAgain) {
    std::vector<std::int64_t> ids;
    for (const std::int64_t seq : {1, 2}) {
        Query one(this->connection->prepared(insert));
        one.run(1, seq, "a");
        ids.push_back(one.insert_id());
    }
    Query values(this->connection->prepared(select_values));

    ASSERT_TRUE(values.step());
    EXPECT_EQ(values.integer(4), ids[0]);
    EXPECT_GT(ids[1], ids[0]);
}

// --- values ---

TYPED_TEST(Contract, IntegersKeepTheirLimits) {
    for (const std::int64_t value : {least, std::int64_t{-1}, std::int64_t{0}, most}) {
        Query back(this->connection->prepared(select_after));
        EXPECT_NO_THROW(back.bind(value, value).step());
    }
    this->query(insert_seq).run(most);
    Query values(this->connection->prepared(select_values));
    ASSERT_TRUE(values.step());
    EXPECT_EQ(values.integer(0), most);
    EXPECT_EQ(values.kind(0), ValueKind::integer);
}

TYPED_TEST(Contract, RealNumbersAreExactToTheBit) {
    const std::array reals = {0.1, -0.0, 1.0 / 3, std::numeric_limits<double>::max(),
                              std::numeric_limits<double>::denorm_min()};
    std::int64_t seq = 0;
    for (const double real : reals) {
        this->query(insert_values)
            .run(++seq, std::optional<std::string>(), real, std::optional<std::string>());
    }
    Query values(this->connection->prepared(select_values));
    for (const double real : reals) {
        ASSERT_TRUE(values.step());
        EXPECT_EQ(values.real(2), real);
        EXPECT_EQ(values.kind(2), ValueKind::real);
    }
}

TYPED_TEST(Contract, TextsAndBytesComeBackAsTheyWere) {
    const std::string text = "Grüße, 棋";
    const std::vector<std::uint8_t> bytes = {0, 255, 7, 0};
    this->query(insert_values).run(1, text, 1.0, bytes);
    Query values(this->connection->prepared(select_values));

    ASSERT_TRUE(values.step());
    EXPECT_EQ(values.text(1), text);
    const auto back = values.blob(3);
    EXPECT_EQ(std::vector(back.begin(), back.end()), bytes);
}

TYPED_TEST(Contract, EmptyIsNotNull) {
    const std::optional<std::string> nothing;
    this->query(insert_values).run(1, "", 1.0, std::vector<std::uint8_t>());
    this->query(insert_values).run(2, nothing, std::optional<double>(), nothing);
    Query values(this->connection->prepared(select_values));

    ASSERT_TRUE(values.step());
    EXPECT_EQ(values.optional_text(1), "");
    EXPECT_FALSE(values.is_null(3));
    ASSERT_TRUE(values.step());
    for (const int column : {1, 2, 3}) EXPECT_EQ(values.kind(column), ValueKind::null) << column;
}

TYPED_TEST(Contract, TextsAreInTheOrderOfTheirBytes) {
    std::int64_t seq = 0;
    for (const std::string_view note : {"b", "Z", "é", "a-b", "ab", "a"}) {
        this->query(insert).run(1, ++seq, note);
    }
    Query notes(this->connection->prepared(select_notes));
    std::vector<std::string> order;
    while (notes.step()) order.emplace_back(notes.text(0));

    EXPECT_EQ(order, (std::vector<std::string>{"Z", "a", "a-b", "ab", "b", "é"}));
}

TYPED_TEST(Contract, RowsOfValuesAreComparedFromTheFirst) {
    for (const std::int64_t game : {1, 2}) {
        for (const std::int64_t seq : {1, 2}) this->query(insert).run(game, seq, "a");
    }
    Query after(this->connection->prepared(select_after));
    after.bind(1, 2);

    ASSERT_TRUE(after.step());
    EXPECT_EQ(after.integer(0), 1);
    ASSERT_TRUE(after.step());
    EXPECT_EQ(after.integer(0), 2);
    EXPECT_FALSE(after.step());
}

TYPED_TEST(Contract, ColumnsHaveTheNamesOfTheStatement) {
    Query values(this->connection->prepared(select_values));

    ASSERT_EQ(values.columns(), 5);
    EXPECT_EQ(values.column_name(0), "seq");
    EXPECT_EQ(values.column_name(4), "number");
}

TYPED_TEST(Contract, WhatWasBoundIsForgotten) {
    this->query(insert).run(1, 1, "a");
    Query again(this->connection->prepared(insert));
    again.bind_at(1, 1).bind_at(2, 2);
    again.step();
    Query values(this->connection->prepared(select_values));

    ASSERT_TRUE(values.step());
    ASSERT_TRUE(values.step());
    EXPECT_TRUE(values.is_null(1));
}

}  // namespace
}  // namespace tanbo::store
