// Prints every statement of the store as lines of one JSON array each: ["SELECT ..."]. For the test
// that prepares them on another engine.

#include <cstdio>

#include "protocol/json/exported_rows.hpp"
#include "server/store/sql.hpp"

int main() {
    for (const tanbo::store::Sql* sql : tanbo::store::Sql::all()) {
        const std::string line = tanbo::protocol::encode_rows({{{"sql", sql->text()}}});
        std::puts(line.c_str());
    }
}
