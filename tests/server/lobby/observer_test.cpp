#include "server/lobby/observer.hpp"

#include <gtest/gtest.h>

#include "server/store/tables/games/ratings.hpp"
#include "tests/server/game/fixture.hpp"
#include "tests/support/rows.hpp"

namespace tanbo::lobby {
namespace {

class LobbyObserverTest : public game::GameTest {
protected:
    LobbyObserverTest() {
        game::FixtureOptions options;
        options.observers = {&observer};
        restart(options);
    }

    void rate(const engine::Player& player, const std::string& family, double rating) {
        store::Rating row;
        row.account = player.account;
        row.family = family;
        row.figure = {rating, 60, 0.06};
        row.games = 1;
        writer->write(
            [&row](store::Transaction& transaction) { store::put_rating(transaction, row); });
    }
    // By which lists order the game.
    std::int64_t rating_of(protocol::GameId game) {
        return test::Rows(database->path()).rating_of(game);
    }

    Observer observer;
};

TEST_F(LobbyObserverTest, KeepsTheMeanOfThePlayersRatingsRounded) {
    rate(anna, "9x9", 1'700.4);
    rate(ben, "9x9", 1'621.0);

    EXPECT_EQ(rating_of(start_game()), 1'661);
}

TEST_F(LobbyObserverTest, TakesWhoHasNoRatingOfTheSetupForANewcomer) {
    rate(anna, "9x9", 1'800);
    rate(ben, "19x19", 2'200);

    EXPECT_EQ(rating_of(start_game()), 1'650);
}

TEST_F(LobbyObserverTest, LeavesOutSeatsThatNobodyTook) {
    rate(anna, "19x19-4p", 1'900);
    rate(ben, "19x19-4p", 1'700);
    rate(carl, "19x19-4p", 1'000);
    const protocol::GameId game =
        open_game(anna, game_request("19x19-4p", {"me", "open", "carl", "open"}))->game;
    ASSERT_TRUE(submit(game, engine::Join{ben, {}}).has_value());

    ASSERT_TRUE(submit(game, engine::Start{anna.account}).has_value());

    EXPECT_EQ(rating_of(game), 1'800);
}

TEST_F(LobbyObserverTest, KeepsWhatHeldWhenPlayBegan) {
    rate(anna, "9x9", 1'700);
    const protocol::GameId game = open_game(anna, game_request("9x9", {"me", "open"}))->game;
    const std::int64_t before = rating_of(game);
    rate(ben, "9x9", 1'600);
    ASSERT_TRUE(submit(game, engine::Join{ben, {}}).has_value());
    const std::int64_t begun = rating_of(game);
    rate(ben, "9x9", 1'000);

    play(game, 2);

    EXPECT_EQ(before, 0);
    EXPECT_EQ(begun, 1'650);
    EXPECT_EQ(rating_of(game), 1'650);
}

TEST_F(LobbyObserverTest, TakesEverybodyForANewcomerOnABoardOfItsOwn) {
    rate(anna, "9x9", 1'900);
    protocol::CreateGame request = game_request("9x9", {"me", "open"});
    request.setup.clear();
    const protocol::GameId game = open_game(anna, request)->game;

    ASSERT_TRUE(submit(game, engine::Join{ben, {}}).has_value());

    EXPECT_EQ(rating_of(game), 1'500);
}

}  // namespace
}  // namespace tanbo::lobby
