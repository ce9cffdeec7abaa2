#include "server/notify/agenda.hpp"

#include <string>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "server/store/watches.hpp"
#include "tests/server/notify/fixture.hpp"

namespace tanbo::notify {
namespace {

using nlohmann::json;
using protocol::WatchMode;
using testing::ElementsAre;
using testing::IsEmpty;

class AgendaTest : public NoticeTest {
protected:
    json turns(const engine::Player& player, std::optional<std::string> cursor = {},
               int limit = 50) {
        return json::parse(*on(0, [&] { return agenda.turns(player.account, cursor, limit); }));
    }
    std::vector<std::string> waits(const engine::Player& player) {
        std::vector<std::string> names;
        const json page = turns(player);
        for (const json& turn : page.at("turns")) names.push_back(turn.at("kind"));
        return names;
    }
    protocol::Result<std::string> watch(const engine::Player& player, protocol::GameId game,
                                        WatchMode mode) {
        return on(0, [&] { return agenda.watch(views[0], player.account, game, {mode}); });
    }

    // A game of anna and ben with a clock for every move.
    protocol::GameId start_timed(std::chrono::seconds time) {
        protocol::CreateGame request = game_request("9x9", {"me", "open"});
        request.terms.clock.kind = engine::ClockKind::per_move;
        request.terms.clock.initial = time;
        const protocol::GameId game = open_game(anna, request)->game;
        EXPECT_TRUE(submit(game, engine::Join{ben, {}, {}}).has_value());
        return game;
    }

    Agenda agenda{*store,
                  [this] { return base::Instant(std::chrono::milliseconds(now_ms.load())); }};
};

TEST_F(AgendaTest, ListsTheMoveOfWhoIsToMove) {
    const protocol::GameId game = start_game();
    EXPECT_THAT(waits(anna), ElementsAre("move"));
    EXPECT_THAT(waits(ben), IsEmpty());

    play(game, 1);

    EXPECT_THAT(waits(anna), IsEmpty());
    const json turn = turns(ben).at("turns").at(0);
    EXPECT_EQ(turn.at("game").at("id"), game);
    EXPECT_EQ(turn.at("deadline"), nullptr);
}

TEST_F(AgendaTest, ListsWhatIsDueFirstAcrossPages) {
    const protocol::GameId without = start_game();
    now_ms += 1;
    const protocol::GameId late = start_timed(std::chrono::hours(48));
    now_ms += 1;
    const protocol::GameId soon = start_timed(std::chrono::hours(24));

    std::vector<protocol::GameId> order;
    std::optional<std::string> cursor;
    do {
        const json page = turns(anna, cursor, 1);
        order.push_back(page.at("turns").at(0).at("game").at("id"));
        cursor.reset();
        if (!page.at("next").is_null()) cursor = page.at("next").get<std::string>();
    } while (cursor && order.size() < 10);

    EXPECT_THAT(order, ElementsAre(soon, late, without));
    EXPECT_EQ(turns(anna).at("turns").at(0).at("deadline"), "2023-11-15T22:13:20.002Z");
}

// A proposal is an event of the game, but passes no turn on.
TEST_F(AgendaTest, SaysSinceWhenAMoveWaits) {
    const protocol::GameId game = start_game();
    now_ms += 1;
    play(game, 1);
    const json at_once = turns(ben).at("turns").at(0).at("since");
    now_ms += 1;
    submit(game, engine::Propose{anna.account, engine::ProposalKind::undo, {}});

    const json since = turns(ben).at("turns").at(0).at("since");

    EXPECT_EQ(turns(ben).at("turns").size(), 2U);
    EXPECT_EQ(at_once, "2023-11-14T22:13:20.001Z");
    EXPECT_EQ(since, at_once);
}

TEST_F(AgendaTest, ListsProposalsUntilTheyAreAnsweredOrLapse) {
    const protocol::GameId game = start_timed(std::chrono::hours(24));
    play(game, 2);
    submit(game, engine::Propose{anna.account, engine::ProposalKind::pause, {}});

    const auto asked = waits(ben);
    const json proposal = turns(ben).at("turns").at(0).at("proposal");
    const auto of_proposer = waits(anna);
    submit(game,
           engine::AnswerProposal{ben.account, proposal.at("id").get<std::uint32_t>(), false});
    const auto answered = waits(ben);
    submit(game, engine::Propose{anna.account, engine::ProposalKind::undo, {}});
    play(game, 1);
    const auto lapsed = waits(ben);

    EXPECT_THAT(asked, ElementsAre("proposal"));
    EXPECT_EQ(proposal.at("kind"), "pause");
    EXPECT_EQ(proposal.at("by"), "black");
    EXPECT_THAT(of_proposer, ElementsAre("move"));
    EXPECT_THAT(answered, IsEmpty());
    EXPECT_THAT(lapsed, ElementsAre("move"));
    EXPECT_THAT(kinds(ben), testing::Contains("proposal").Times(2));
    EXPECT_THAT(kinds(anna), testing::Contains("proposal-answered"));
}

TEST_F(AgendaTest, ListsSeatsThatAreKeptUntilTheyAreTaken) {
    const protocol::GameId game = open_game(anna, game_request("9x9", {"me", "ben"}))->game;
    EXPECT_THAT(waits(ben), ElementsAre("seat"));

    submit(game, engine::Join{ben, {}, {}});

    EXPECT_THAT(waits(ben), IsEmpty());
    EXPECT_THAT(waits(anna), ElementsAre("move"));
}

TEST_F(AgendaTest, HasNothingOfAGameThatIsOver) {
    const protocol::GameId game = start_timed(std::chrono::hours(1));
    EXPECT_THAT(waits(anna), ElementsAre("move"));

    submit(game, engine::Leave{ben.account});

    EXPECT_THAT(waits(anna), IsEmpty());
    EXPECT_THAT(waits(ben), IsEmpty());
}

TEST_F(AgendaTest, TellsWatchersWhatTheyChose) {
    const protocol::GameId game = start_game();
    ASSERT_TRUE(watch(carl, game, WatchMode::each).has_value());
    ASSERT_TRUE(watch(dora, game, WatchMode::end).has_value());

    play(game, 2);
    submit(game, engine::Leave{ben.account});

    EXPECT_THAT(kinds(carl), ElementsAre("watched-move", "watched-move", "watched-finished"));
    EXPECT_THAT(kinds(dora), ElementsAre("watched-finished"));
}

TEST_F(AgendaTest, LetsNobodyWatchWhatHePlaysOrMayNotSee) {
    const protocol::GameId game = start_game();
    protocol::CreateGame request = game_request("9x9", {"me", "ben"});
    request.visibility = engine::Visibility::players;
    const protocol::GameId hidden = open_game(anna, request)->game;

    const auto player = watch(anna, game, WatchMode::each);
    const auto stranger = watch(carl, hidden, WatchMode::each);
    submit(game, engine::Leave{anna.account});
    const auto afterwards = watch(anna, game, WatchMode::end);

    EXPECT_EQ(player.error().code, protocol::Code::already_seated);
    EXPECT_EQ(stranger.error().code, protocol::Code::no_such_game);
    EXPECT_TRUE(afterwards.has_value());
}

}  // namespace
}  // namespace tanbo::notify
