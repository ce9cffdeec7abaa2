#include "server/cli/screen/clock_part.hpp"

#include <gtest/gtest.h>

#include "tests/server/cli/played_game.hpp"

namespace tanbo::cli {
namespace {

using namespace std::chrono_literals;

const engine::Terms three_minutes{.clock = {engine::ClockKind::total, 180s}};

TEST(ClockText, ShowsWhatMatters) {
    EXPECT_EQ(clock_text(0ms), "0:00");
    EXPECT_EQ(clock_text(59'999ms), "0:59");
    EXPECT_EQ(clock_text(65s), "1:05");
    EXPECT_EQ(clock_text(1h), "1:00:00");
    EXPECT_EQ(clock_text(24h - 1ms), "23:59:59");
    EXPECT_EQ(clock_text(24h), "1 d 00:00");
    EXPECT_EQ(clock_text(90 * 24h), "90 d 00:00");
}

TEST(ClockOf, CountsDownForTheSeatToMoveOnly) {
    const PlayedGame game("9x9", {"anna", "ben"}, three_minutes);

    EXPECT_EQ(clock_of(game.match(), engine::Seat::black, game.now + 10s), "2:50");
    EXPECT_EQ(clock_of(game.match(), engine::Seat::white, game.now + 10s), "3:00");
    EXPECT_EQ(clock_of(game.match(), engine::Seat::black, game.now + 1h), "0:00");
}

TEST(ClockOf, IsEmptyWithoutAClock) {
    const PlayedGame game;

    EXPECT_EQ(clock_of(game.match(), engine::Seat::black, game.now), "");
}

TEST(NextTick, IsWhenTheShownSecondIsOver) {
    const PlayedGame game("9x9", {"anna", "ben"}, three_minutes);
    const auto shown = [&game](engine::Millis after) {
        return clock_of(game.match(), engine::Seat::black, game.now + after);
    };

    const auto first = next_tick(game.match(), game.now).value();
    const auto second = next_tick(game.match(), game.now + first).value();

    EXPECT_EQ(first, engine::lag_allowance + 1ms);
    EXPECT_EQ(second, 1s);
    EXPECT_EQ(shown(first - 1ms), "3:00");
    EXPECT_EQ(shown(first), "2:59");
    EXPECT_EQ(shown(first + second - 1ms), "2:59");
    EXPECT_EQ(shown(first + second), "2:58");
}

TEST(NextTick, IsNoneIfNoTimeRuns) {
    PlayedGame paused("9x9", {"anna", "ben"}, three_minutes);
    paused.submit(engine::Propose{protocol::AccountId{1}, engine::ProposalKind::pause});
    paused.submit(engine::AnswerProposal{protocol::AccountId{2},
                                         paused.match().proposals().front().id, true});

    EXPECT_EQ(next_tick(paused.match(), paused.now), std::nullopt);
    EXPECT_EQ(next_tick(PlayedGame().match(), {}), std::nullopt);
    const PlayedGame late("9x9", {"anna", "ben"}, three_minutes);
    EXPECT_EQ(next_tick(late.match(), late.now + 1h), std::nullopt);
    EXPECT_EQ(next_tick(PlayedGame("9x9", {"anna"}, three_minutes).match(), {}), std::nullopt);
}

}  // namespace
}  // namespace tanbo::cli
