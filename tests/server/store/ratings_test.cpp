
#include "server/store/tables/games/ratings.hpp"

#include <algorithm>
#include <limits>

#include <gtest/gtest.h>

#include "server/store/tables/games/ratings_counts.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/plans.hpp"

namespace tanbo::store {
namespace {

class RatingsTest : public StorageTest {
protected:
    RatingsTest() {
        open();
        add_players();
    }

    RatedSeat seat_of(AccountId account, Instant at) const {
        RatedSeat seat;
        seat.order = {at, game};
        seat.account = account;
        seat.family = "9x9";
        seat.place = 1;
        return seat;
    }

    // Somebody with this standing.
    AccountId add_rating(Transaction& transaction, std::int64_t standing, bool is_provisional) {
        const std::string handle = "player" + std::to_string(++players);
        Rating rating;
        rating.account = add_account(transaction, handle);
        rating.family = "9x9";
        rating.games = 1;
        rating.standing = standing;
        rating.is_provisional = is_provisional;
        put_rating(transaction, rating);
        return rating.account;
    }

    int players = 0;
};

TEST_F(RatingsTest, KeepsFiguresToTheLastBit) {
    constexpr double least = std::numeric_limits<double>::denorm_min();
    const RatingFigure before{1.0 / 3, 1e308, least};
    const RatingFigure after{-0.1, 0.1 + 0.2, 1500};
    write([&](Transaction& transaction) {
        add_rated_seat(transaction, seat_of(black, instant_of(1)));

        set_rated_figures(transaction, game, black, before, after);

        const auto seats = rated_seats(transaction, game);
        ASSERT_EQ(seats.size(), 1U);
        EXPECT_EQ(seats[0].before, before);
        EXPECT_EQ(seats[0].after, after);
        EXPECT_EQ(seats[0].order, (GameOrder{instant_of(1), game}));
    });
}

TEST_F(RatingsTest, FindsTheGamesBesideOneInTheOrderOfTheirEnds) {
    write([&](Transaction& transaction) {
        const GameId other = add_game(transaction, black, white);
        add_rated_seat(transaction, seat_of(black, instant_of(5)));
        RatedSeat seat = seat_of(black, instant_of(5));
        seat.order.game = other;
        add_rated_seat(transaction, seat);

        EXPECT_EQ(rated_before(transaction, black, "9x9", seat.order)->order.game, game);
        EXPECT_EQ(rated_after(transaction, black, "9x9", {instant_of(5), game}), seat.order);
        EXPECT_EQ(rated_after(transaction, black, "9x9", seat.order), std::nullopt);
        EXPECT_EQ(rated_before(transaction, black, "13x13", seat.order), std::nullopt);
        EXPECT_EQ(rated_before(transaction, white, "9x9", seat.order), std::nullopt);
    });
}

TEST_F(RatingsTest, WalksStandingsDownWithoutMissingOrRepeatingEquals) {
    write([&](Transaction& transaction) {
        for (int i = 0; i < 23; ++i) add_rating(transaction, i / 4, i % 5 == 0);
        std::vector<std::int64_t> walked;
        std::optional<StandingKey> after;
        while (true) {
            const auto page = standings(transaction, "9x9", false, after, 3);
            if (page.empty()) break;
            for (const Rating& rating : page) walked.push_back(rating.standing);
            after = StandingKey{page.back().standing, page.back().account};
        }

        EXPECT_EQ(walked.size(), 18U);
        EXPECT_TRUE(std::ranges::is_sorted(walked, std::greater<>()));
        EXPECT_EQ(standings(transaction, "9x9", true, {}, 100).size(), 5U);
        EXPECT_TRUE(standings(transaction, "13x13", false, {}, 100).empty());
    });
}

TEST_F(RatingsTest, CountsEncountersFromEitherSide) {
    write([&](Transaction& transaction) {
        const Encounter won{white, black, {instant_of(7), game}, "9x9", 1, 2};
        add_encounter(transaction, won);

        const auto of_white = head_to_head(transaction, white, black);
        const auto of_black = head_to_head(transaction, black, white);
        ASSERT_EQ(of_white.size(), 1U);
        EXPECT_EQ(std::pair(of_white[0].ahead, of_white[0].behind), std::pair(1L, 0L));
        EXPECT_EQ(std::pair(of_black[0].ahead, of_black[0].behind), std::pair(0L, 1L));
        EXPECT_EQ(encounters(transaction, black, white, {}, 5).at(0).opponent_place, 1);

        delete_encounter(transaction, won);
        delete_encounter(transaction, won);
        EXPECT_TRUE(head_to_head(transaction, black, white).empty());
        EXPECT_TRUE(encounters(transaction, black, white, {}, 5).empty());
    });
}

TEST_F(RatingsTest, TakesBackACountedGame) {
    const CountedGame counted{"9x9", SwapUse::taken, 60, {2, 1}};
    write([&](Transaction& transaction) {
        count_game(transaction, counted, 1);
        count_game(transaction, counted, 1);
        count_game(transaction, counted, -1);

        const auto rows = setup_counts(transaction, "9x9");
        ASSERT_EQ(rows.size(), 1U);
        EXPECT_EQ(rows[0].swap, SwapUse::taken);
        EXPECT_EQ(rows[0].plies, 60);
        EXPECT_EQ(rows[0].seats.at(1).wins, 1);
        EXPECT_EQ(rows[0].seats.at(0).places, 2);
        count_game(transaction, counted, -1);
        EXPECT_TRUE(setup_counts(transaction, "9x9").empty());
    });
}

void use_everything(Transaction& transaction, GameId game, AccountId one, AccountId other) {
    const GameOrder order{instant_of(1), game};
    RatedSeat seat;
    seat.order = order;
    seat.account = one;
    seat.family = "9x9";
    seat.place = 1;
    add_rated_seat(transaction, seat);
    set_rated_figures(transaction, game, one, {}, {});
    rated_seats(transaction, game);
    rated_before(transaction, one, "9x9", order);
    rated_after(transaction, one, "9x9", order);
    rated_games(transaction, one, {}, order, 3);
    rated_games(transaction, one, "9x9", order, 3);
    delete_rated_seats(transaction, game);
    Rating rating;
    rating.account = one;
    rating.family = "9x9";
    rating.games = 1;
    put_rating(transaction, rating);
    find_rating(transaction, one, "9x9");
    find_ratings(transaction, one);
    standings(transaction, "9x9", true, StandingKey{1, one}, 3);
    delete_rating(transaction, one, "9x9");
    add_voided_game(transaction, game, instant_of(1));
    is_voided(transaction, game);
    count_reliability(transaction, one, true);
    find_reliability(transaction, one);
    const Encounter encounter{one, other, order, "9x9", 1, 2};
    add_encounter(transaction, encounter);
    head_to_head(transaction, one, other);
    encounters(transaction, one, other, order, 3);
    delete_encounter(transaction, encounter);
    count_game(transaction, {"9x9", SwapUse::off, 60, {2, 1}}, 1);
    setup_counts(transaction, "9x9");
}

TEST_F(RatingsTest, WalksAlongIndexesOnly) {
    std::set<std::string> before;
    write([&](Transaction& transaction) {
        before = statements_of(sqlite_writer(*database));
        use_everything(transaction, game, black, white);
    });
    SqliteConnection reader(database->path(), Access::read);

    int statements = 0;
    for (const std::string& sql : statements_of(stopped_writer())) {
        if (before.contains(sql)) continue;
        ++statements;
        const std::string plan = query_plan(reader, sql);
        EXPECT_TRUE(is_walk_along_an_index(plan)) << sql << "\n" << plan;
    }
    EXPECT_GE(statements, 25);
}

TEST_F(RatingsTest, CostsTheSameHoweverManyPlayersAreRated) {
    const auto steps_of_a_page = [this] {
        std::int64_t steps = 0;
        write([&](Transaction& transaction) {
            steps_taken(sqlite_writer(*database));
            EXPECT_EQ(standings(transaction, "9x9", false, StandingKey{50, black}, 10).size(), 10U);
            steps = steps_taken(sqlite_writer(*database));
        });
        return steps;
    };
    const auto add = [this](int count) {
        write([&](Transaction& transaction) {
            for (int i = 0; i < count; ++i) add_rating(transaction, i % 100, false);
        });
    };
    add(100);
    const std::int64_t few = steps_of_a_page();
    add(3000);

    EXPECT_LE(steps_of_a_page(), few + 20);
}

}  // namespace
}  // namespace tanbo::store
