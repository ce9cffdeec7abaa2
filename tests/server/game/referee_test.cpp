#include "server/game/referee.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/game/fixture.hpp"

namespace tanbo::game {
namespace {

using engine::Join;
using engine::Leave;
using engine::Start;
using protocol::Code;
using testing::HasSubstr;

std::vector<std::string> types_of(const std::vector<protocol::StoredEvent>& events) {
    std::vector<std::string> types;
    for (const protocol::StoredEvent& event : events) types.push_back(event.type);
    return types;
}

using RefereeTest = GameTest;

TEST_F(RefereeTest, OpensAGameAndAnswersWithIt) {
    const Answer opened = open_game(anna, game_request("9x9", {"me", "open"}));

    ASSERT_TRUE(opened.has_value());
    EXPECT_EQ(opened->seq, 1U);
    EXPECT_FALSE(opened->is_repeat);
    EXPECT_EQ(*opened->body, *view(opened->game)->json());
}

TEST_F(RefereeTest, StartsTheGameWhenTheLastSeatIsTaken) {
    const GameId game = open_game(anna, game_request("9x9", {"me", "open"}))->game;

    const Answer joined = submit(game, Join{ben, {}});

    ASSERT_TRUE(joined.has_value());
    EXPECT_EQ(joined->seq, 3U);
    EXPECT_THAT(types_of(events(game)), testing::ElementsAre("open", "join", "start"));
    EXPECT_EQ(match(game)->status(), engine::Status::active);
}

TEST_F(RefereeTest, AnswersAMoveWithItsFrameAsItIsPushed) {
    const GameId game = start_game();

    const Answer moved = submit(game, Move{anna.account, "b1", 0});

    ASSERT_TRUE(moved.has_value());
    EXPECT_EQ(moved->seq, 4U);
    EXPECT_EQ(*moved->body, protocol::encode_frame(game, events(game, 3).front()));
    EXPECT_THAT(*moved->body, HasSubstr("\"point\":\"B1\""));
}

TEST_F(RefereeTest, PlaysAWholeGameToItsEnd) {
    const GameId game = start_game();

    play(game, 1'000);

    const auto last = match(game);
    EXPECT_EQ(last->status(), engine::Status::finished);
    EXPECT_EQ(events(game).back().type, "end");
    expect_sound_log(game);
}

TEST_F(RefereeTest, EndsTheGameWithTheLastButOneLeaving) {
    const GameId game = start_game();

    const Answer left = submit(game, Leave{ben.account});

    ASSERT_TRUE(left.has_value());
    EXPECT_THAT(*left->body, HasSubstr("\"type\":\"leave\""));
    EXPECT_THAT(types_of(events(game)),
                testing::ElementsAre("open", "join", "start", "leave", "end"));
    EXPECT_EQ(match(game)->winner(), engine::Seat::black);
}

TEST_F(RefereeTest, GivesARepeatedMoveItsFirstAnswerAfterARestartAndAfterTheEnd) {
    const GameId game = start_game();
    const Command move = next_move(game);
    const Answer first = submit(game, move);

    const Answer at_once = submit(game, move);
    restart();
    const Answer restarted = submit(game, move);
    ASSERT_TRUE(submit(game, Leave{ben.account}).has_value());
    const Answer ended = submit(game, move);

    for (const Answer* answer : {&at_once, &restarted, &ended}) {
        ASSERT_TRUE(answer->has_value());
        EXPECT_TRUE((*answer)->is_repeat);
        EXPECT_EQ((*answer)->seq, first->seq);
        EXPECT_EQ(*(*answer)->body, *first->body);
    }
    EXPECT_EQ(events(game).size(), 6U);
}

TEST_F(RefereeTest, RefusesWithASentenceTheSeqAndThePly) {
    const GameId game = start_game();
    play(game, 1);

    const Answer stale = submit(game, Move{ben.account, "A1", 0});
    const Answer turn = submit(game, Move{anna.account, "A1", 1});
    const Answer nowhere = submit(game, Move{ben.account, "Z99", 1});
    const Answer stranger = submit(game, Move{carl.account, "A1", 1});
    const Answer unknown = submit(GameId{999}, Move{carl.account, "A1", 1});

    EXPECT_EQ(stale.error().code, Code::stale_ply);
    EXPECT_EQ(stale.error().ply, 1U);
    EXPECT_EQ(stale.error().seq, 4U);
    EXPECT_EQ(stale.error().detail, "The move is for ply 0, but game " + to_string(game) +
                                        " is at ply 1. Reload the board.");
    EXPECT_EQ(turn.error().code, Code::not_your_turn);
    EXPECT_EQ(turn.error().reason, "not-your-turn");
    EXPECT_EQ(nowhere.error().code, Code::illegal_move);
    EXPECT_EQ(nowhere.error().reason, "off-board");
    EXPECT_THAT(nowhere.error().detail, HasSubstr("\"Z99\" is not a point of the 9x9 board"));
    EXPECT_EQ(stranger.error().code, Code::not_a_player);
    EXPECT_EQ(unknown.error().code, Code::no_such_game);
    EXPECT_EQ(events(game).size(), 4U);
}

TEST_F(RefereeTest, HidesPrivateGamesFromOutsiders) {
    protocol::CreateGame request = game_request("9x9", {"me", "BEN"});
    request.visibility = engine::Visibility::players;
    const GameId game = open_game(anna, request)->game;

    EXPECT_EQ(view(game).error().code, Code::no_such_game);
    EXPECT_EQ(view(game, carl.account).error().code, Code::no_such_game);
    EXPECT_EQ(submit(game, Join{carl, {}}).error().code, Code::no_such_game);
    EXPECT_TRUE(view(game, ben.account).has_value());
    EXPECT_TRUE(submit(game, Join{ben, {}}).has_value());
    EXPECT_EQ(view(game, carl.account).error().code, Code::no_such_game);
}

TEST_F(RefereeTest, RefusesSeatsThatCantBe) {
    protocol::CreateGame hidden = game_request("9x9", {"me", "open"});
    hidden.visibility = engine::Visibility::players;

    const Answer twice = open_game(anna, game_request("9x9", {"me", "anna"}));
    const Answer nobody = open_game(anna, game_request("9x9", {"me", "zoe"}));
    const Answer open_seat = open_game(anna, hidden);

    EXPECT_EQ(twice.error().code, Code::invalid_field);
    EXPECT_EQ(twice.error().pointer, "/seats/1");
    EXPECT_EQ(nobody.error().code, Code::no_such_player);
    EXPECT_EQ(nobody.error().pointer, "/seats/1");
    EXPECT_EQ(open_seat.error().code, Code::invalid_field);
    EXPECT_EQ(view(GameId{1}).error().code, Code::no_such_game);
}

TEST_F(RefereeTest, KeepsAReservedSeat) {
    const GameId game = open_game(anna, game_request("9x9", {"me", "ben"}))->game;

    const Answer stranger = submit(game, Join{carl, {}});
    const Answer invited = submit(game, Join{ben, {}});

    EXPECT_EQ(stranger.error().code, Code::seat_reserved);
    EXPECT_TRUE(invited.has_value());
}

TEST_F(RefereeTest, LetsTheCreatorStartAGameOfFourWithTheSeatsTaken) {
    const GameId game =
        open_game(anna, game_request("19x19-4p", {"me", "open", "open", "open"}))->game;
    const Answer early = submit(game, Start{anna.account});
    ASSERT_TRUE(submit(game, Join{ben, engine::Seat::green}).has_value());
    const Answer stranger = submit(game, Start{ben.account});

    const Answer started = submit(game, Start{anna.account});

    EXPECT_EQ(early.error().code, Code::too_few_players);
    EXPECT_EQ(early.error().detail,
              "Game " + to_string(game) + " needs 2 players to start. It has 1.");
    EXPECT_EQ(stranger.error().code, Code::not_the_creator);
    ASSERT_TRUE(started.has_value());
    EXPECT_EQ(*started->body, *view(game)->json());
    EXPECT_EQ(match(game)->seats()[1].state, engine::SeatState::left);
    EXPECT_EQ(submit(game, Start{anna.account}).error().code, Code::game_already_started);
    EXPECT_EQ(submit(game, Join{carl, {}}).error().code, Code::game_already_started);
    play(game, 40);
    expect_sound_log(game);
}

TEST_F(RefereeTest, PlaysFourToTheEndWithLeavesOnAndOffTurn) {
    const GameId game =
        open_game(anna, game_request("19x19-4p", {"me", "open", "open", "open"}))->game;
    for (const engine::Player* player : {&ben, &carl, &dora}) {
        ASSERT_TRUE(submit(game, Join{*player, {}}).has_value());
    }
    play(game, 5);

    const Answer off_turn = submit(game, Leave{dora.account});
    const Answer on_turn = submit(game, Leave{ben.account});
    const Answer again = submit(game, Leave{ben.account});
    play(game, 3);
    const Answer last = submit(game, Leave{carl.account});

    EXPECT_TRUE(off_turn.has_value());
    EXPECT_TRUE(on_turn.has_value());
    EXPECT_EQ(again.error().code, Code::already_left);
    EXPECT_TRUE(last.has_value());
    EXPECT_EQ(match(game)->winner(), engine::Seat::black);
    EXPECT_THAT(match(game)->places(), testing::ElementsAre(1, 3, 2, 4));
    EXPECT_EQ(submit(game, Leave{carl.account}).error().code, Code::game_over);
}

TEST_F(RefereeTest, FreesTheSeatOfOneWhoLeavesBeforeTheStart) {
    const GameId game = open_game(anna, game_request("9x9", {"me", "open"}))->game;

    ASSERT_TRUE(submit(game, Leave{anna.account}).has_value());

    EXPECT_EQ(match(game)->status(), engine::Status::finished);
    EXPECT_EQ(match(game)->end_reason(), engine::EndReason::withdrawn);
}

TEST_F(RefereeTest, ResumesGamesAfterARestart) {
    const GameId game = start_game();
    play(game, 10);
    const std::string before = *view(game)->json();

    restart();

    EXPECT_EQ(*view(game)->json(), before);
    play(game, 1'000);
    EXPECT_EQ(match(game)->status(), engine::Status::finished);
}

TEST_F(RefereeTest, PlaysTheSameWithCachesOfOneGame) {
    FixtureOptions tiny;
    tiny.referee.match_bytes = 1;
    tiny.views.games = 1;
    restart(tiny);
    const GameId one = start_game();
    const GameId other = start_game();

    for (int i = 0; i < 10; ++i) {
        play(one, 1);
        play(other, 1);
    }

    EXPECT_EQ(match(one)->ply(), 10U);
    EXPECT_EQ(match(one)->position().hash(), match(other)->position().hash());
    expect_sound_log(one);
    expect_sound_log(other);
}

TEST_F(RefereeTest, GivesAKeyItsFirstAnswerAlsoAfterARestart) {
    const IdempotencyKey key{"1 POST /games", "k-1", "{\"setup\":\"9x9\"}"};
    const Answer first = open_game(anna, game_request("9x9", {"me", "open"}), key);
    restart();

    const Answer again = open_game(anna, game_request("9x9", {"me", "open"}), key);
    IdempotencyKey reused = key;
    reused.request = "{\"setup\":\"13x13\"}";
    const Answer other = open_game(anna, game_request("13x13", {"me", "open"}), reused);
    IdempotencyKey elsewhere = key;
    elsewhere.scope = "2 POST /games";
    const Answer somebody = open_game(ben, game_request("9x9", {"me", "open"}), elsewhere);

    ASSERT_TRUE(again.has_value());
    EXPECT_TRUE(again->is_repeat);
    EXPECT_EQ(again->game, first->game);
    EXPECT_EQ(again->seq, 1U);
    EXPECT_EQ(*again->body, *first->body);
    EXPECT_EQ(other.error().code, Code::idempotency_key_reused);
    EXPECT_NE(somebody->game, first->game);
}

TEST_F(RefereeTest, ForgetsAKeyAfterADay) {
    const IdempotencyKey key{"1 POST /games", "k-1", "{}"};
    const Answer first = open_game(anna, game_request("9x9", {"me", "open"}), key);
    now_ms += std::chrono::milliseconds(std::chrono::hours(24)).count();
    const Answer on_time = open_game(anna, game_request("9x9", {"me", "open"}), key);
    now_ms += 1;

    const Answer late = open_game(anna, game_request("9x9", {"me", "open"}), key);

    EXPECT_EQ(on_time->game, first->game);
    EXPECT_NE(late->game, first->game);
}

TEST_F(RefereeTest, KeepsNoKeyForARefusal) {
    const GameId game = open_game(anna, game_request("9x9", {"me", "ben"}))->game;
    const IdempotencyKey key{"3 POST /games/1/join", "k-2", "{}"};
    const Answer refused = submit(game, Join{carl, {}}, key);
    ASSERT_TRUE(submit(game, Leave{ben.account}).has_value());

    const Answer joined = submit(game, Join{carl, {}}, key);
    const Answer again = submit(game, Join{carl, {}}, key);

    EXPECT_EQ(refused.error().code, Code::seat_reserved);
    ASSERT_TRUE(joined.has_value());
    EXPECT_FALSE(joined->is_repeat);
    EXPECT_TRUE(again->is_repeat);
    EXPECT_EQ(*again->body, *joined->body);
}

}  // namespace
}  // namespace tanbo::game
