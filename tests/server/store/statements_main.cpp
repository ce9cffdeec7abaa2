// Prints every statement of the store as lines of one JSON array each: ["SELECT ..."]. For the test
// that prepares them on another engine. With the argument `sqlite` or `postgres` it prints the
// migrations as that engine is given them.

#include <cstdio>
#include <string>
#include <string_view>

#include "protocol/json/exported_rows.hpp"
#include "server/store/migration.hpp"
#include "server/store/sql.hpp"

int main(int count, char** arguments) {
    if (count > 1) {
        const bool is_sqlite = std::string_view(arguments[1]) == "sqlite";
        const auto dialect =
            is_sqlite ? tanbo::store::Dialect::sqlite : tanbo::store::Dialect::postgres;
        for (const auto& migration : tanbo::store::embedded_migrations()) {
            std::puts(tanbo::store::migration_text(migration.sql, dialect).c_str());
        }
        return 0;
    }
    for (const tanbo::store::Sql* sql : tanbo::store::Sql::all()) {
        const std::string line = tanbo::protocol::encode_rows({{{"sql", sql->text()}}});
        std::puts(line.c_str());
    }
    return 0;
}
