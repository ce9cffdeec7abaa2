#include "server/lobby/watchers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tanbo::lobby {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(WatcherCount, WritesWhatHasChanged) {
    WatcherCount count;
    const WatcherCount::Counts first = {{1, 3}, {2, 1}};
    EXPECT_THAT(count.changes(first), ElementsAre(Pair(1, 3), Pair(2, 1)));

    count.wrote(count.changes(first));

    EXPECT_THAT(count.changes(first), IsEmpty());
    EXPECT_THAT(count.changes({{1, 3}, {2, 4}}), ElementsAre(Pair(2, 4)));
    EXPECT_THAT(count.changes({{2, 1}}), ElementsAre(Pair(1, 0)));
}

TEST(WatcherCount, ForgetsGamesThatNobodyFollowsAnyLonger) {
    WatcherCount count;
    count.wrote({{1, 3}});
    count.wrote(count.changes({}));

    EXPECT_THAT(count.changes({}), IsEmpty());
}

TEST(WatcherCount, WritesSoManyAtOnceTheMostFollowedFirst) {
    WatcherCount count;
    WatcherCount::Counts now;
    for (std::int64_t game = 1; game <= 1'001; ++game) now[game] = game;

    const auto changes = count.changes(now);
    count.wrote(changes);

    EXPECT_EQ(changes.size(), watchers_written_at_once);
    EXPECT_THAT(changes.front(), Pair(1'001, 1'001));
    EXPECT_THAT(count.changes(now), ElementsAre(Pair(1, 1)));
}

}  // namespace
}  // namespace tanbo::lobby
