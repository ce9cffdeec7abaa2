#include "server/game/seating.hpp"

#include <gmock/gmock.h>

#include "server/game/game_transaction.hpp"
#include "tests/server/game/fixture.hpp"

// How many games one account may have under way.
namespace tanbo::game {
namespace {

using engine::Join;
using engine::Leave;
using protocol::Code;
using protocol::Result;

class SeatingTest : public GameTest {
protected:
    SeatingTest() {
        member = add("member", store::AccountKind::member);
        guest = add("guest", store::AccountKind::guest);
    }

    engine::Player add(const std::string& handle, store::AccountKind kind) {
        engine::Player player{{}, handle};
        writer->write([&](store::Transaction& transaction) {
            store::NewAccount account;
            account.handle = handle;
            account.handle_key = handle;
            account.kind = kind;
            player.account = *store::create_account(transaction, account);
        });
        return player;
    }
    // Games of the two, begun without asking whether they may have them.
    Result<void> begin(const engine::Player& black, const engine::Player& white, int count) {
        engine::GameOpened opened;
        opened.setup = "9x9";
        opened.opening = engine::find_setup("9x9")->opening;
        opened.creator = black;
        opened.seats = {{black, true}, {white, false}};
        return on(0, [&] {
            return referee->transact<void>([=, this](store::Transaction&, GameTransaction& games) {
                for (int i = 0; i < count; ++i) last = games.begin(opened).game;
                return Result<void>();
            });
        });
    }
    Answer open(const engine::Player& who) {
        return open_game(who, game_request("9x9", {"me", "open"}));
    }

    engine::Player member;
    engine::Player guest;
    GameId last{};
};

// Games that had begun were not counted: of two guests with 12,000 one left, and all stood still.
TEST_F(SeatingTest, LetsAMemberHaveAThousandGamesUnderWay) {
    ASSERT_TRUE(begin(member, add("bot", store::AccountKind::bot), games_max - 1));
    const GameId free = open(carl)->game;

    ASSERT_TRUE(open(member).has_value());
    const Answer open_one_more = open(member);
    const Answer join_one_more = submit(free, Join{member, {}});

    EXPECT_EQ(open_one_more.error().code, Code::limit_reached);
    EXPECT_EQ(open_one_more.error().detail,
              "You have 1000 games in progress, the maximum. Finish or remove one first.");
    EXPECT_EQ(join_one_more.error().code, Code::limit_reached);
    ASSERT_TRUE(submit(last, Leave{member.account}).has_value());
    EXPECT_TRUE(submit(free, Join{member, {}}).has_value());
}

TEST_F(SeatingTest, LetsAGuestHaveAHundred) {
    ASSERT_TRUE(begin(member, guest, games_of_guest_max));
    const GameId free = open(member)->game;

    const Answer joined = submit(free, Join{guest, {}});

    EXPECT_EQ(joined.error().code, Code::limit_reached);
    EXPECT_EQ(
        joined.error().detail,
        "You have 100 games in progress, the maximum for a guest. Finish or remove one first.");
    EXPECT_EQ(open(guest).error().code, Code::limit_reached);
    EXPECT_TRUE(submit(free, Join{add("else", store::AccountKind::guest), {}}).has_value());
}

TEST_F(SeatingTest, CountsOpenGamesThatAreJoinedAndNoInvitations) {
    ASSERT_TRUE(begin(member, guest, games_of_guest_max - 2));
    const auto of_four = [&] {
        return open_game(member, game_request("19x19-4p", {"me", "open", "open", "open"}))->game;
    };
    ASSERT_TRUE(open_game(member, game_request("9x9", {"me", "guest"})).has_value());
    ASSERT_TRUE(submit(of_four(), Join{guest, {}}).has_value());
    const GameId last_one = of_four();
    ASSERT_TRUE(submit(last_one, Join{guest, {}}).has_value());

    EXPECT_EQ(submit(of_four(), Join{guest, {}}).error().code, Code::limit_reached);
    EXPECT_EQ(submit(last_one, Join{guest, {}}).error().code, Code::already_seated);
}

TEST_F(SeatingTest, TakesNobodyIntoASeatThatWasLeftWhoHasTooMany) {
    ASSERT_TRUE(begin(member, guest, games_of_guest_max));
    auto request = game_request("19x19-4p", {"me", "open", "open", "open"});
    request.terms.leaver_policy = engine::LeaverPolicy::substitute;
    const GameId game = open_game(anna, std::move(request))->game;
    for (const auto* const player : {&ben, &carl, &dora}) {
        ASSERT_TRUE(submit(game, Join{*player, {}}).has_value());
    }
    ASSERT_TRUE(submit(game, Leave{ben.account}).has_value());

    EXPECT_EQ(submit(game, engine::TakeOver{guest, {}, {}}).error().code, Code::limit_reached);
    EXPECT_TRUE(submit(game, engine::TakeOver{member, {}, {}}).has_value());
}

// They stop at what the operator says, and games that stand still do not count.
TEST_F(SeatingTest, LetsHouseBotsHaveMore) {
    const engine::Player bot = add("bot:1", store::AccountKind::bot);
    FixtureOptions options;
    options.referee.bots = {true, 2 * games_max};
    restart(options);
    ASSERT_TRUE(begin(member, bot, games_max));

    EXPECT_TRUE(open_game(anna, game_request("9x9", {"me", "bot:1"})).has_value());
}

// This lets a round of a tournament be paired.
TEST_F(SeatingTest, RefusesNoGameThatIsBegunForItsPlayers) {
    ASSERT_TRUE(begin(member, guest, games_of_guest_max));

    EXPECT_TRUE(begin(member, guest, 1).has_value());
}

}  // namespace
}  // namespace tanbo::game
