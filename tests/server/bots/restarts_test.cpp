#include "server/bots/restarts.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace tanbo::bots {
namespace {

using std::chrono::milliseconds;

TEST(Restarts, ComeAtOnceAfterARunThatWasLongEnough) {
    Restarts restarts;

    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(restarts.after({.length = restart_sound_after}), restart_first);
    }
}

TEST(Restarts, ComeLaterAndLaterAfterShortRunsUntilOneIsLong) {
    Restarts restarts;
    std::vector<milliseconds::rep> waits;
    for (int i = 0; i < 11; ++i) {
        waits.push_back(restarts.after({.length = restart_sound_after - milliseconds(1)}).count());
    }

    EXPECT_EQ(waits, (std::vector<milliseconds::rep>{200, 400, 800, 1'600, 3'200, 6'400, 12'800,
                                                     25'600, 51'200, 60'000, 60'000}));
    EXPECT_EQ(restarts.after({.length = restart_sound_after}), restart_first);
    EXPECT_EQ(restarts.after({}), restart_first);
    EXPECT_EQ(restarts.after({}), 2 * restart_first);
}

TEST(Restarts, ComeAtOnceAfterAnyRunThatWasOfUse) {
    Restarts restarts;
    restarts.after({});

    for (int i = 0; i < 20; ++i) EXPECT_EQ(restarts.after({.has_moved = true}), restart_first);
}

TEST(Restarts, ComeAtOnceAfterWhoeverWasReadyForAMoment) {
    Restarts restarts;
    restarts.after({});

    const bots::Run killed{.length = restart_sound_ready_after, .was_ready = true};
    for (int i = 0; i < 20; ++i) EXPECT_EQ(restarts.after(killed), restart_first);
}

TEST(Restarts, ComeLaterAfterWhoeverEndsAsSoonAsItIsReady) {
    Restarts restarts;

    const bots::Run crashed{.length = restart_sound_ready_after - milliseconds(1),
                            .was_ready = true};
    EXPECT_EQ(restarts.after(crashed), restart_first);
    EXPECT_EQ(restarts.after(crashed), 2 * restart_first);
}

}  // namespace
}  // namespace tanbo::bots
