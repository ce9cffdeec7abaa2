#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/support/running_server.hpp"

// A game's events as pages and as streams.
namespace tanbo::http {
namespace {

using test::Answer;
using test::game_path;
using test::HttpClient;
using test::RunningServer;

const test::Headers sse = {{"Accept", "text/event-stream"}};
const test::Headers ndjson = {{"Accept", "application/x-ndjson"}};

class Events : public testing::Test {
protected:
    RunningServer server_;
    HttpClient black_ = server_.guest();
    HttpClient white_ = server_.guest();
    protocol::GameId game_ = server_.game(black_, white_);

    std::string path(const std::string& query = {}) const {
        return game_path(game_, "/events" + query);
    }
    void play(int plies) { ASSERT_EQ(test::play_on(black_, white_, game_, plies), plies); }
};

// The ids of the next events of a stream; each must say the same in its data.
std::vector<int> next_ids(HttpClient& client, int count) {
    std::vector<int> ids;
    while (static_cast<int>(ids.size()) < count) {
        const std::string event = client.read_stream("\n\n");
        if (event.empty()) break;
        if (event.starts_with(":")) continue;
        const std::size_t data = event.find("data: ");
        ids.push_back(std::stoi(event.substr(4)));
        EXPECT_EQ(nlohmann::json::parse(event.substr(data + 6)).at("seq"), ids.back());
    }
    return ids;
}

TEST_F(Events, ComeAsPagesWithTheirPresentSeq) {
    play(4);
    HttpClient client = server_.client();

    const nlohmann::json all = client.get(path()).json();
    const nlohmann::json some = client.get(path("?after=2&limit=3")).json();
    const Answer beyond = client.get(path("?after=8"));

    EXPECT_EQ(all.at("seq"), 7);
    EXPECT_EQ(all.at("events").size(), 7U);
    ASSERT_EQ(some.at("events").size(), 3U);
    EXPECT_EQ(some.at("events")[0].at("seq"), 3);
    EXPECT_EQ(beyond.status, 400);
    EXPECT_EQ(beyond.json().at("seq"), 7);
    EXPECT_EQ(client.get(path("?limit=1001")).code(), "bad-parameter");
    EXPECT_EQ(client.get(path("?limit=1000")).status, 200);
    EXPECT_EQ(client.get(path("?follow=true")).code(), "bad-parameter");
    EXPECT_EQ(client.get(path(), {{"Accept", "text/html"}}).code(), "not-acceptable");
}

TEST_F(Events, StreamFromTheLogAndThenLive) {
    play(2);
    HttpClient watcher = server_.client();

    const Answer head = watcher.open_stream(path(), sse);
    const auto past = next_ids(watcher, 5);
    play(2);
    const auto live = next_ids(watcher, 2);

    EXPECT_EQ(head.status, 200);
    EXPECT_EQ(head.header("content-type"), "text/event-stream");
    EXPECT_THAT(past, testing::ElementsAre(1, 2, 3, 4, 5));
    EXPECT_THAT(live, testing::ElementsAre(6, 7));
}

TEST_F(Events, GoOnWhereABrowserWasCut) {
    play(4);
    HttpClient resumed = server_.client();
    HttpClient asked = server_.client();

    resumed.open_stream(path("?after=1"), {sse[0], {"Last-Event-ID", "5"}});
    asked.open_stream(path("?after=4"), sse);

    EXPECT_THAT(next_ids(resumed, 2), testing::ElementsAre(6, 7));
    EXPECT_THAT(next_ids(asked, 3), testing::ElementsAre(5, 6, 7));
    for (const std::string bad : {"x", "-1", "8", "5&after=1"}) {
        const Answer refused = server_.client().get(path(), {sse[0], {"Last-Event-ID", bad}});
        EXPECT_EQ(refused.code(), "bad-parameter") << bad;
    }
}

TEST_F(Events, ComeLineByLineAndEnd) {
    play(4);
    const Answer answer = server_.client().get(path("?after=3"), ndjson);

    std::istringstream lines(answer.body);
    std::vector<int> seqs;
    for (std::string line; std::getline(lines, line);) {
        seqs.push_back(nlohmann::json::parse(line).at("seq"));
    }
    EXPECT_EQ(answer.header("content-type"), "application/x-ndjson");
    EXPECT_THAT(seqs, testing::ElementsAre(4, 5, 6, 7));
}

TEST_F(Events, ComeLineByLineUntilTheGameEndsIfFollowed) {
    HttpClient watcher = server_.client();
    watcher.open_stream(path("?follow=true"), ndjson);
    for (int i = 0; i < 3; ++i) watcher.read_stream("\n");

    white_.post(game_path(game_, "/leave"));
    const std::string rest = watcher.read_stream("no such text");
    const Answer late = server_.client().get(path("?follow=true&after=5"), ndjson);

    EXPECT_EQ(std::count(rest.begin(), rest.end(), '\n'), 2);
    EXPECT_THAT(rest, testing::HasSubstr("\"type\":\"end\""));
    EXPECT_EQ(late.status, 200);
    EXPECT_EQ(late.body, "");
}

TEST_F(Events, EndTheirStreamsWhenTheServerDrains) {
    HttpClient watcher = server_.client();
    watcher.open_stream(path(), sse);
    next_ids(watcher, 3);

    const bool is_complete =
        server_.app().stop(net::CloseCode::going_away, std::chrono::minutes(2));

    EXPECT_TRUE(is_complete);
    EXPECT_EQ(watcher.read_stream("no such text").find("data:"), std::string::npos);
}

}  // namespace
}  // namespace tanbo::http
