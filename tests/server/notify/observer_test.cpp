#include "server/notify/observer.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "engine/opening.hpp"
#include "server/game/game_transaction.hpp"
#include "server/game/log.hpp"
#include "server/game/plans.hpp"
#include "server/notify/channels/live/pushes.hpp"
#include "server/notify/notify.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/webhooks.hpp"
#include "tests/server/notify/fixture.hpp"

namespace tanbo::notify {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

class ObserverTest : public NoticeTest {
protected:
    store::Webhook hook(const engine::Player& player, const std::string& kinds = {}) {
        store::Webhook made;
        made.account = player.account;
        made.url = "https://example.org/";
        made.kinds = kinds;
        writer->write([&made](store::Transaction& transaction) {
            made.id = store::insert_webhook(transaction, made).value();
        });
        return made;
    }
    void set_mode(const engine::Player& player, store::NoticeMode mode) {
        writer->write([&](store::Transaction& transaction) {
            store::set_notice_mode(transaction, player.account, mode);
        });
    }
    void add_address(const engine::Player& player, bool is_verified) {
        writer->write([&](store::Transaction& transaction) {
            const auto id =
                store::insert_address(transaction, player.account, player.handle + "@example.org",
                                      true, engine::instant_of(1));
            if (is_verified) {
                EXPECT_TRUE(store::verify_address(transaction, id.value(), engine::instant_of(2)));
            }
        });
    }
    void plan(protocol::GameId game, const engine::Player& player,
              protocol::PlanBranches branches) {
        const protocol::SetPlan plan{0, std::move(branches)};
        std::function<protocol::Result<std::string>(store::Transaction&, game::GameTransaction&)>
            work = [&](store::Transaction& transaction, game::GameTransaction& games) {
                return game::set_plan(transaction, games, game, player.account, plan);
            };
        ASSERT_TRUE(on(0, [&] { return referee->transact<std::string>(work); }).has_value());
    }
    // Whether the turn that ben has now is kept, in a game of its own.
    bool keeps_a_turn_of_ben() {
        const auto before = kinds(ben);
        play(start_game(), 1);
        const auto after = kinds(ben);
        return std::count(after.begin(), after.end(), "your-turn") >
               std::count(before.begin(), before.end(), "your-turn");
    }
};

// Every turn is sent to each of the players, and so it is kept.
class SentTurns : public ObserverTest {
protected:
    SentTurns() {
        for (const engine::Player& player : {anna, ben, carl, dora}) hook(player);
    }
};

TEST_F(ObserverTest, PushesATurnWithoutKeepingItIfNothingIsSent) {
    const protocol::GameId game = start_game();
    take_announced();

    play(game, 1);
    const auto announced = take_announced();

    EXPECT_THAT(kinds(ben), ElementsAre("game-started"));
    ASSERT_EQ(announced.size(), 1U);
    const json message = json::parse(encode_push(announced.front()));
    EXPECT_EQ(std::get<store::TurnBegan>(announced.front()).account, ben.account);
    EXPECT_EQ(message.at("type"), "your-turn");
    EXPECT_EQ(message.at("number"), nullptr);
    EXPECT_EQ(message.at("data").at("ply"), 1);
}

// Nothing is kept of such a turn, so another node has the game alone. A reader with a connection of
// its own pushes the same bytes, and other bytes for the turn before.
TEST_F(ObserverTest, PushesATurnThatTheGameAloneTells) {
    const protocol::GameId game = start_game();
    const auto read = [&] {
        return database->read(
            [&](store::Reader& reader) { return game::load_match(reader, game); });
    };
    const auto before = read();
    take_announced();
    play(game, 1);
    const auto announced = take_announced();

    auto elsewhere = std::get<store::TurnBegan>(announced.front());
    elsewhere.match = read();
    EXPECT_EQ(encode_push(elsewhere), encode_push(announced.front()));
    elsewhere.match = before;
    EXPECT_NE(encode_push(elsewhere), encode_push(announced.front()));
}

TEST_F(ObserverTest, KeepsTurnsForMailToAVerifiedAddress) {
    add_address(ben, false);
    EXPECT_FALSE(keeps_a_turn_of_ben());
    add_address(anna, true);
    EXPECT_FALSE(keeps_a_turn_of_ben());

    writer->write([this](store::Transaction& transaction) {
        const auto account = ben.account;
        const auto unverified = store::addresses_of(transaction, account, 1).at(0);
        store::delete_address(transaction, account, unverified.id);
    });
    add_address(ben, true);
    EXPECT_TRUE(keeps_a_turn_of_ben());

    set_mode(ben, store::NoticeMode::off);
    EXPECT_FALSE(keeps_a_turn_of_ben());
    set_mode(ben, store::NoticeMode::digest);
    EXPECT_TRUE(keeps_a_turn_of_ben());
}

TEST_F(ObserverTest, KeepsTurnsForWebhooksThatWantThem) {
    const store::Webhook made = hook(ben, "undo,paused");
    EXPECT_FALSE(keeps_a_turn_of_ben());

    const auto want = [&](std::string_view wanted) {
        writer->write([&](store::Transaction& transaction) {
            store::set_webhook_kinds(transaction, made.id, wanted);
        });
    };
    want("undo,your-turn");
    EXPECT_TRUE(keeps_a_turn_of_ben());

    writer->write([&made](store::Transaction& transaction) {
        store::set_webhook_on(transaction, made, false);
    });
    EXPECT_FALSE(keeps_a_turn_of_ben());
}

TEST_F(SentTurns, TellsOfTheStartAndOfEveryTurnOnce) {
    const protocol::GameId game = start_game();

    play(game, 3);

    EXPECT_THAT(kinds(anna), ElementsAre("game-started", "your-turn", "your-turn"));
    EXPECT_THAT(kinds(ben), ElementsAre("game-started", "your-turn", "your-turn"));
    EXPECT_EQ(told(anna).front().game, game);
}

TEST_F(SentTurns, DoesNotTellTwiceOfATurnThatARepeatedMoveMade) {
    const protocol::GameId game = start_game();
    const game::Command move = next_move(game);

    submit(game, move);
    submit(game, move);

    EXPECT_THAT(kinds(ben), ElementsAre("game-started", "your-turn"));
}

TEST_F(SentTurns, TellsNobodyOfATurnThatHisPlanAnswers) {
    const protocol::GameId game = start_game();
    plan(game, ben, {{{{engine::Seat::black, "B3"}}, {}, "A8", {}}});
    take_announced();

    submit(game, game::Move{anna.account, "B3", 0});
    const auto announced = take_announced();

    EXPECT_EQ(match(game)->ply(), 2U);
    EXPECT_THAT(kinds(ben), ElementsAre("game-started"));
    EXPECT_THAT(kinds(anna), ElementsAre("game-started", "your-turn", "your-turn"));
    ASSERT_EQ(announced.size(), 2U);
    EXPECT_TRUE(store::is_queued(announced.front(), store::DeliveryQueued::webhook));
    EXPECT_EQ(std::get<store::AccountNotified>(announced.back()).account, anna.account);
}

TEST_F(SentTurns, TellsOfATurnWhosePlanDoesNotFit) {
    const protocol::GameId game = start_game();
    plan(game, ben, {{{{engine::Seat::black, "B3"}}, {}, "A8", {}}});

    submit(game, game::Move{anna.account, "C2", 0});

    EXPECT_THAT(kinds(ben), ElementsAre("game-started", "plan-dropped", "your-turn"));
}

TEST_F(ObserverTest, TellsThoseWhoAreInvitedAndNobodyElse) {
    open_game(anna, game_request("9x9", {"me", "ben"}));

    EXPECT_THAT(kinds(ben), ElementsAre("invited"));
    EXPECT_THAT(kinds(anna), IsEmpty());
}

// They could not have taken the seat that they are told of.
TEST_F(ObserverTest, InvitesNobodyToAGameThatBeginsAtOnce) {
    engine::GameOpened opened;
    opened.setup = "9x9";
    opened.opening = engine::find_setup("9x9")->opening;
    opened.creator = anna;
    opened.seats = {{anna, true}, {ben, false}};

    std::function<protocol::Result<protocol::GameId>(store::Transaction&, game::GameTransaction&)>
        work = [&opened](store::Transaction&, game::GameTransaction& games) {
            return protocol::Result<protocol::GameId>(games.begin(opened).game);
        };
    ASSERT_TRUE(on(0, [&] { return referee->transact<protocol::GameId>(work); }).has_value());

    EXPECT_THAT(kinds(anna), ElementsAre("game-started"));
    EXPECT_THAT(kinds(ben), ElementsAre("game-started"));
}

TEST_F(SentTurns, TellsTheOthersOfALeavingAndTheLeaverOfNoTurn) {
    const protocol::GameId game = start_four();
    submit(game, next_move(game));  // black's; white is to move
    const auto before = kinds(carl);

    submit(game, engine::Leave{dora.account});
    const auto after = kinds(carl);
    play(game, 8);

    EXPECT_THAT(before, ElementsAre("game-started"));
    EXPECT_THAT(after, ElementsAre("game-started", "player-left"));
    EXPECT_THAT(kinds(dora), ElementsAre("game-started"));
    const json data = json::parse(told(carl)[1].data);
    EXPECT_EQ(data.at("seat"), "green");
    EXPECT_EQ(data.at("what"), "resigned");
    EXPECT_EQ(data.at("id"), game);
    // White was to move before and after the leaving: that is one turn.
    const auto turns = kinds(ben);
    EXPECT_EQ(std::count(turns.begin(), turns.end(), "your-turn"), 3);
}

TEST_F(SentTurns, SaysOfAGameThatEndsOnlyThatItHasEnded) {
    const protocol::GameId game = start_game();

    submit(game, engine::Leave{anna.account});

    EXPECT_THAT(kinds(anna), ElementsAre("game-started", "your-turn", "game-finished"));
    EXPECT_THAT(kinds(ben), ElementsAre("game-started", "game-finished"));
    EXPECT_EQ(json::parse(told(ben)[1].data).at("winner"), "white");
}

TEST_F(SentTurns, TellsNobodyOfWhatIsRefused) {
    const protocol::GameId game = start_game();

    submit(game, game::Move{ben.account, "A1", 0});

    EXPECT_THAT(kinds(anna), ElementsAre("game-started", "your-turn"));
    EXPECT_THAT(kinds(ben), ElementsAre("game-started"));
}

TEST_F(SentTurns, AnnouncesWhatItStores) {
    const protocol::GameId game = start_game();
    take_announced();

    play(game, 1);
    const auto announced = take_announced();

    ASSERT_EQ(announced.size(), 2U);
    EXPECT_TRUE(store::is_queued(announced.front(), store::DeliveryQueued::webhook));
    const json message = json::parse(encode_push(announced.back()));
    EXPECT_EQ(std::get<store::AccountNotified>(announced.back()).account, ben.account);
    EXPECT_EQ(message.at("topic"), "me");
    EXPECT_EQ(message.at("type"), "your-turn");
    EXPECT_EQ(message.at("number"), 2);
    EXPECT_EQ(message.at("data").dump(), json::parse(told(ben).back().data).dump());
}

TEST_F(ObserverTest, AnnouncesNothingThatIsUndone) {
    const auto fail = [this](store::Transaction& transaction) {
        notify(transaction, base::Instant(), {anna.account, protocol::NoticeKind::challenge});
        throw std::runtime_error("no");
    };

    EXPECT_ANY_THROW(writer->write(fail));

    EXPECT_EQ(take_announced().size(), 0U);
    EXPECT_THAT(kinds(anna), IsEmpty());
}

}  // namespace
}  // namespace tanbo::notify
