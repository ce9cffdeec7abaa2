#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "server/store/database.hpp"
#include "tests/support/postgres_cluster.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::test {

enum class Engine : std::uint8_t { sqlite, postgres };

inline const auto engines = testing::Values(Engine::sqlite, Engine::postgres);

inline std::string name_of_engine(const testing::TestParamInfo<Engine>& info) {
    return info.param == Engine::sqlite ? "Sqlite" : "Postgres";
}

// A new database that several nodes may open: a file, or one of the test program's PostgreSQL.
class SharedDatabase {
public:
    explicit SharedDatabase(Engine engine) {
        if (engine == Engine::postgres) words_ = "postgres:" + new_database();
    }

    // How the node of this number opens it. PostgreSQL's has that many lanes.
    store::DatabaseOptions options(std::int64_t node, int lanes = 1) const {
        store::DatabaseOptions options =
            store::options_for(words_.empty() ? path().string() : words_);
        options.is_exclusive = false;
        if (words_.empty()) return options;
        options.lanes = lanes;
        options.node = node;
        return options;
    }

private:
    // Brought up to date once, since that takes as long as many tests.
    static std::string new_database() {
        static const std::string model = [] {
            std::string empty = PostgresCluster::instance().new_database();
            store::Database(store::options_for("postgres:" + empty));
            return empty;
        }();
        return PostgresCluster::instance().copy_of(model);
    }

    std::filesystem::path path() const { return folder_.path() / "tanbo.db"; }

    TemporaryFolder folder_;
    std::string words_;  // of a PostgreSQL
};

}  // namespace tanbo::test
