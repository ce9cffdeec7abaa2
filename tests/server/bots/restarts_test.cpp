#include "server/bots/restarts.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace tanbo::bots {
namespace {

using std::chrono::milliseconds;

TEST(Restarts, ComeAtOnceAfterARunThatWasLongEnough) {
    Restarts restarts;

    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(restarts.after(restart_sound_after, false), restart_first);
    }
}

TEST(Restarts, ComeLaterAndLaterAfterShortRunsUntilOneIsLong) {
    Restarts restarts;
    std::vector<milliseconds::rep> waits;
    for (int i = 0; i < 11; ++i) {
        waits.push_back(restarts.after(restart_sound_after - milliseconds(1), false).count());
    }

    EXPECT_EQ(waits, (std::vector<milliseconds::rep>{200, 400, 800, 1'600, 3'200, 6'400, 12'800,
                                                     25'600, 51'200, 60'000, 60'000}));
    EXPECT_EQ(restarts.after(restart_sound_after, false), restart_first);
    EXPECT_EQ(restarts.after(milliseconds(0), false), restart_first);
    EXPECT_EQ(restarts.after(milliseconds(0), false), 2 * restart_first);
}

TEST(Restarts, ComeAtOnceAfterAnyRunThatWasOfUse) {
    Restarts restarts;
    restarts.after(milliseconds(0), false);

    for (int i = 0; i < 20; ++i) EXPECT_EQ(restarts.after(milliseconds(1), true), restart_first);
}

}  // namespace
}  // namespace tanbo::bots
