#include "server/base/concurrency_limit.hpp"

#include <gtest/gtest.h>

namespace tanbo::base {
namespace {

TEST(ConcurrencyLimit, GivesEachAskerItsPlacesAndNotOneMore) {
    ConcurrencyLimit limit(2);

    auto first = limit.take("192.0.2.1");
    const auto second = limit.take("192.0.2.1");

    EXPECT_TRUE(first && second);
    EXPECT_FALSE(limit.take("192.0.2.1"));
    EXPECT_TRUE(limit.take("192.0.2.1", 1)) << "one more to tell it so";
    EXPECT_TRUE(limit.take("192.0.2.2")) << "somebody else";
    first.reset();
    EXPECT_TRUE(limit.take("192.0.2.1")) << "a place that was given back";
}

TEST(ConcurrencyLimit, GivesAPlaceBackOnceWhereverItWasMoved) {
    ConcurrencyLimit limit(1);

    auto place = limit.take("192.0.2.1");
    auto moved = std::move(place);
    place.reset();

    EXPECT_FALSE(limit.take("192.0.2.1"));
    moved.reset();
    EXPECT_TRUE(limit.take("192.0.2.1"));
}

TEST(ConcurrencyLimit, GivesManyPlacesAtOnceAndAllOfThemToWhoeverHasNone) {
    ConcurrencyLimit limit(10);

    auto most = limit.take_many("192.0.2.1", 7);

    EXPECT_FALSE(limit.take_many("192.0.2.1", 4));
    EXPECT_TRUE(limit.take_many("192.0.2.1", 3));
    EXPECT_FALSE(limit.take_many("192.0.2.1", 1'000));
    most.reset();
    EXPECT_TRUE(limit.take_many("192.0.2.1", 1'000)) << "one that is larger than all";
    EXPECT_TRUE(limit.take_many("192.0.2.1", 10)) << "all were given back";
}

}  // namespace
}  // namespace tanbo::base
