#include "server/store/tables/catalogue.hpp"

#include <set>
#include <string>

#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

using Names = std::set<std::string>;

Names names_in(SqliteConnection& connection, const std::string& select) {
    const auto names = column_of(connection, select, 0);
    return {names.begin(), names.end()};
}

Names tables_of(SqliteConnection& connection) {
    return names_in(connection,
                    "SELECT name FROM sqlite_schema WHERE type = 'table'"
                    " AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name");
}

// "table.column" of every column that names an account.
Names account_columns_of(SqliteConnection& connection) {
    return names_in(connection, R"(
SELECT m.name || '.' || f."from" FROM sqlite_schema AS m, pragma_foreign_key_list(m.name) AS f
WHERE m.type = 'table' AND f."table" = 'accounts'
UNION SELECT m.name || '.' || c.name FROM sqlite_schema AS m, pragma_table_info(m.name) AS c
WHERE m.type = 'table' AND c.name = 'account' ORDER BY 1)");
}

std::string column_of_accounts(const CatalogueRow& row) {
    return std::string(row.table).append(".").append(row.account);
}

class CatalogueTest : public StorageTest {
protected:
    CatalogueTest() { open(); }

    // Tables of the schema, and columns that name an account, without a row of the catalogue.
    Names forgotten() {
        Names missing = tables_of(stopped_writer());
        missing.merge(account_columns_of(stopped_writer()));
        for (const CatalogueRow& row : catalogue()) {
            missing.erase(std::string(row.table));
            missing.erase(column_of_accounts(row));
        }
        return missing;
    }
};

TEST_F(CatalogueTest, HasEveryTableAndEveryColumnThatNamesAnAccount) {
    EXPECT_EQ(forgotten(), Names());
}

TEST_F(CatalogueTest, MissesATableWithoutARow) {
    stopped_writer().execute(
        "CREATE TABLE hobbies (fan INTEGER REFERENCES accounts (id), name TEXT) STRICT;"
        "ALTER TABLE games ADD COLUMN account INTEGER");

    EXPECT_EQ(forgotten(), (Names{"games.account", "hobbies", "hobbies.fan"}));
}

TEST_F(CatalogueTest, HasNoTableAndNoColumnThatIsNotThere) {
    const Names tables = tables_of(stopped_writer());
    for (const CatalogueRow& row : catalogue()) {
        if (row.is_of_engine) continue;
        EXPECT_TRUE(tables.contains(std::string(row.table))) << row.table;
        if (row.account.empty()) continue;
        const std::string column(row.account);
        EXPECT_NO_THROW(
            stopped_writer().value("SELECT " + column + " FROM " + std::string(row.table)))
            << column_of_accounts(row);
    }
}

// A new table decides all of it.
TEST_F(CatalogueTest, SaysOnceOfEachAccountWhatIsExportedAndWhatIsErased) {
    for (const CatalogueRow& row : catalogue()) {
        const int exports = !row.exported_as.empty() + !row.not_exported.empty();
        const int erasures = row.erase.has_value() + (row.erase_by != nullptr) +
                             row.erase_part.has_value() + (row.erase_part_by != nullptr) +
                             row.keys.has_value() + !row.erased_elsewhere.empty() +
                             !row.not_erased.empty();
        const int expected = row.account.empty() ? 0 : 1;
        EXPECT_EQ(erasures, expected) << column_of_accounts(row);
        EXPECT_TRUE(exports == expected || row.account.empty()) << column_of_accounts(row);
        EXPECT_EQ(row.select.has_value(), !row.exported_as.empty()) << column_of_accounts(row);
        EXPECT_EQ(row.keys.has_value(), row.erase_at.has_value()) << column_of_accounts(row);
    }
}

}  // namespace
}  // namespace tanbo::store
