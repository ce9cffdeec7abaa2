#include "server/base/server_clock.hpp"

#include <utility>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace tanbo::base {
namespace {

using namespace std::chrono_literals;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr Instant clock_start{std::chrono::milliseconds(1'700'000'000'000)};

class ServerClockTest : public testing::Test {
protected:
    // Time passes, and the clock is asked every 20 ms.
    void run(std::chrono::milliseconds time) {
        for (auto left = time; left > 0ms; left -= 20ms) {
            pass(20ms);
            clock.now();
        }
    }
    // Time passes without a call.
    void pass(std::chrono::nanoseconds time) {
        reading.system += time;
        reading.boot += time;
    }
    void set_system_clock(std::chrono::nanoseconds by) { reading.system += by; }

    ClockReading reading{clock_start, 5h};
    std::vector<std::pair<Instant, Instant>> gaps;
    ServerClock clock{[this](Instant from, Instant until) { gaps.emplace_back(from, until); },
                      [this] { return reading; }};
};

TEST_F(ServerClockTest, GoesByTheSystemClock) {
    EXPECT_EQ(clock.now(), clock_start);
    run(10s);
    set_system_clock(1ms);  // as it is disciplined
    run(20ms);

    EXPECT_EQ(clock.now(), clock_start + 10s + 21ms);
    EXPECT_THAT(gaps, IsEmpty());
}

TEST_F(ServerClockTest, TellsOfAStepForwardWhatItSkipped) {
    clock.now();
    run(1s);
    set_system_clock(1h);
    run(20ms);

    EXPECT_EQ(clock.now(), clock_start + 1h + 1s + 20ms);
    EXPECT_THAT(gaps, ElementsAre(Pair(clock_start + 1s, clock_start + 1h + 1s + 20ms)));
}

TEST_F(ServerClockTest, TakesASmallStepForDrift) {
    clock.now();
    set_system_clock(clock_step_max);
    clock.now();
    EXPECT_THAT(gaps, IsEmpty());

    set_system_clock(clock_step_max + 1ms);
    clock.now();
    EXPECT_THAT(gaps, ElementsAre(Pair(clock_start + 100ms, clock_start + 201ms)));
}

TEST_F(ServerClockTest, GoesOnIfTheSystemClockIsSetBackUntilBothAgree) {
    clock.now();
    run(1s);
    set_system_clock(-1h);
    run(10s);
    const Instant after_10_s = clock.now();
    EXPECT_LE(after_10_s, clock_start + 11s);
    EXPECT_GE(after_10_s, clock_start + 11s - 10'000ms / clock_slew_part - 1ms);

    set_system_clock(1h - 1s);  // it is 1 s behind
    run(1s * clock_slew_part);
    EXPECT_EQ(clock.now(), std::chrono::floor<std::chrono::milliseconds>(reading.system));
    EXPECT_THAT(gaps, IsEmpty());
}

TEST_F(ServerClockTest, TellsOfTimeInWhichNobodyAsked) {
    clock.now();
    run(1s);
    pass(clock_gap_max);
    clock.now();
    EXPECT_THAT(gaps, IsEmpty());

    pass(clock_gap_max + 1ms);
    const Instant now = clock.now();
    EXPECT_THAT(gaps, ElementsAre(Pair(clock_start + 1s + clock_gap_max, now)));
}

// The guest knows nothing of the pause until its clock is set.
TEST_F(ServerClockTest, TellsOfAPauseThatOnlyTheSystemClockShows) {
    clock.now();
    set_system_clock(2h);

    clock.now();

    EXPECT_THAT(gaps, ElementsAre(Pair(clock_start, clock_start + 2h)));
}

TEST_F(ServerClockTest, NeverStartsBeforeTheLastSignOfLife) {
    clock.start_from(clock_start + 1h);
    EXPECT_EQ(clock.now(), clock_start + 1h);
    run(1s);
    EXPECT_GE(clock.now(), clock_start + 1h + 990ms - 1ms);
    EXPECT_THAT(gaps, IsEmpty());

    clock.start_from(clock_start);
    EXPECT_GE(clock.now(), clock_start + 1h);
}

TEST_F(ServerClockTest, ReadsTheMachinesClocksTogether) {
    const ReadClocks read = machine_clocks();
    const ClockReading first = read();
    const ClockReading second = read();

    const auto system = second.system - first.system;
    const auto boot = second.boot - first.boot;
    EXPECT_GE(boot, 0ns);
    EXPECT_LT(std::chrono::abs(system - boot), 100ms);
}

}  // namespace
}  // namespace tanbo::base
