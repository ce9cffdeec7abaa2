#include "server/cli/tournament/series.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "server/cli/engines/search_engine.hpp"

namespace tanbo::cli {
namespace {

using Kind = Choice::Kind;

// Plays the first legal point, but for what it is told to do at its n-th question.
class Scripted final : public Player {
public:
    explicit Scripted(std::map<int, Choice> answers = {}) : answers_(std::move(answers)) {}

    Choice choose(const GameLine& line, const Limits&) override {
        const auto told = answers_.find(++questions_);
        if (told != answers_.end()) return told->second;
        const auto legal = line.position().legal_points(*line.position().to_move());
        return {.kind = Kind::move, .point = std::ranges::min(legal)};
    }
    std::optional<std::string> start() override { return std::nullopt; }
    bool can_play(const engine::Opening&) const override { return true; }

private:
    std::map<int, Choice> answers_;
    int questions_ = 0;
};

GameLine empty(std::string_view setup) {
    return std::get<GameLine>(line_of_setup(setup));
}

TEST(Series, BeginsPairsFromTheSameRandomStones) {
    const GameLine a = random_opening(empty("9x9"), 2, 7);
    const GameLine b = random_opening(empty("9x9"), 2, 7);
    const GameLine c = random_opening(empty("9x9"), 2, 8);

    EXPECT_EQ(a.turns().size(), 2U);
    EXPECT_EQ(position_text(a), position_text(b));
    EXPECT_NE(position_text(a), position_text(c));
    EXPECT_EQ(random_opening(empty("line31"), 100, 1).position().seats_in(), 2);
}

TEST(Series, PlaysAGameToItsEnd) {
    Scripted first;
    Scripted second;

    const PlayedGame game = play_game(empty("9x9"), first, second, engine::Seat::white, {}, {});

    ASSERT_TRUE(game.line.position().winner().has_value());
    EXPECT_EQ(game.first_won, game.line.position().winner() == engine::Seat::white);
    EXPECT_EQ(game.fault, "");
}

TEST(Series, LetsWhoeverFailsLose) {
    Scripted first({{3, {.fault = "has ended"}}});
    Scripted second;

    const PlayedGame game = play_game(empty("9x9"), first, second, engine::Seat::black, {}, {});

    EXPECT_FALSE(game.first_won);
    EXPECT_EQ(game.fault, "has ended");
    EXPECT_EQ(game.line.turns().back(), (Turn{engine::Seat::black, engine::no_point}));
}

TEST(Series, LetsWhoeverResignsLose) {
    Scripted first;
    Scripted second({{1, {.kind = Kind::resigns}}});

    const PlayedGame game =
        play_game(empty("19x19-4p"), first, second, engine::Seat::white, {}, {});

    EXPECT_TRUE(game.first_won);
}

TEST(Series, SwapsSeatsAndStopsOnceItIsDecided) {
    Scripted first;
    std::map<int, Choice> always;
    for (int i = 1; i <= 200; ++i) always[i] = {.kind = Kind::resigns};
    Scripted second(always);
    SeriesOptions options;
    options.games = 100;
    options.sprt = Sprt{0, 100};
    std::vector<engine::Seat> seats;

    const Score score = play_series(
        empty("9x9"), {&first, {}}, {&second, {}}, options,
        [&seats](const PlayedGame& game, const Score&) { seats.push_back(game.first_seat); });

    EXPECT_EQ(score.won, 12);
    EXPECT_EQ(score.lost, 0);
    ASSERT_EQ(seats.size(), 12U);
    EXPECT_EQ(seats[0], engine::Seat::black);
    EXPECT_EQ(seats[1], engine::Seat::white);
}

TEST(Series, PlaysOtherGamesFromTheSameOpeningIfLevelsPlay) {
    ThinkingPlayer first(std::make_unique<SearchEngine>(1, std::size_t{8} << 20U));
    ThinkingPlayer second(std::make_unique<SearchEngine>(2, std::size_t{8} << 20U));
    SeriesOptions options;
    options.games = 6;
    options.opening_plies = 0;
    std::set<std::string> games;
    std::set<std::string> again;

    for (auto* const played : {&games, &again}) {
        play_series(empty("9x9"), {&first, 6}, {&second, 6}, options,
                    [played](const PlayedGame& game, const Score&) {
                        played->insert(position_text(game.line));
                    });
    }

    EXPECT_EQ(games.size(), 6U);
    EXPECT_EQ(again, games);
}

TEST(Series, PlaysAllGamesUnlessItIsAskedToStop) {
    Scripted first;
    Scripted second;
    SeriesOptions options;
    options.games = 5;

    const Score score = play_series(empty("9x9"), {&first, {}}, {&second, {}}, options,
                                    [](const PlayedGame&, const Score&) {});

    EXPECT_EQ(score.games(), 5);
}

}  // namespace
}  // namespace tanbo::cli
