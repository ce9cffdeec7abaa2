#pragma once

#include <cstdint>

#include <gtest/gtest.h>

#include "tests/server/game/nodes.hpp"
#include "tests/server/support/engines.hpp"

namespace tanbo::game {

// Two nodes over a file, or over a PostgreSQL, to which each writes on three lanes.
class TwoNodesTest : public NodesTest, public testing::WithParamInterface<test::Engine> {
protected:
    store::DatabaseOptions database_of(std::int64_t node) const override {
        return database.options(node, 3);
    }

private:
    const test::SharedDatabase database{GetParam()};
};

}  // namespace tanbo::game
