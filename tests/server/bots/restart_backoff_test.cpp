#include "server/bots/restart_backoff.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace tanbo::bots {
namespace {

using std::chrono::milliseconds;

TEST(RestartBackoff, ComeAtOnceAfterARunThatWasLongEnough) {
    RestartBackoff backoff;

    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(backoff.after({.length = restart_sound_after}), restart_first);
    }
}

TEST(RestartBackoff, ComeLaterAndLaterAfterShortRunsUntilOneIsLong) {
    RestartBackoff backoff;
    std::vector<milliseconds::rep> waits;
    for (int i = 0; i < 11; ++i) {
        waits.push_back(backoff.after({.length = restart_sound_after - milliseconds(1)}).count());
    }

    EXPECT_EQ(waits, (std::vector<milliseconds::rep>{200, 400, 800, 1'600, 3'200, 6'400, 12'800,
                                                     25'600, 51'200, 60'000, 60'000}));
    EXPECT_EQ(backoff.after({.length = restart_sound_after}), restart_first);
    EXPECT_EQ(backoff.after({}), restart_first);
    EXPECT_EQ(backoff.after({}), 2 * restart_first);
}

TEST(RestartBackoff, ComeAtOnceAfterAnyRunThatWasOfUse) {
    RestartBackoff backoff;
    backoff.after({});

    for (int i = 0; i < 20; ++i) EXPECT_EQ(backoff.after({.has_moved = true}), restart_first);
}

TEST(RestartBackoff, ComeAtOnceAfterWhoeverWasReadyForAMoment) {
    RestartBackoff backoff;
    backoff.after({});

    const bots::Run killed{.length = restart_sound_ready_after, .was_ready = true};
    for (int i = 0; i < 20; ++i) EXPECT_EQ(backoff.after(killed), restart_first);
}

TEST(RestartBackoff, ComeLaterAfterWhoeverEndsAsSoonAsItIsReady) {
    RestartBackoff backoff;

    const bots::Run crashed{.length = restart_sound_ready_after - milliseconds(1),
                            .was_ready = true};
    EXPECT_EQ(backoff.after(crashed), restart_first);
    EXPECT_EQ(backoff.after(crashed), 2 * restart_first);
}

}  // namespace
}  // namespace tanbo::bots
