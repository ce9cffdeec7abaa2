#include "server/notify/agenda.hpp"

#include <string>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "protocol/games/events.hpp"
#include "server/notify/feeds.hpp"
#include "server/store/tables/games/downtimes.hpp"
#include "server/store/tables/messages/watches.hpp"
#include "tests/server/notify/fixture.hpp"
#include "tests/support/rows.hpp"

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
        return json::parse(
            *on(0, [&] { return agenda.turns(views[0], player.account, cursor, limit); }));
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

// --- after a downtime ---

class AgendaAfterADowntime : public AgendaTest {
protected:
    // It begins on Tuesday, 14 November 2023, and black has until Tuesday, the 21st.
    protocol::GameId start_with_weekends_off() {
        protocol::CreateGame request = game_request("9x9", {"me", "open"});
        request.terms.clock.kind = engine::ClockKind::per_move;
        request.terms.clock.initial = std::chrono::hours(5 * 24);
        request.terms.clock.weekends_off = true;
        const protocol::GameId game = open_game(anna, request)->game;
        EXPECT_TRUE(submit(game, engine::Join{ben, {}, {}}).has_value());
        return game;
    }
    // An hour of Saturday, which no player gets back.
    void be_down() {
        now_ms += 4 * 24 * 3'600'000;
        const auto now = engine::instant_of(now_ms.load());
        writer->write([now](store::Transaction& transaction) {
            store::add_downtime(transaction, {now, now + std::chrono::hours(1)});
        });
        now_ms += 3'600'000;
        restart(options());
    }
    std::uint64_t loads() {
        return metrics->counter("tanbo_view_cache_total", "", {{"result", "miss"}}).value();
    }
    // By a server that has just started.
    json turns_again(int limit, std::size_t thread = 0) {
        Agenda asked(*store, [this] { return engine::instant_of(now_ms.load()); });
        const auto page = on(static_cast<int>(thread),
                             [&] { return asked.turns(views[thread], anna.account, {}, limit); });
        return json::parse(*page);
    }
    ToDoPage to_do(int limit) {
        Agenda asked(*store, [this] { return engine::instant_of(now_ms.load()); });
        return *on(0, [&] { return asked.to_do(views[0], anna.account, limit); });
    }
    std::string calendar() {
        Feeds asked(*store, Keys(base::Digest{1}));
        return *on(0, [&] { return asked.calendar(views[0], anna.account, "https://a.example"); });
    }
};

TEST_F(AgendaAfterADowntime, TellsWhenATimeWithWeekendsRunsOut) {
    const protocol::GameId game = start_with_weekends_off();
    const protocol::GameId other = start_timed(std::chrono::hours(6 * 24));
    be_down();

    const json turns = turns_again(9).at("turns");
    const ToDoPage page = to_do(9);

    ASSERT_EQ(turns.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) {
        const bool has_weekends = turns.at(i).at("game").at("id") == game;
        EXPECT_EQ(turns.at(i).at("game").at("id"), has_weekends ? game : other);
        EXPECT_EQ(turns.at(i).at("deadline"),
                  has_weekends ? "2023-11-21T22:13:20.000Z" : "2023-11-20T23:13:20.000Z");
        EXPECT_EQ(json(protocol::format_instant(*page.rows.at(i).deadline)),
                  turns.at(i).at("deadline"));
    }
    EXPECT_THAT(calendar(), testing::AllOf(testing::HasSubstr("20231121T221320Z"),
                                           testing::HasSubstr("20231120T231320Z")));
}

TEST_F(AgendaAfterADowntime, ReadsNoGameTwiceAndOnlyThoseThatOthersCanNotTell) {
    constexpr int games = 200;
    for (int i = 0; i < games; ++i) start_with_weekends_off();
    start_timed(std::chrono::hours(6 * 24));
    be_down();

    const json first = turns_again(games + 1);
    const auto of_first = loads();
    test::Rows(folder.path() / "tanbo.db").take_away("events");
    const json again = turns_again(games + 1);
    const std::string dates = calendar();
    const auto of_all = loads();
    test::Rows(folder.path() / "tanbo.db").bring_back("events");

    EXPECT_EQ(first.at("turns").size(), std::size_t{games + 1});
    EXPECT_EQ(of_first, std::uint64_t{games});
    EXPECT_EQ(of_all, of_first);
    EXPECT_EQ(again, first);
    EXPECT_THAT(dates, testing::HasSubstr("20231121T221320Z"));
    turns_again(games + 1, 1);
    EXPECT_EQ(loads(), 2 * of_first) << "the control: another thread has read none";
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
