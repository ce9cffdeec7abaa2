#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/live/endpoint.hpp"
#include "tests/server/support/running_server.hpp"

// The live socket through a real listener.
namespace tanbo::live {
namespace {

using nlohmann::json;
using test::game_path;
using test::HttpClient;
using test::LiveClient;
using test::RunningServer;

class Live : public testing::Test {
protected:
    RunningServer server_;
    HttpClient black_ = server_.guest();
    HttpClient white_ = server_.guest();
    protocol::GameId game_ = server_.game(black_, white_);

    std::string topic() const { return "game:" + to_string(game_); }
    json subscription(const json& more = json::object()) const {
        json request = {{"op", "subscribe"}, {"topic", topic()}};
        request.update(more);
        return request;
    }
    void play(int plies) { ASSERT_EQ(test::play_on(black_, white_, game_, plies), plies); }
    std::string token_of(HttpClient& client) {
        return client.post("/api/v1/guests").json().at("token");
    }
};

std::vector<int> next_seqs(LiveClient& live, int count) {
    std::vector<int> seqs;
    for (int i = 0; i < count; ++i) {
        const auto message = live.next();
        if (!message) break;
        seqs.push_back(message->value("seq", 0));
    }
    return seqs;
}

std::string code_of(const json& answer) {
    return answer.contains("error") ? answer.at("error").value("code", "") : "";
}

// --- the handshake ---

TEST_F(Live, WantsItsSubprotocol) {
    const LiveClient none(server_.port(), {}, "");
    const LiveClient other(server_.port(), {}, "chat");
    const LiveClient among(server_.port(), {}, "chat, tanbo.v1+json");

    EXPECT_EQ(none.handshake().status, 400);
    EXPECT_EQ(other.handshake().status, 400);
    EXPECT_EQ(among.handshake().status, 101);
}

TEST_F(Live, TellsPlainRequestsToUpgrade) {
    const test::Answer plain = black_.get("/api/v1/live");
    const test::Answer posted = server_.client().request("POST", "/api/v1/live");

    EXPECT_EQ(plain.status, 426);
    EXPECT_EQ(plain.header("upgrade"), "websocket");
    EXPECT_EQ(posted.status, 405);
    EXPECT_EQ(posted.header("allow"), "GET, OPTIONS");
}

TEST_F(Live, RefusesForeignPagesAndBadTokens) {
    const LiveClient foreign = server_.live({{"Origin", "https://evil.example"}});
    const LiveClient own =
        server_.live({{"Origin", "http://127.0.0.1:" + std::to_string(server_.port())}});
    const LiveClient liar = server_.live({{"Authorization", "Bearer tbo_nonsense"}});

    EXPECT_EQ(foreign.handshake().status, 403);
    EXPECT_EQ(own.handshake().status, 101);
    EXPECT_EQ(liar.handshake().status, 401);
}

// --- following a game ---

TEST_F(Live, SendsTheAnswerThenASnapshotThenWhatHappens) {
    play(2);
    LiveClient live = server_.live();

    const json answer = live.ask(subscription());
    const auto snapshot = live.next();
    play(2);

    EXPECT_EQ(answer.at("seq"), 5);
    ASSERT_TRUE(snapshot);
    EXPECT_EQ(snapshot->at("type"), "snapshot");
    EXPECT_EQ(snapshot->at("topic"), topic());
    EXPECT_EQ(snapshot->at("seq"), 5);
    EXPECT_EQ(snapshot->at("data").at("ply"), 2);
    EXPECT_THAT(next_seqs(live, 2), testing::ElementsAre(6, 7));
}

TEST_F(Live, SendsEverythingAfterASeqWithoutAGap) {
    play(6);
    LiveClient live = server_.live();

    live.ask(subscription({{"after", 4}}));
    play(2);

    EXPECT_THAT(next_seqs(live, 7), testing::ElementsAre(5, 6, 7, 8, 9, 10, 11));
}

TEST_F(Live, PushesAMoveAsItsMoverIsAnswered) {
    LiveClient live = server_.live();
    live.ask(subscription({{"after", 3}}));

    const test::Answer moved = black_.post(game_path(game_, "/moves"), R"({"point":"C2","ply":0})");
    const auto pushed = live.next();

    ASSERT_TRUE(pushed);
    EXPECT_EQ(*pushed, moved.json());
}

TEST_F(Live, SendsALongLogNoFasterThanItIsRead) {
    const int plies = test::play_on(black_, white_, game_, 1000);
    LiveClient slow(server_.port(), {}, "tanbo.v1+json", 4096);

    slow.ask(subscription({{"after", 0}}));
    const auto seqs = next_seqs(slow, plies + 4);

    ASSERT_EQ(seqs.size(), static_cast<std::size_t>(plies + 4));
    for (std::size_t i = 0; i < seqs.size(); ++i) EXPECT_EQ(seqs[i], static_cast<int>(i) + 1);
}

TEST_F(Live, RefusesWhatCantBeFollowed) {
    LiveClient live = server_.live();

    EXPECT_EQ(code_of(live.ask(subscription({{"after", 4}}))), "bad-parameter");
    EXPECT_EQ(code_of(live.ask({{"op", "subscribe"}, {"topic", "game:999"}})), "no-such-game");
    EXPECT_EQ(code_of(live.ask({{"op", "subscribe"}, {"topic", "nonsense"}})), "no-such-topic");
    EXPECT_EQ(code_of(live.ask({{"op", "subscribe"}, {"topic", "me"}})), "unauthorized");
    EXPECT_EQ(code_of(live.ask({{"op", "subscribe"}, {"topic", "lobby"}, {"after", 1}})),
              "invalid-field");
    EXPECT_EQ(code_of(live.ask({{"op", "unsubscribe"}, {"topic", topic()}})), "not-subscribed");
    EXPECT_EQ(code_of(live.ask(subscription())), "");
    EXPECT_EQ(code_of(live.ask(subscription())), "already-subscribed");
}

TEST_F(Live, StopsWhenToldTo) {
    LiveClient live = server_.live();
    live.ask(subscription({{"after", 3}}));

    const json stopped = live.ask({{"op", "unsubscribe"}, {"topic", topic()}});
    play(2);
    live.send({{"op", "ping"}, {"id", 99}});
    const auto next = live.next();

    EXPECT_TRUE(stopped.at("ok").get<bool>());
    ASSERT_TRUE(next);
    EXPECT_EQ(next->value("re", 0), 99);
}

TEST_F(Live, FollowsSoManyTopicsAndNoMore) {
    LiveClient live = server_.live();
    live.ask({{"op", "subscribe"}, {"topic", "lobby"}});
    for (int i = 0; i < 63; ++i) {
        const std::string game = "game:" + to_string(server_.game(black_, white_));
        const json answer = live.ask({{"op", "subscribe"}, {"topic", game}, {"after", 1}});
        ASSERT_TRUE(answer.at("ok").get<bool>()) << answer;
    }

    EXPECT_EQ(code_of(live.ask(subscription())), "too-many-subscriptions");
}

TEST_F(Live, KeepsPrivateGamesFromStrangers) {
    const std::string request = R"({"setup":"9x9","visibility":"private","seats":["me",)" +
                                white_.get("/api/v1/me").json().at("handle").dump() + "]}";
    const json made = black_.post("/api/v1/games", request).json();
    const json wanted = {{"op", "subscribe"}, {"topic", "game:" + made.at("id").dump()}};
    LiveClient stranger = server_.live();

    EXPECT_EQ(code_of(stranger.ask(wanted)), "no-such-game");
}

// --- messages ---

TEST_F(Live, AnswersWhatItCantRead) {
    LiveClient live = server_.live();
    for (const std::string text :
         {"", "{", "[]", "null", R"({"op":"fly"})", R"({"op":"ping","nonsense":1})",
          R"({"op":"subscribe"})", R"({"op":"move","game":1})", R"({"op":"ping","id":"x"})"}) {
        live.send(text);
        const auto answer = live.next();

        ASSERT_TRUE(answer) << text;
        EXPECT_FALSE(answer->at("ok").get<bool>()) << text;
        EXPECT_EQ(answer->at("error").at("status").get<int>() / 100, 4) << text;
    }
    EXPECT_TRUE(live.ask({{"op", "ping"}}).at("ok").get<bool>());
}

TEST_F(Live, ClosesOverAMessageThatIsTooLarge) {
    LiveClient live = server_.live();
    live.send(std::string(16'385, ' '));

    EXPECT_FALSE(live.next());
    EXPECT_EQ(live.close_code(), 1009);
}

// How many of 200 pings at once are refused.
int count_limited(LiveClient& live) {
    for (int i = 0; i < 200; ++i) live.send({{"op", "ping"}, {"id", i}});
    int limited = 0;
    for (int i = 0; i < 200; ++i) {
        const auto answer = live.next();
        if (!answer) return -1;
        if (code_of(*answer) == "rate-limited") ++limited;
    }
    return limited;
}

TEST_F(Live, LimitsWhatASocketFromElsewhereMaySend) {
    LiveClient far = server_.live({{"X-Forwarded-For", "203.0.113.9"}});
    LiveClient near = server_.live();

    const int limited = count_limited(far);

    EXPECT_GT(limited, 0);
    EXPECT_LT(limited, 101);
    EXPECT_EQ(count_limited(near), 0);
}

// --- commands ---

class LivePlayers : public Live {
protected:
    // A game of two sockets; black has signed in by header, white by message.
    void SetUp() override {
        HttpClient client = server_.client();
        black_token_ = token_of(client);
        white_token_ = token_of(client);
        black_.set_token(black_token_);
        white_.set_token(white_token_);
        game_ = server_.game(black_, white_);
    }
    std::string black_token_;
    std::string white_token_;
};

TEST_F(LivePlayers, PlayAndLeaveOverTheSocket) {
    LiveClient black = server_.live({{"Authorization", "Bearer " + black_token_}});
    LiveClient white = server_.live();
    const json move = {{"op", "move"}, {"game", game_}, {"point", "C2"}, {"ply", 0}};

    const json stranger = white.ask(move);
    const json signed_in = white.ask({{"op", "auth"}, {"token", white_token_}});
    const json moved = black.ask(move);
    const json repeated = black.ask(move);
    const json stale = white.ask({{"op", "move"}, {"game", game_}, {"point", "B7"}, {"ply", 0}});
    const json left = white.ask({{"op", "leave"}, {"game", game_}});

    EXPECT_EQ(code_of(stranger), "unauthorized");
    EXPECT_TRUE(signed_in.at("ok").get<bool>());
    EXPECT_EQ(moved.at("event").at("data").at("point"), "C2");
    EXPECT_EQ(repeated.at("event"), moved.at("event"));
    EXPECT_EQ(code_of(stale), "stale-ply");
    EXPECT_EQ(stale.at("error").at("ply"), 1);
    EXPECT_EQ(left.at("event").at("data").at("winner"), "black");
}

TEST_F(LivePlayers, SpeakForOneAccountUntilItsTokenIsRevoked) {
    LiveClient white = server_.live({{"Authorization", "Bearer " + white_token_}});

    const json same = white.ask({{"op", "auth"}, {"token", white_token_}});
    const json other = white.ask({{"op", "auth"}, {"token", black_token_}});
    white_.request("DELETE", "/api/v1/tokens/current");
    const auto late = white.next();

    EXPECT_TRUE(same.at("ok").get<bool>());
    EXPECT_EQ(code_of(other), "forbidden");
    EXPECT_FALSE(late.has_value());
    EXPECT_EQ(white.close_code(), 1008);
}

// A revoked token once went on to open what only its account may see.
TEST_F(LivePlayers, FollowNothingWithARevokedToken) {
    LiveClient white = server_.live({{"Authorization", "Bearer " + white_token_}});

    white_.request("DELETE", "/api/v1/tokens/current");
    LiveClient late = server_.live();
    const json token = late.ask({{"op", "auth"}, {"token", white_token_}});
    const json turns = late.ask({{"op", "subscribe"}, {"topic", "me"}});

    EXPECT_FALSE(white.next().has_value());
    EXPECT_EQ(white.close_code(), 1008);
    EXPECT_EQ(code_of(token), "bad-token");
    EXPECT_EQ(code_of(turns), "unauthorized");
}

// The first message of this type. What happened just before somebody subscribed may come first: it
// is told after it is answered.
std::optional<json> next_of(LiveClient& client, std::string_view type) {
    for (int passed = 0; passed < 3; ++passed) {
        auto message = client.next();
        if (!message || message->at("type") == type) return message;
    }
    return std::nullopt;
}

TEST_F(LivePlayers, AreToldOfTheirTurnAndTheLobbyOfGames) {
    LiveClient white = server_.live({{"Authorization", "Bearer " + white_token_}});
    LiveClient watcher = server_.live();
    white.ask({{"op", "subscribe"}, {"topic", "me"}});
    watcher.ask({{"op", "subscribe"}, {"topic", "lobby"}});

    black_.post(game_path(game_, "/moves"), R"({"point":"C2","ply":0})");
    const auto turn = next_of(white, "your-turn");
    black_.post("/api/v1/games", R"({"setup":"9x9"})");
    const auto opened = watcher.next();

    ASSERT_TRUE(turn);
    EXPECT_EQ(turn->at("topic"), "me");
    EXPECT_EQ(turn->at("type"), "your-turn");
    EXPECT_EQ(turn->at("data").at("id"), game_);
    ASSERT_TRUE(opened);
    EXPECT_EQ(opened->at("type"), "game-opened");
}

// --- the end ---

TEST_F(Live, ClosesASlowReaderWith1013) {
    LiveClient slow(server_.port(), {}, "tanbo.v1+json", 4096);
    const std::string ping = R"({"op":"subscribe","topic":"nonsense","id":1})";
    for (int i = 0; i < 5'000 && slow.send(ping); ++i) {
    }

    HttpClient client = server_.client();
    bool is_closed = false;
    for (int i = 0; i < 20'000 && !is_closed; ++i) {
        is_closed =
            client.get("/metrics").body.find("tanbo_slow_clients_total 1") != std::string::npos;
    }
    ASSERT_TRUE(is_closed);
    while (slow.next()) {
    }

    EXPECT_EQ(slow.close_code(), 1013);
}

TEST_F(Live, ClosesEverySocketWhenTheServerEnds) {
    LiveClient following = server_.live();
    LiveClient idle = server_.live();
    following.ask(subscription({{"after", 3}}));
    std::thread stopping(
        [this] { server_.app().stop(net::CloseCode::going_away, std::chrono::minutes(2)); });

    EXPECT_FALSE(following.next());
    EXPECT_FALSE(idle.next());
    stopping.join();

    EXPECT_EQ(following.close_code(), 1001);
    EXPECT_EQ(idle.close_code(), 1001);
}

TEST_F(Live, ResumesAfterARestart) {
    LiveClient before = server_.live();
    before.ask(subscription({{"after", 3}}));
    play(2);
    EXPECT_THAT(next_seqs(before, 2), testing::ElementsAre(4, 5));

    std::thread restarting([this] { server_.restart(); });
    EXPECT_FALSE(before.next());
    restarting.join();
    play(2);
    LiveClient after = server_.live();
    after.ask(subscription({{"after", 5}}));

    EXPECT_EQ(before.close_code(), 1012);
    EXPECT_THAT(next_seqs(after, 2), testing::ElementsAre(6, 7));
}

}  // namespace
}  // namespace tanbo::live
