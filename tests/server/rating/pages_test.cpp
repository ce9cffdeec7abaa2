#include "server/rating/pages.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "server/game/views/cursor.hpp"
#include "server/rating/recorder.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::rating {
namespace {

using protocol::Code;
using store::Reader;

class PagesTest : public game::GameTest {
protected:
    PagesTest() {
        game::FixtureOptions options;
        options.observers = {&recorder};
        restart(options);
    }

    // The second gives up after two stones of each.
    protocol::GameId play_two(const engine::Player& winner, const engine::Player& loser,
                              bool is_private = false) {
        auto request = game_request("9x9", {"me", loser.handle});
        request.terms.rated = true;
        if (is_private) request.visibility = engine::Visibility::players;
        const protocol::GameId id = open_game(winner, std::move(request))->game;
        EXPECT_TRUE(submit(id, engine::Join{loser, {}}).has_value());
        play(id, 4, winner.account);
        now_ms += 1000;
        EXPECT_TRUE(
            submit(id, engine::Leave{loser.account, engine::LeaveReason::resigned}).has_value());
        return id;
    }

    template <class Query>
    protocol::Result<std::string> answer(protocol::Result<std::string> (*page)(Reader&,
                                                                               const Query&),
                                         const Query& query) {
        return database->read([&](Reader& reader) { return page(reader, query); });
    }
    template <class Query>
    nlohmann::json get(protocol::Result<std::string> (*page)(Reader&, const Query&),
                       const Query& query) {
        const auto text = answer(page, query);
        EXPECT_TRUE(text.has_value());
        return text ? nlohmann::json::parse(*text) : nlohmann::json();
    }
    template <class Query>
    Code refused(protocol::Result<std::string> (*page)(Reader&, const Query&), const Query& query) {
        const auto text = answer(page, query);
        EXPECT_FALSE(text.has_value());
        return text ? Code::internal_error : text.error().code;
    }

    // All entries of a list, page by page.
    template <class Query>
    std::vector<nlohmann::json> walk(protocol::Result<std::string> (*page)(Reader&, const Query&),
                                     Query query, const std::string& list) {
        std::vector<nlohmann::json> entries;
        while (true) {
            const nlohmann::json json = get(page, query);
            EXPECT_LE(json.at(list).size(), static_cast<std::size_t>(query.page.limit));
            entries.insert(entries.end(), json.at(list).begin(), json.at(list).end());
            if (json.at("next").is_null()) return entries;
            query.page.cursor = json.at("next").get<std::string>();
        }
    }

    Recorder recorder;
};

TEST_F(PagesTest, TellAPlayersFiguresAndGamesNewestFirst) {
    const protocol::GameId first = play_two(anna, ben);
    const protocol::GameId second = play_two(carl, anna);

    const auto json = get(ratings_page, RatingsQuery{.player = "ANNA"});

    EXPECT_EQ(json.at("player"), "Anna");
    EXPECT_EQ(json.at("ratings").at(0).at("games"), 2);
    EXPECT_EQ(json.at("ratings").at(0).at("wins"), 1);
    ASSERT_EQ(json.at("history").size(), 2U);
    EXPECT_EQ(json.at("history").at(0).at("game"), second);
    EXPECT_EQ(json.at("history").at(0).at("place"), 2);
    EXPECT_EQ(json.at("history").at(1).at("game"), first);
    EXPECT_EQ(json.at("history").at(1).at("opponents").at(0).at("player"), "ben");
    EXPECT_EQ(json.at("history").at(1).at("after"), json.at("history").at(0).at("before"));
}

TEST_F(PagesTest, TellOfAPrivateGameOnlyToThoseWhoPlayedIt) {
    const protocol::GameId id = play_two(anna, ben, true);
    const auto seen_by = [&](std::optional<protocol::AccountId> viewer) {
        return get(ratings_page, RatingsQuery{.player = "anna", .viewer = viewer})
            .at("history")
            .at(0);
    };

    EXPECT_EQ(seen_by(ben.account).at("game"), id);
    EXPECT_EQ(seen_by(anna.account).at("opponents").size(), 1U);
    for (const auto viewer : {std::optional<protocol::AccountId>(), std::optional(carl.account)}) {
        EXPECT_TRUE(seen_by(viewer).at("game").is_null());
        EXPECT_TRUE(seen_by(viewer).at("opponents").empty());
        EXPECT_EQ(seen_by(viewer).at("place"), 1);
    }
}

TEST_F(PagesTest, WalkThroughGamesWithoutMissingOrRepeatingOne) {
    std::set<protocol::GameId> games;
    for (int i = 0; i < 7; ++i) games.insert(play_two(anna, i % 2 == 0 ? ben : carl));
    RatingsQuery query{.player = "anna", .family = "9x9"};
    query.page.limit = 2;

    std::set<protocol::GameId> walked;
    for (const auto& entry : walk(ratings_page, query, "history")) {
        EXPECT_TRUE(walked.insert(entry.at("game").get<protocol::GameId>()).second);
    }

    EXPECT_EQ(walked, games);
}

TEST_F(PagesTest, RankPlayersThroughAllPages) {
    play_two(anna, ben);
    play_two(anna, carl);
    play_two(dora, carl);
    StandingsQuery query{.setup = "9x9", .is_provisional = true};
    query.page.limit = 1;

    const auto lines = walk(standings_page, query, "standings");

    ASSERT_EQ(lines.size(), 4U);
    double last = 1e9;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_EQ(lines[i].at("rank"), i + 1);
        const double assured =
            lines[i].at("rating").get<double>() - 2 * lines[i].at("deviation").get<double>();
        EXPECT_LT(assured, last);
        last = assured;
    }
    EXPECT_EQ(lines[0].at("player"), "Anna");
    query.is_provisional = false;
    EXPECT_TRUE(walk(standings_page, query, "standings").empty());
}

TEST_F(PagesTest, PassOverWhoHasDeletedHisAccount) {
    play_two(anna, ben);
    writer->write([this](store::Transaction& transaction) {
        const auto id = anna.account;
        EXPECT_TRUE(store::erase_account(transaction, id, "deleted-1", engine::instant_of(1)));
    });
    const StandingsQuery query{.setup = "9x9", .is_provisional = true};

    const auto lines = walk(standings_page, query, "standings");

    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].at("player"), "ben");
    EXPECT_EQ(lines[0].at("rank"), 1);
}

TEST_F(PagesTest, TellHowTwoPlayersFared) {
    play_two(anna, ben);
    const protocol::GameId last = play_two(ben, anna);
    play_two(anna, carl);

    const auto json = get(encounters_page, EncountersQuery{.player = "anna", .opponent = "ben"});

    EXPECT_EQ(json.at("games"), 2);
    EXPECT_EQ(json.at("wins"), 1);
    EXPECT_EQ(json.at("losses"), 1);
    EXPECT_EQ(json.at("history").at(0).at("game"), last);
    EXPECT_EQ(json.at("history").at(0).at("place"), 2);
    const auto self = get(encounters_page, EncountersQuery{.player = "anna", .opponent = "Anna"});
    EXPECT_EQ(self.at("games"), 0);
}

TEST_F(PagesTest, CountASetupsGames) {
    play_two(anna, ben);
    play_two(carl, ben);

    const auto json = get(statistics, std::optional<std::string>("9x9"));

    EXPECT_EQ(json.at("games"), 2);
    EXPECT_EQ(json.at("average_plies"), 4.0);
    EXPECT_EQ(json.at("first_player").at("wins"), 2);
    EXPECT_EQ(json.at("without_swap").at("games"), 2);
    EXPECT_EQ(json.at("swap_taken").at("games"), 0);
    const auto four = get(statistics, std::optional<std::string>("19x19-4p"));
    EXPECT_EQ(four.at("seats").size(), 4U);
    EXPECT_TRUE(four.at("first_player").at("rate").is_null());
}

TEST_F(PagesTest, RefuseWhatIsNotThere) {
    EXPECT_EQ(refused(ratings_page, RatingsQuery{.player = "nobody"}), Code::no_such_player);
    EXPECT_EQ(refused(ratings_page, RatingsQuery{.player = "anna", .family = "8x8"}),
              Code::bad_parameter);
    EXPECT_EQ(refused(standings_page, StandingsQuery{.setup = "8x8"}), Code::bad_parameter);
    EXPECT_EQ(refused(statistics, std::optional<std::string>("8x8")), Code::bad_parameter);
    EXPECT_EQ(refused(encounters_page, EncountersQuery{.player = "anna", .opponent = "nobody"}),
              Code::no_such_player);
}

TEST_F(PagesTest, TakeTheFirstSetupIfNoneIsNamed) {
    EXPECT_EQ(get(statistics, std::optional<std::string>()).at("setup"), "19x19");
    EXPECT_EQ(get(standings_page, StandingsQuery{}).at("setup"), "19x19");
}

TEST_F(PagesTest, RefuseCursorsThatTheyHaveNotGiven) {
    const std::string sound = game::format_cursor("r1", {5, -7});
    std::vector<std::string> bad = {"",
                                    "x",
                                    std::string(game::cursor_chars_max + 1, 'A'),
                                    game::format_cursor("e1", {5, -7}),
                                    game::format_cursor("r1", {5}),
                                    game::format_cursor("r1", {5, 6, 7})};
    for (std::size_t size = 1; size < sound.size(); ++size) bad.push_back(sound.substr(0, size));

    for (const std::string& cursor : bad) {
        RatingsQuery query{.player = "anna"};
        query.page.cursor = cursor;
        EXPECT_EQ(refused(ratings_page, query), Code::bad_cursor) << cursor;
    }
    RatingsQuery query{.player = "anna"};
    query.page.cursor = sound;
    EXPECT_EQ(get(ratings_page, query).at("history").size(), 0U);
}

}  // namespace
}  // namespace tanbo::rating
