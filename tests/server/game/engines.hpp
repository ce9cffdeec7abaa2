#pragma once

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tests/server/game/nodes.hpp"
#include "tests/support/postgres_cluster.hpp"

namespace tanbo::game {

enum class Engine : std::uint8_t { sqlite, postgres };

inline const auto engines = testing::Values(Engine::sqlite, Engine::postgres);

inline std::string name_of_engine(const testing::TestParamInfo<Engine>& info) {
    return info.param == Engine::sqlite ? "Sqlite" : "Postgres";
}

// Two nodes over a file, or over a PostgreSQL, to which each writes on three lanes.
class TwoNodesTest : public NodesTest, public testing::WithParamInterface<Engine> {
protected:
    store::DatabaseOptions database_of(std::int64_t node) const override {
        if (GetParam() == Engine::sqlite) return NodesTest::database_of(node);
        store::DatabaseOptions options = store::options_for("postgres:" + words);
        options.is_exclusive = false;
        options.lanes = 3;
        options.node = node;
        return options;
    }

private:
    static std::string new_database() {
        static const std::string model = [] {
            std::string empty = test::PostgresCluster::instance().new_database();
            store::Database(store::options_for("postgres:" + empty));
            return empty;
        }();
        return test::PostgresCluster::instance().copy_of(model);
    }

    const std::string words = GetParam() == Engine::sqlite ? std::string() : new_database();
};

}  // namespace tanbo::game
