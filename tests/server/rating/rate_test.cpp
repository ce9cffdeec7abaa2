#include "server/rating/rate.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

#include "server/rating/glicko2.hpp"
#include "server/rating/weng_lin.hpp"

namespace tanbo::rating {
namespace {

using std::chrono::hours;

const engine::Instant now{hours(24 * 20'000)};

TEST(Rate, TakesTheMethodOfTheSetup) {
    EXPECT_EQ(method_of_family("19x19"), Method::glicko2);
    EXPECT_EQ(method_of_family("19x19-4p"), Method::weng_lin);
    EXPECT_EQ(method_of_family("20x20"), std::nullopt);
    EXPECT_EQ(method_of(3), Method::weng_lin);
    EXPECT_EQ(method_name(Method::glicko2), "glicko-2");
    EXPECT_EQ(method_name(Method::weng_lin), "weng-lin");
}

TEST(Rate, RatesTwoByGlicko2) {
    const std::array entrants = {Entrant{{1600, 90, 0.06}, now, 2}, Entrant{{}, {}, 1}};
    const Bout lost{{}, 0};
    const Bout won{{1600, 90, 0.06}, 1};

    const auto after = rate(Method::glicko2, entrants, now);

    EXPECT_EQ(after[0], glicko2({1600, 90, 0.06}, std::span(&lost, 1), 0));
    EXPECT_EQ(after[1], glicko2({}, std::span(&won, 1), 0));
}

TEST(Rate, RestsBothForTheTimeTheyWereAway) {
    const Figure figure{1600, 90, 0.06};
    const std::array entrants = {Entrant{figure, now - rating_period, 1},
                                 Entrant{figure, now - 50 * rating_period, 2}};
    const Bout won{rested(figure, 50), 1};
    const Bout lost{rested(figure, 1), 0};

    const auto after = rate(Method::glicko2, entrants, now);

    EXPECT_EQ(after[0], glicko2(figure, std::span(&won, 1), 1));
    EXPECT_EQ(after[1], glicko2(figure, std::span(&lost, 1), 50));
}

TEST(Rate, RatesMoreByTheirPlaces) {
    const Figure figure{1600, 90, 0.06};
    const std::array entrants = {Entrant{{}, {}, 3}, Entrant{figure, now - 9 * rating_period, 1},
                                 Entrant{{}, {}, 2}};
    const std::array contenders = {Contender{{}, 3}, Contender{rested(figure, 9), 1},
                                   Contender{{}, 2}};

    EXPECT_EQ(rate(Method::weng_lin, entrants, now), weng_lin(contenders));
}

TEST(Rate, CallsAFigureProvisionalUntilItIsSure) {
    const Figure sure{1500, 110, 0.06};
    const Figure unsure{1500, 110.001, 0.06};

    EXPECT_FALSE(is_provisional(Method::glicko2, sure, 1));
    EXPECT_TRUE(is_provisional(Method::glicko2, unsure, 1000));
    EXPECT_TRUE(is_provisional(Method::weng_lin, sure, provisional_games - 1));
    EXPECT_FALSE(is_provisional(Method::weng_lin, unsure, provisional_games));
}

TEST(Rate, SettlesANewcomerWithinTwoDozenGames) {
    Figure player;
    int games = 0;
    while (is_provisional(Method::glicko2, player, games) && games < 100) {
        const std::array entrants = {Entrant{player, now, 1 + games % 2},
                                     Entrant{{1500, 60, 0.06}, now, 2 - games % 2}};
        player = rate(Method::glicko2, entrants, now)[0];
        ++games;
    }

    EXPECT_GE(games, 5);
    EXPECT_LE(games, 24);
}

}  // namespace
}  // namespace tanbo::rating
