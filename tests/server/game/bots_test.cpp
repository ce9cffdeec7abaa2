#include "server/game/bots.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/json/handles.hpp"
#include "server/game/seating.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::game {
namespace {

using protocol::Code;
using testing::HasSubstr;

class BotsTest : public GameTest {
protected:
    BotsTest() {
        for (int level = 1; level <= 3; ++level) {
            bots.push_back(add_player(protocol::bot_handle(level)));
        }
        rules(2);
    }

    void rules(int games_max, bool are_on = true) {
        FixtureOptions options;
        options.referee.bots = {are_on, games_max};
        restart(options);
    }

    void come_from(const engine::Player& who, const std::string& address) {
        writer->write([&](store::Transaction& transaction) {
            store::record_known_address(transaction, who.account, address, base::Instant{});
        });
    }

    Answer open(const engine::Player& who, std::vector<std::string> seats,
                const std::string& setup = "9x9") {
        return open_game(who, game_request(setup, std::move(seats)));
    }

    Answer take(GameId game, const engine::Player& who, protocol::TakeSeat request) {
        return on(0, [&] { return submit_bot(*referee, game, who.account, request, {}); });
    }

    std::vector<engine::Player> bots;
};

TEST_F(BotsTest, SitDownAtOnceSoThatTheGameBegins) {
    const auto game = open(anna, {"me", "bot:2"});

    ASSERT_TRUE(game.has_value());
    const auto begun = match(game->game);
    EXPECT_EQ(begun->status(), engine::Status::active);
    EXPECT_EQ(begun->seats()[1].player->handle, "bot:2");
    EXPECT_THAT(*game->body, HasSubstr("\"status\":\"active\""));
    expect_sound_log(game->game);
    EXPECT_TRUE(submit(game->game, next_move(game->game)).has_value());
    EXPECT_TRUE(submit(game->game, next_move(game->game)).has_value());
}

TEST_F(BotsTest, SitBesideSeatsThatAreOpenYet) {
    const auto game = open(anna, {"bot:1", "me", "open", "BOT:3"}, "19x19-4p");

    ASSERT_TRUE(game.has_value());
    EXPECT_EQ(match(game->game)->status(), engine::Status::open);
    EXPECT_TRUE(submit(game->game, engine::Join{ben, {}}).has_value());
    EXPECT_EQ(match(game->game)->status(), engine::Status::active);
}

TEST_F(BotsTest, AreRefusedWithWhatIsWrong) {
    EXPECT_EQ(open(anna, {"me", "bot:11"}).error().code, Code::no_such_bot);
    EXPECT_EQ(open(anna, {"me", "bot:11"}).error().pointer, "/seats/1");
    EXPECT_EQ(open(anna, {"bot:1", "bot:2"}).error().code, Code::invalid_field);
    EXPECT_EQ(open(anna, {"me", "bot:9"}).error().code, Code::bots_off);  // it has no account
    rules(2, false);
    EXPECT_EQ(open(anna, {"me", "bot:1"}).error().code, Code::bots_off);
}

TEST_F(BotsTest, PlayAsManyGamesAsTheyMayAndNoMore) {
    ASSERT_TRUE(open(anna, {"me", "bot:1"}).has_value());
    ASSERT_TRUE(open(ben, {"me", "bot:1"}).has_value());

    const auto third = open(carl, {"me", "bot:1"});

    EXPECT_EQ(third.error().code, Code::bot_busy);
    EXPECT_THAT(third.error().detail, HasSubstr("bot:1 is already playing 2 games"));
    EXPECT_TRUE(open(carl, {"me", "bot:2"}).has_value());
    now_ms += std::chrono::milliseconds(bot_game_idle).count();
    EXPECT_TRUE(open(carl, {"me", "bot:1"}).has_value()) << "games that stand still do not count";
}

TEST_F(BotsTest, AreNotAllOnePlayers) {
    rules(1'000);
    for (int i = 0; i < bot_games_of_player_max; ++i) {
        ASSERT_TRUE(open(anna, {"me", "bot:1"}).has_value()) << i;
    }

    EXPECT_EQ(open(anna, {"me", "bot:2"}).error().code, Code::limit_reached);
    EXPECT_TRUE(open(ben, {"me", "bot:2"}).has_value());
    EXPECT_TRUE(open(anna, {"me", "open"}).has_value());
}

TEST_F(BotsTest, AreNotAllOfOneAddress) {
    rules(10);
    for (const auto* const player : {&anna, &ben, &carl}) come_from(*player, "192.0.2.1");
    come_from(dora, "192.0.2.2");
    ASSERT_TRUE(open(anna, {"me", "bot:1"}).has_value());
    ASSERT_TRUE(open(ben, {"me", "bot:1"}).has_value());

    const auto third = open(carl, {"me", "bot:1"});

    EXPECT_EQ(third.error().code, Code::limit_reached);
    EXPECT_EQ(third.error().detail,
              "bot:1 already plays 2 games with players at your network address, the maximum. "
              "Try again soon or choose another level.");
    EXPECT_TRUE(open(dora, {"me", "bot:1"}).has_value());
    EXPECT_TRUE(open(carl, {"me", "bot:2"}).has_value());
    now_ms += std::chrono::milliseconds(bot_game_idle).count();
    EXPECT_TRUE(open(carl, {"me", "bot:1"}).has_value()) << "games that stand still do not count";
}

TEST_F(BotsTest, CountNoAddressOfThisMachine) {
    rules(5);
    for (const char* const address : {"127.0.0.1", "::/64"}) {
        come_from(anna, address);
        EXPECT_TRUE(open(anna, {"me", "bot:1"}).has_value()) << address;
        EXPECT_TRUE(open(anna, {"me", "bot:1"}).has_value()) << address;
    }
}

TEST_F(BotsTest, TakeALeaversSeatIfAPlayerAsksForIt) {
    const GameId game = game_left_by(ben);

    const auto taken = take(game, anna, {{}, {}, "bot:2"});

    ASSERT_TRUE(taken.has_value()) << taken.error().detail;
    const auto& holder = match(game)->seats()[1];
    EXPECT_EQ(holder.player->handle, "bot:2");
    EXPECT_EQ(holder.state, engine::SeatState::in);
    expect_sound_log(game);
}

TEST_F(BotsTest, TakeALeaversSeatOnceHoweverOftenItIsAskedFor) {
    const GameId game = game_left_by(ben);
    const std::uint32_t seen = match(game)->seq();

    const auto taken = take(game, anna, {{}, seen, "bot:2"});
    const auto again = take(game, anna, {{}, seen, "bot:2"});

    ASSERT_TRUE(again.has_value());
    EXPECT_TRUE(again->is_repeat);
    EXPECT_EQ(*again->body, *taken->body);
    EXPECT_EQ(take(game, anna, {{}, {}, "bot:2"}).error().code, Code::already_seated);
}

// The refusal named the player who asked, and a seat without a player once others held the
// leaver's.
TEST_F(BotsTest, AreNamedIfItIsTheyWhoMayNotTakeASeat) {
    const GameId game = game_left_by(ben);
    ASSERT_TRUE(take(game, anna, {{}, {}, "bot:2"}).has_value());
    ASSERT_TRUE(submit(game, engine::Leave{carl.account}).has_value());

    const auto of_bot = take(game, anna, {{}, {}, "bot:2"});
    const auto of_leaver = submit(game, engine::TakeOver{ben, {}, {}});

    EXPECT_EQ(of_bot.error().code, Code::already_seated);
    EXPECT_EQ(of_bot.error().detail, "bot:2 has already taken seat white in game 1.");
    EXPECT_EQ(of_leaver.error().code, Code::already_seated);
    EXPECT_THAT(of_leaver.error().detail, HasSubstr("You have already played in game"));
}

// It was told that it has played, while it did.
TEST_F(BotsTest, AreToldOfTheSeatThatTheyHoldAsPlayersAre) {
    const GameId game = game_left_by(ben);

    const auto of_player = submit(game, engine::TakeOver{anna, {}, {}});

    EXPECT_EQ(of_player.error().code, Code::already_seated);
    EXPECT_EQ(of_player.error().detail, "You have already taken seat black in game 1.");
    ASSERT_TRUE(take(game, anna, {{}, {}, "bot:2"}).has_value());
    ASSERT_TRUE(submit(game, engine::Leave{bots[1].account}).has_value());
    EXPECT_THAT(take(game, anna, {{}, {}, "bot:2"}).error().detail,
                HasSubstr("bot:2 has already played in game 1. "));
}

// It was told that they hold the seat that they have left.
TEST_F(BotsTest, LetLeaversJoinNoMore) {
    const GameId game = game_left_by(ben);

    const auto joined = submit(game, engine::Join{ben, {}});

    EXPECT_EQ(joined.error().code, Code::already_seated);
    EXPECT_THAT(joined.error().detail, HasSubstr("You have already played in game"));
}

TEST_F(BotsTest, TakeNoSeatThatIsNotTheirs) {
    const GameId game = game_left_by(ben);
    const engine::Player eve = add_player("eve");

    EXPECT_EQ(take(game, eve, {{}, {}, "bot:2"}).error().code, Code::not_a_player);
    EXPECT_EQ(take(game, anna, {{}, {}, "bot:77"}).error().code, Code::no_such_bot);
    EXPECT_EQ(take(GameId{999}, anna, {{}, {}, "bot:2"}).error().code, Code::no_such_game);
    EXPECT_EQ(take(game_left_by(ben, true), anna, {{}, {}, "bot:2"}).error().code,
              Code::wrong_kind);
    const GameId whole = start_game();
    const auto none = take(whole, anna, {{}, {}, "bot:2"}).error();
    EXPECT_EQ(none.code, Code::seat_not_offered);
    EXPECT_EQ(none.detail, "Game " + to_string(whole) + " offers no seat.");
    const auto black = take(game, anna, {engine::Seat::black, {}, "bot:2"}).error();
    EXPECT_EQ(black.code, Code::seat_not_offered);
    EXPECT_EQ(black.detail, "Game " + to_string(game) + " doesn't offer seat black.");
    EXPECT_EQ(match(game)->seats()[1].state, engine::SeatState::offered);
}

TEST_F(BotsTest, LeaveASeatOnOfferIfTheyAreBusy) {
    rules(1);
    ASSERT_TRUE(open(carl, {"me", "bot:2"}).has_value());
    const GameId game = game_left_by(ben);

    const auto busy = take(game, anna, {{}, {}, "bot:2"}).error();
    EXPECT_EQ(busy.code, Code::bot_busy);
    EXPECT_EQ(busy.detail,
              "bot:2 is already playing 1 game. Try again soon or choose another level.");
    EXPECT_EQ(match(game)->seats()[1].player->handle, "ben");
}

}  // namespace
}  // namespace tanbo::game
