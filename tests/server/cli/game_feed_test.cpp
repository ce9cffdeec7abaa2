#include "server/cli/game_feed.hpp"

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "protocol/games/events.hpp"
#include "tests/server/cli/played_game.hpp"

namespace tanbo::cli {
namespace {

Answer page_of(std::vector<protocol::ChatLine> newest_first) {
    return {200, protocol::encode_chat_page(newest_first, std::nullopt), "\"7\""};
}

TEST(GameFeed, TellsWhatHappenedOnce) {
    const PlayedGame game;
    GameFeed feed;

    for (const std::string& frame : game.frames()) feed.on_frame(frame);

    EXPECT_EQ(feed.news().size(), 3U);
    EXPECT_EQ(feed.take_fresh(), "anna opens a game on 9x9.\nben takes white.\nThe game begins.\n");
    EXPECT_EQ(feed.take_fresh(), "");
    EXPECT_EQ(feed.fault(), "");
    EXPECT_FALSE(feed.is_over());
}

TEST(GameFeed, KeepsTheLastNews) {
    PlayedGame game("19x19");
    GameFeed feed;
    while (game.frames().size() <= news_max) {
        const engine::Position& position = game.match().position();
        const auto legal = position.legal_points(*position.to_move());
        const engine::Point any = legal[game.frames().size() % legal.size()];
        game.place(engine::point_name(position.lattice(), any));
    }

    for (std::size_t i = 0; i < news_max; ++i) feed.on_frame(game.frames()[i]);
    EXPECT_EQ(feed.news().size(), news_max);
    EXPECT_EQ(feed.news().front(), "anna opens a game on 19x19.");
    feed.on_frame(game.frames()[news_max]);

    EXPECT_EQ(feed.news().size(), news_max);
    EXPECT_EQ(feed.news().front(), "ben takes white.");
}

TEST(GameFeed, SaysThatAnEventDoesNotFit) {
    GameFeed feed;

    feed.on_frame("{}");

    EXPECT_NE(feed.fault(), "");
}

TEST(GameFeed, KeepsThePageOfTheChatAndTellsNewMessages) {
    GameFeed feed;
    feed.on_chat(page_of({said(1, "anna", "Hello")}));
    EXPECT_EQ(feed.take_fresh(), "anna: Hello\n");

    feed.on_chat(page_of({said(2, "ben", "你好\u202e"), said(1, "anna", "Hello")}));

    ASSERT_EQ(feed.chat().size(), 2U);
    EXPECT_EQ(feed.chat().back().author, "ben");
    EXPECT_EQ(feed.chat_etag(), "\"7\"");
    EXPECT_EQ(feed.take_fresh(), "ben: 你好\n");
}

TEST(GameFeed, KeepsTheChatIfThereIsNoNewOrNoAnswer) {
    GameFeed feed;
    feed.on_chat(page_of({said(1, "anna", "Hello")}));

    feed.on_chat({304, ""});
    feed.on_chat({0, "timeout"});
    feed.on_chat({503, ""});

    EXPECT_EQ(feed.chat().size(), 1U);
    EXPECT_TRUE(feed.can_chat());
}

TEST(GameFeed, AsksNoMoreForAChatThatItMayNotRead) {
    GameFeed feed;

    feed.on_chat({403, "{}"});

    EXPECT_FALSE(feed.can_chat());
}

TEST(GameFeed, GoesByTheServersClock) {
    GameFeed feed;
    const engine::Instant there = feed.now() + std::chrono::hours{3};

    feed.on_clock({200, R"({"now":")" + protocol::format_instant(there) + "\"}"});

    EXPECT_GE(feed.now(), there);
    EXPECT_LT(feed.now(), there + std::chrono::minutes{10});
}

}  // namespace
}  // namespace tanbo::cli
