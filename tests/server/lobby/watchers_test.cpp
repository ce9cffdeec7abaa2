#include "server/lobby/watchers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tanbo::lobby {
namespace {

using protocol::GameId;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

TEST(WatcherCount, WritesWhatHasChanged) {
    WatcherCount count;
    const WatcherCount::Counts first = {{GameId{1}, 3}, {GameId{2}, 1}};
    EXPECT_THAT(count.changes(first), ElementsAre(Pair(GameId{1}, 3), Pair(GameId{2}, 1)));

    count.wrote(count.changes(first));

    EXPECT_THAT(count.changes(first), IsEmpty());
    EXPECT_THAT(count.changes({{GameId{1}, 3}, {GameId{2}, 4}}), ElementsAre(Pair(GameId{2}, 4)));
    EXPECT_THAT(count.changes({{GameId{2}, 1}}), ElementsAre(Pair(GameId{1}, 0)));
}

TEST(WatcherCount, ForgetsGamesThatNobodyFollowsAnyLonger) {
    WatcherCount count;
    count.wrote({{GameId{1}, 3}});
    count.wrote(count.changes({}));

    EXPECT_THAT(count.changes({}), IsEmpty());
}

TEST(WatcherCount, WritesSoManyAtOnceTheMostFollowedFirst) {
    WatcherCount count;
    WatcherCount::Counts now;
    for (int i = 1; i <= 1'001; ++i) now[GameId{i}] = i;

    const auto changes = count.changes(now);
    count.wrote(changes);

    EXPECT_EQ(changes.size(), watchers_written_at_once);
    EXPECT_THAT(changes.front(), Pair(GameId{1'001}, 1'001));
    EXPECT_THAT(count.changes(now), ElementsAre(Pair(GameId{1}, 1)));
}

}  // namespace
}  // namespace tanbo::lobby
