#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/running_server.hpp"

// Games over REST, from the opening to the record.
namespace tanbo::http {
namespace {

using test::Answer;
using test::game_path;
using test::HttpClient;
using test::RunningServer;
using testing::HasSubstr;
using testing::StartsWith;

class Games : public testing::Test {
protected:
    RunningServer server_;
    HttpClient black_ = server_.guest();
    HttpClient white_ = server_.guest();

    Answer move(HttpClient& mover, protocol::GameId game, const std::string& point, int ply) {
        const nlohmann::json body = {{"point", point}, {"ply", ply}};
        return mover.post(game_path(game, "/moves"), body.dump());
    }
};

TEST_F(Games, BeginWhenTheLastSeatIsTaken) {
    const Answer opened = black_.post("/api/v1/games", R"({"setup":"9x9"})");
    const std::string location = opened.header("location");

    const Answer joined = white_.post(location + "/join");
    const Answer seen = server_.client().get(location);

    EXPECT_EQ(opened.status, 201);
    EXPECT_EQ(opened.json().at("status"), "open");
    EXPECT_EQ(joined.status, 200);
    EXPECT_EQ(joined.json().at("status"), "active");
    EXPECT_EQ(seen.body, joined.body);
}

TEST_F(Games, AnswerAMoveWithItsEventAndARepeatWithTheSame) {
    const protocol::GameId game = server_.game(black_, white_);

    const Answer moved = move(black_, game, "c2", 0);
    const Answer repeated = move(black_, game, "C2", 0);

    EXPECT_EQ(moved.status, 201);
    EXPECT_EQ(moved.json().at("type"), "move");
    EXPECT_EQ(moved.json().at("data").at("point"), "C2");
    EXPECT_EQ(repeated.status, 201);
    EXPECT_EQ(repeated.body, moved.body);
}

TEST_F(Games, RefuseWithWhatHelps) {
    const protocol::GameId game = server_.game(black_, white_);
    move(black_, game, "C2", 0);

    const Answer stale = move(white_, game, "B7", 0);
    const Answer turn = move(black_, game, "D2", 1);
    const Answer illegal = move(white_, game, "E5", 1);
    const Answer nowhere = move(white_, game, "Z99", 1);
    HttpClient stranger = server_.guest();
    const Answer foreign = move(stranger, game, "B7", 1);

    EXPECT_EQ(stale.status, 409);
    EXPECT_EQ(stale.code(), "stale-ply");
    EXPECT_EQ(stale.json().at("ply"), 1);
    EXPECT_EQ(turn.code(), "not-your-turn");
    EXPECT_EQ(illegal.status, 422);
    EXPECT_EQ(illegal.json().at("reason"), "no-friend");
    EXPECT_EQ(nowhere.json().at("reason"), "off-board");
    EXPECT_EQ(foreign.status, 403);
    EXPECT_EQ(foreign.code(), "not-a-player");
}

TEST_F(Games, SayWhatAMoveWouldDoWithoutDoingIt) {
    const protocol::GameId game = server_.game(black_, white_);
    HttpClient stranger = server_.client();

    const Answer previewed = stranger.post(game_path(game, "/preview"), R"({"point":"C2"})");
    const Answer illegal = stranger.post(game_path(game, "/preview"), R"({"point":"E5"})");
    const Answer moved = move(black_, game, "C2", 0);

    EXPECT_EQ(previewed.status, 200);
    EXPECT_EQ(previewed.json(), moved.json().at("data"));
    EXPECT_EQ(illegal.status, 422);
    EXPECT_EQ(illegal.json().at("reason"), "no-friend");
}

TEST_F(Games, EndWhenAPlayerLeaves) {
    const protocol::GameId game = server_.game(black_, white_);

    const Answer left = white_.post(game_path(game, "/leave"));
    const nlohmann::json seen = server_.client().get(game_path(game)).json();
    const Answer late = move(black_, game, "C2", 0);
    const Answer previewed = black_.post(game_path(game, "/preview"), R"({"point":"C2"})");

    EXPECT_EQ(left.status, 201);
    EXPECT_EQ(left.json().at("data").at("winner"), "black");
    EXPECT_EQ(seen.at("status"), "finished");
    EXPECT_EQ(late.code(), "game-over");
    EXPECT_EQ(previewed.code(), "game-over");
}

TEST_F(Games, AreSeenByTheirPlayersOnlyIfPrivate) {
    const std::string request = R"({"setup":"9x9","visibility":"private","seats":["me",)" +
                                white_.get("/api/v1/me").json().at("handle").dump() + "]}";
    const Answer opened = black_.post("/api/v1/games", request);
    ASSERT_EQ(opened.status, 201) << opened.body;
    const std::string path = opened.header("location");
    HttpClient stranger = server_.guest();

    for (const std::string rest : {"", "/events", "/board", "/record", "/legal-moves", "/roots"}) {
        EXPECT_EQ(stranger.get(path + rest).status, 404) << rest;
        EXPECT_EQ(server_.client().get(path + rest).status, 404) << rest;
        EXPECT_EQ(white_.get(path + rest).status, 200) << rest;
    }
    EXPECT_EQ(white_.get(path).header("cache-control"), "private, no-cache");
}

TEST_F(Games, AreListedPageByPage) {
    for (int i = 0; i < 5; ++i) black_.post("/api/v1/games", R"({"setup":"9x9"})");
    HttpClient client = server_.client();
    std::vector<std::int64_t> seen;
    std::string cursor;

    do {
        const std::string next = cursor.empty() ? "" : "&cursor=" + cursor;
        const nlohmann::json page = client.get("/api/v1/games?limit=2" + next).json();
        for (const nlohmann::json& game : page.at("games")) seen.push_back(game.at("id"));
        cursor = page.at("next").is_null() ? "" : page.at("next").get<std::string>();
    } while (!cursor.empty());

    EXPECT_THAT(seen, testing::ElementsAre(5, 4, 3, 2, 1));
    EXPECT_EQ(client.get("/api/v1/games?cursor=nonsense").code(), "bad-cursor");
    EXPECT_EQ(client.get("/api/v1/games?limit=0").code(), "bad-parameter");
    EXPECT_EQ(client.get("/api/v1/games?limit=201").code(), "bad-parameter");
    EXPECT_EQ(client.get("/api/v1/games?limit=200").status, 200);
    EXPECT_EQ(client.get("/api/v1/games?status=lost").code(), "bad-parameter");
    EXPECT_EQ(client.get("/api/v1/games?status=finished").json().at("games").size(), 0U);
}

TEST_F(Games, AreDrawnAtAnyPlyInThreeForms) {
    const protocol::GameId game = server_.game(black_, white_);
    ASSERT_EQ(test::play_on(black_, white_, game, 6), 6);
    HttpClient client = server_.client();

    const Answer json = client.get(game_path(game, "/board?ply=3"));
    const Answer text = client.get(game_path(game, "/board?format=text"));
    const Answer svg = client.get(game_path(game, "/board"), {{"Accept", "image/svg+xml"}});
    const Answer first = client.get(game_path(game, "/board?ply=0"));

    EXPECT_EQ(json.json().at("ply"), 3);
    EXPECT_EQ(text.header("content-type"), "text/plain; charset=utf-8");
    EXPECT_THAT(text.body, HasSubstr("A B C D E F G H J"));
    EXPECT_EQ(svg.header("content-type"), "image/svg+xml");
    EXPECT_THAT(svg.body, HasSubstr("<svg"));
    EXPECT_EQ(svg.header("vary"), "Accept");
    EXPECT_NE(json.header("etag"), first.header("etag"));
    EXPECT_EQ(client.get(game_path(game, "/board?ply=7")).code(), "no-such-ply");
    EXPECT_EQ(client.get(game_path(game, "/board?format=gif")).code(), "bad-parameter");
    EXPECT_EQ(client.get(game_path(game, "/board"), {{"Accept", "image/gif"}}).code(),
              "not-acceptable");
}

TEST_F(Games, ArePlayedToTheEndAndKeptAsRecords) {
    const protocol::GameId game = server_.game(black_, white_);
    const int plies = test::play_on(black_, white_, game, 1000);
    HttpClient client = server_.client();

    const nlohmann::json seen = client.get(game_path(game)).json();
    const nlohmann::json record = client.get(game_path(game, "/record")).json();
    const Answer sgf = client.get(game_path(game, "/record?format=sgf"));

    EXPECT_EQ(seen.at("status"), "finished");
    EXPECT_EQ(seen.at("ply"), plies);
    EXPECT_EQ(record.at("events").size(), seen.at("seq").get<std::size_t>());
    EXPECT_THAT(sgf.body, StartsWith("(;FF[4]"));
    EXPECT_EQ(sgf.header("content-type"), "application/x-go-sgf");
}

TEST_F(Games, SurviveARestart) {
    const protocol::GameId game = server_.game(black_, white_);
    test::play_on(black_, white_, game, 5);
    const std::string before = server_.client().get(game_path(game)).body;

    server_.restart();

    EXPECT_EQ(server_.client().get(game_path(game)).body, before);
}

}  // namespace
}  // namespace tanbo::http
