#include "server/notice/witness.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "server/notice/tell.hpp"
#include "server/storage/notices.hpp"
#include "tests/server/notice/fixture.hpp"

namespace tanbo::notice {
namespace {

using nlohmann::json;
using testing::ElementsAre;
using testing::IsEmpty;

class WitnessTest : public NoticeTest {};

TEST_F(WitnessTest, TellsOfTheStartAndOfEveryTurnOnce) {
    const game::GameId game = start_game();

    play(game, 3);

    EXPECT_THAT(kinds(anna), ElementsAre("game-started", "your-turn", "your-turn"));
    EXPECT_THAT(kinds(ben), ElementsAre("game-started", "your-turn", "your-turn"));
    EXPECT_EQ(told(anna).front().game, static_cast<storage::GameId>(game));
}

TEST_F(WitnessTest, DoesNotTellTwiceOfATurnThatARepeatedMoveMade) {
    const game::GameId game = start_game();
    const game::Command move = next_move(game);

    submit(game, move);
    submit(game, move);

    EXPECT_THAT(kinds(ben), ElementsAre("game-started", "your-turn"));
}

TEST_F(WitnessTest, TellsThoseWhoAreInvitedAndNobodyElse) {
    open_game(anna, game_request("9x9", {"me", "ben"}));

    EXPECT_THAT(kinds(ben), ElementsAre("invited"));
    EXPECT_THAT(kinds(anna), IsEmpty());
}

TEST_F(WitnessTest, TellsTheOthersOfALeavingAndTheLeaverOfNoTurn) {
    const game::GameId game = start_four();
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

TEST_F(WitnessTest, SaysOfAGameThatEndsOnlyThatItHasEnded) {
    const game::GameId game = start_game();

    submit(game, engine::Leave{anna.account});

    EXPECT_THAT(kinds(anna), ElementsAre("game-started", "your-turn", "game-finished"));
    EXPECT_THAT(kinds(ben), ElementsAre("game-started", "game-finished"));
    EXPECT_EQ(json::parse(told(ben)[1].data).at("winner"), "white");
}

TEST_F(WitnessTest, TellsNobodyOfWhatIsRefused) {
    const game::GameId game = start_game();

    submit(game, game::Move{ben.account, "A1", 0});

    EXPECT_THAT(kinds(anna), ElementsAre("game-started", "your-turn"));
    EXPECT_THAT(kinds(ben), ElementsAre("game-started"));
}

TEST_F(WitnessTest, AnnouncesWhatItStores) {
    const game::GameId game = start_game();
    take_announced();

    play(game, 1);
    const auto announced = take_announced();

    ASSERT_EQ(announced.size(), 1U);
    const json message = json::parse(announced.front().message);
    EXPECT_EQ(announced.front().account, static_cast<storage::AccountId>(ben.account));
    EXPECT_EQ(message.at("topic"), "me");
    EXPECT_EQ(message.at("type"), "your-turn");
    EXPECT_EQ(message.at("number"), 2);
    EXPECT_EQ(message.at("data").dump(), json::parse(told(ben).back().data).dump());
}

TEST_F(WitnessTest, AnnouncesNothingThatIsUndone) {
    const auto fail = [this](storage::Transaction& transaction) {
        tell(transaction, base::Instant(), {anna.account, protocol::NoticeKind::challenge});
        throw std::runtime_error("no");
    };

    EXPECT_ANY_THROW(writer->write(fail));

    EXPECT_EQ(take_announced().size(), 0U);
    EXPECT_THAT(kinds(anna), IsEmpty());
}

}  // namespace
}  // namespace tanbo::notice
