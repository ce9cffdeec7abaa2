#include "server/bots/supervisor.hpp"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/base/metrics.hpp"
#include "server/bots/moves.hpp"
#include "server/game/feed/bot_streams.hpp"
#include "server/game/feed/presence.hpp"

namespace tanbo::bots {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds watched_for{30'000};

SupervisorOptions run_by_shell(const std::string& script) {
    SupervisorOptions options;
    options.program.path = "/bin/sh";
    options.program.arguments = {"-c", script};
    return options;
}

class SupervisorTest : public testing::Test {
protected:
    std::uint64_t ends(const std::string& cause) {
        return metrics
            .counter("tanbo_bots_ends_total", "Exits of the bot process, by cause.",
                     {{"cause", cause}})
            .value();
    }
    std::uint64_t starts() {
        return metrics.counter("tanbo_bots_starts_total", "Starts of the bot process.").value();
    }
    bool is_running() {
        return metrics.gauge("tanbo_bots_running", "Whether the bot process is running.").value() ==
               1;
    }
    template <class Condition>
    static bool becomes(Condition condition) {
        const auto deadline = std::chrono::steady_clock::now() + watched_for;
        while (!condition() && std::chrono::steady_clock::now() < deadline) {
            std::this_thread::sleep_for(milliseconds(2));
        }
        return condition();
    }
    LongestWait nobody_waits() const {
        return [] { return std::optional<base::Instant>(); };
    }

    base::Metrics metrics;
    Moves moves{metrics};
    base::Clock clock = base::system_clock();
    game::Presence presence;
    game::BotStreams streams{presence, clock};
};

TEST_F(SupervisorTest, StartsAProgramAgainThatEnds) {
    Supervisor supervisor(run_by_shell("exit 1"), moves, streams, nobody_waits(), clock, metrics);

    EXPECT_TRUE(becomes([this] { return starts() >= 3 && ends("exit") >= 2; }));

    EXPECT_EQ(ends("hang"), 0U);
}

TEST_F(SupervisorTest, EndsAProgramThatOwesAMove) {
    SupervisorOptions options = run_by_shell("trap '' TERM; while :; do sleep 0.05; done");
    options.hangs_after = milliseconds(400);
    const auto since = clock();
    Supervisor supervisor(
        options, moves, streams, [since] { return std::optional(since); }, clock, metrics);

    EXPECT_TRUE(becomes([this] { return ends("hang") >= 1 && starts() >= 2; }));
}

TEST_F(SupervisorTest, LeavesAProgramAloneThatOwesNothing) {
    SupervisorOptions options = run_by_shell("while :; do sleep 0.05; done");
    options.hangs_after = milliseconds(100);
    std::atomic<int> asked = 0;
    const auto count = [&asked] {
        ++asked;
        return std::optional<base::Instant>();
    };
    Supervisor supervisor(options, moves, streams, count, clock, metrics);

    EXPECT_TRUE(becomes([&asked] { return asked >= 3; }));

    EXPECT_EQ(ends("hang"), 0U);
    EXPECT_TRUE(is_running());
}

// A bot that was suspended, or waited for the end of a pause, was owed a move for long at once.
TEST_F(SupervisorTest, LetsAProgramMoveThatMayAgain) {
    const base::Instant start = clock();
    std::atomic<std::int64_t> passed_ms = 0;
    std::atomic<bool> owes = false;
    std::atomic<int> asked = 0;
    const auto longest = [&] {
        ++asked;
        return owes ? std::optional(start) : std::nullopt;
    };
    const auto is_asked_anew = [&] {
        return becomes([&asked, before = asked.load()] { return asked >= before + 2; });
    };
    SupervisorOptions options = run_by_shell("while :; do sleep 0.05; done");
    options.hangs_after = milliseconds(400);
    Supervisor supervisor(
        options, moves, streams, longest, [&] { return start + milliseconds(passed_ms); }, metrics);
    EXPECT_TRUE(becomes([this] { return is_running(); }));
    for (int i = 0; i < 2; ++i) {
        owes = false;
        EXPECT_TRUE(is_asked_anew());
        passed_ms += 3'600'000;

        owes = true;
        EXPECT_TRUE(is_asked_anew());
        passed_ms += 399;
        EXPECT_TRUE(is_asked_anew());

        EXPECT_EQ(ends("hang"), 0U);
    }
    passed_ms += 1;
    EXPECT_TRUE(becomes([this] { return ends("hang") == 1; }));
}

TEST_F(SupervisorTest, LeavesAProgramAloneWhileNobodyKnowsOfAWait) {
    SupervisorOptions options = run_by_shell("while :; do sleep 0.05; done");
    options.hangs_after = milliseconds(100);
    std::atomic<int> asked = 0;
    const auto fail = [&asked]() -> std::optional<base::Instant> {
        ++asked;
        throw std::runtime_error("the database is away");
    };
    Supervisor supervisor(options, moves, streams, fail, clock, metrics);

    EXPECT_TRUE(becomes([&asked] { return asked >= 3; }));

    EXPECT_EQ(ends("hang"), 0U);
    EXPECT_TRUE(is_running());
}

TEST_F(SupervisorTest, SurvivesWhateverAProgramSays) {
    Supervisor supervisor(run_by_shell("head -c 3000000 /dev/urandom; exit 0"), moves, streams,
                          nobody_waits(), clock, metrics);

    EXPECT_TRUE(becomes([this] { return ends("exit") >= 1; }));
}

TEST_F(SupervisorTest, EndsItsProgramWhenItIsStopped) {
    Supervisor supervisor(run_by_shell("cat; exit 0"), moves, streams, nobody_waits(), clock,
                          metrics);
    EXPECT_TRUE(becomes([this] { return is_running(); }));

    // Who waited for all of it would be ended by CTest.
    supervisor.stop(std::chrono::hours(1));

    EXPECT_FALSE(is_running());
    EXPECT_EQ(ends("exit"), 0U);
    supervisor.stop(watched_for);
}

TEST_F(SupervisorTest, RunsItsProgramHereOnlyWhileItIsToRunHere) {
    std::atomic<bool> is_ours = false;
    std::atomic<int> asked = 0;
    SupervisorOptions options = run_by_shell("cat; exit 0");
    options.is_ours = [&] {
        ++asked;
        return is_ours.load();
    };
    Supervisor supervisor(options, moves, streams, nobody_waits(), clock, metrics);
    EXPECT_TRUE(becomes([&asked] { return asked >= 3; }));
    EXPECT_EQ(starts(), 0U);

    is_ours = true;
    EXPECT_TRUE(becomes([this] { return is_running(); }));
    is_ours = false;
    EXPECT_TRUE(becomes([this] { return !is_running(); }));
    is_ours = true;
    EXPECT_TRUE(becomes([this] { return starts() == 2 && is_running(); }));

    EXPECT_EQ(ends("exit"), 0U);
    EXPECT_EQ(ends("hang"), 0U);
}

TEST(OwnUrl, IsAnAddressThatThisMachineCanReach) {
    EXPECT_EQ(own_url("127.0.0.1", 8080), "http://127.0.0.1:8080");
    EXPECT_EQ(own_url("0.0.0.0", 80), "http://127.0.0.1:80");
    EXPECT_EQ(own_url("::", 8080), "http://[::1]:8080");
    EXPECT_EQ(own_url("::1", 8080), "http://[::1]:8080");
    EXPECT_EQ(own_url("192.0.2.7", 8080), "http://192.0.2.7:8080");
    EXPECT_EQ(own_url("2001:db8::1", 8080), "http://[2001:db8::1]:8080");
}

}  // namespace
}  // namespace tanbo::bots
