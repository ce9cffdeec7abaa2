#include "protocol/json/words.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace tanbo::protocol {
namespace {

TEST(Words, TellOneThingFromSeveral) {
    EXPECT_EQ(counted(1, "stone"), "1 stone");
    EXPECT_EQ(counted(0U, "stone"), "0 stones");
    EXPECT_EQ(counted(std::int64_t{2}, "open game"), "2 open games");
}

}  // namespace
}  // namespace tanbo::protocol
