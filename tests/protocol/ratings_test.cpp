#include "protocol/people/ratings.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "tests/protocol/ratings_page.hpp"

namespace tanbo::protocol {
namespace {

const engine::Instant noon{std::chrono::milliseconds(1'772'366'400'250)};

TEST(Ratings, AreToldWithTheGamesThatMadeThem) {
    RatingsPage page = ratings_after_one_game(noon);
    page.ratings.front().rating = 1662.2109;
    page.ratings.front().deviation = 290.3189;
    page.history.front().rating = 1662.25;
    page.history.front().deviation = 290.35;
    page.history.front().opponents = {{"b\"en", 2, 1499.96}};
    page.next = "abc";

    EXPECT_EQ(
        encode_ratings(page),
        R"({"player":"anna","ratings":[{"family":"9x9","method":"glicko-2","rating":1662.2,)"
        R"("deviation":290.3,"provisional":true,"games":1,"wins":1,)"
        R"("last_game_at":"2026-03-01T12:00:00.250Z"}],"history":[{"game":42,"family":"9x9",)"
        R"("ended_at":"2026-03-01T12:00:00.250Z","place":1,"players":2,)"
        R"("before":{"rating":1500.0,"deviation":350.0},"after":{"rating":1662.2,"deviation":290.4},)"
        R"("opponents":[{"player":"b\"en","place":2,"rating":1500.0}]}],"next":"abc"})");
}

TEST(Ratings, HideAPrivateGame) {
    RatingsPage page;
    page.history.emplace_back().ended_at = noon;

    const std::string json = encode_ratings(page);

    EXPECT_NE(json.find(R"("history":[{"game":null,)"), std::string::npos);
    EXPECT_NE(json.find(R"("opponents":[]}],"next":null})"), std::string::npos);
}

TEST(Ratings, StandInTheirOrder) {
    StandingsPage page;
    page.setup = "9x9";
    page.method = "glicko-2";
    page.lines.push_back({3, "anna", {"9x9", "glicko-2", 1800.04, 75, false, 61, 44, noon}});

    EXPECT_EQ(
        encode_standings(page),
        R"({"setup":"9x9","list":"people","method":"glicko-2","provisional":false,"standings":[{"rank":3,)"
        R"("player":"anna","rating":1800.0,"deviation":75.0,"provisional":false,"games":61,)"
        R"("wins":44,"last_game_at":"2026-03-01T12:00:00.250Z"}],"next":null})");
}

TEST(Ratings, CountEncountersOverAllSetups) {
    EncountersPage page;
    page.player = "anna";
    page.opponent = "ben";
    page.setups = {{"19x19", {5, 3, 1}}, {"9x9", {2, 0, 2}}};
    page.games.push_back({GameId{42}, "9x9", noon, 2, 1});

    EXPECT_EQ(encode_encounters(page),
              R"({"player":"anna","opponent":"ben","games":7,"wins":3,"losses":3,"level":1,)"
              R"("setups":[{"setup":"19x19","games":5,"wins":3,"losses":1,"level":1},)"
              R"({"setup":"9x9","games":2,"wins":0,"losses":2,"level":0}],"history":[{"game":42,)"
              R"("setup":"9x9","ended_at":"2026-03-01T12:00:00.250Z","place":2,)"
              R"("opponent_place":1}],"next":null})");
}

BalanceView hundred_games() {
    return {100, 6140, {{69, 131}, {31, 169}}};
}

TEST(Statistics, TellRatesWithTheirIntervals) {
    StatisticsView view;
    view.setup = "9x9";
    view.all = view.without_swap = hundred_games();
    view.swap_declined.seats.resize(2);
    view.swap_taken.seats.resize(2);
    const std::string balance =
        R"("games":100,"average_plies":61.40,"seats":[)"
        R"({"seat":"black","wins":69,"rate":0.6900,"low":0.5937,"high":0.7722,"average_place":1.31},)"
        R"({"seat":"white","wins":31,"rate":0.3100,"low":0.2278,"high":0.4063,"average_place":1.69}])";
    const std::string none =
        R"({"games":0,"average_plies":null,"seats":[)"
        R"({"seat":"black","wins":0,"rate":null,"low":null,"high":null,"average_place":null},)"
        R"({"seat":"white","wins":0,"rate":null,"low":null,"high":null,"average_place":null}]})";

    EXPECT_EQ(
        encode_statistics(view),
        R"({"setup":"9x9","first_player":{"wins":69,"rate":0.6900,"low":0.5937,"high":0.7722},)" +
            balance + R"(,"without_swap":{)" + balance + R"(},"swap_declined":)" + none +
            R"(,"swap_taken":)" + none + R"(,"self_play":null})");
}

TEST(Statistics, TellTheGamesOfTheSearchBesideThoseOfPeople) {
    StatisticsView view;
    view.setup = "9x9";
    for (BalanceView* const part :
         {&view.all, &view.without_swap, &view.swap_declined, &view.swap_taken}) {
        part->seats.resize(2);
    }
    view.self_play = hundred_games();
    view.self_play_level = 10;

    EXPECT_TRUE(encode_statistics(view).ends_with(
        R"("self_play":{"level":10,"games":100,"average_plies":61.40,"seats":[)"
        R"({"seat":"black","wins":69,"rate":0.6900,"low":0.5937,"high":0.7722,"average_place":1.31},)"
        R"({"seat":"white","wins":31,"rate":0.3100,"low":0.2278,"high":0.4063,"average_place":1.69}]}})"));
}

// Its ends are where the normal test of the true rate rejects: |p - q| = z sqrt(q (1 - q) / n).
TEST(Statistics, HaveAnIntervalThatSolvesWilsonsEquation) {
    for (const std::int64_t tries : {1, 2, 7, 100, 100'000}) {
        for (std::int64_t hits = 0; hits <= tries; hits += 1 + tries / 50) {
            const auto n = static_cast<double>(tries);
            const double p = static_cast<double>(hits) / n;

            const Rate rate = wilson_rate(hits, tries);

            EXPECT_DOUBLE_EQ(rate.value, p);
            EXPECT_LE(0, rate.low);
            EXPECT_LE(rate.low, p);
            EXPECT_LE(p, rate.high);
            EXPECT_LE(rate.high, 1);
            for (const double q : {rate.low, rate.high}) {
                EXPECT_NEAR(std::abs(p - q), 1.96 * std::sqrt(q * (1 - q) / n), 1e-9);
            }
        }
    }
}

}  // namespace
}  // namespace tanbo::protocol
