#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/cli/home/home_picture.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {
namespace {

using namespace std::chrono_literals;
using testing::Contains;
using testing::HasSubstr;

constexpr engine::Instant now{engine::Millis{1'000'000}};

protocol::GameSummary summary(std::int64_t id) {
    protocol::GameSummary game;
    game.id = protocol::GameId{id};
    game.setup = "9x9";
    game.ply = 7;
    game.seats = {{engine::Seat::black, "anna", engine::SeatState::in},
                  {engine::Seat::white, "ben", engine::SeatState::in}};
    return game;
}

HomeNews busy() {
    HomeNews news;
    news.turns = {{"move", summary(1), std::nullopt, now + 26h},
                  {"challenge", std::nullopt,
                   protocol::ChallengeOffer{protocol::ChallengeId{7}, "ben", "13x13", true}}};
    news.own = {summary(1), summary(2)};
    news.open = {summary(3)};
    news.live = {summary(1), summary(2), summary(4)};
    news.messages = {{"chat-mention", protocol::GameId{2}, false, "ben", "hi\x1b[2J @anna"}};
    return news;
}

TEST(Home, ShowsEachGameOnceUnderTheFirstHeadingThatFits) {
    std::vector<std::pair<HomeSection, std::int64_t>> games;
    for (const HomeRow& row : home_rows(busy(), "anna", now)) {
        if (row.game) games.emplace_back(row.section, protocol::number_of(*row.game));
    }

    const std::vector<std::pair<HomeSection, std::int64_t>> wanted = {{HomeSection::turns, 1},
                                                                      {HomeSection::waiting, 2},
                                                                      {HomeSection::open, 3},
                                                                      {HomeSection::live, 4},
                                                                      {HomeSection::messages, 2}};
    EXPECT_EQ(games, wanted);
}

TEST(Home, FindsTheChosenRowAgainInANewList) {
    HomeNews news = busy();
    const auto before = home_rows(news, "anna", now);
    const auto is_challenge = [](const HomeRow& row) { return row.challenge.has_value(); };
    const auto at =
        static_cast<std::size_t>(std::ranges::find_if(before, is_challenge) - before.begin());
    EXPECT_EQ(home_place_of(before, before[at], at), at);

    news.turns.insert(news.turns.begin(), {"move", summary(9), std::nullopt, now + 1h});
    const auto longer = home_rows(news, "anna", now);
    EXPECT_EQ(home_place_of(longer, before[at], at), at + 1);

    news.turns.clear();
    const auto shorter = home_rows(news, "anna", now);
    EXPECT_EQ(home_place_of(shorter, before.front(), 0), 0U) << "in another section";
    EXPECT_EQ(shorter.front().section, HomeSection::waiting);
    EXPECT_EQ(home_place_of(shorter, before[at], 99), shorter.size() - 1) << "it is gone";
    EXPECT_EQ(home_place_of({}, before[at], at), 0U);
}

TEST(Home, TellsMessagesOfOneGameApart) {
    HomeNews news;
    news.messages = {{"chat-mention", protocol::GameId{2}, false, "ben", "hi @anna"},
                     {"chat-mention", protocol::GameId{2}, false, "ben", "hello @anna"}};
    const auto rows = home_rows(news, "anna", now);

    EXPECT_EQ(home_place_of(rows, rows[1], 1), 1U);
    EXPECT_EQ(home_place_of(rows, rows[1], 0), 1U);
}

TEST(Home, FitsTheScreenAndSaysTheTimeLeft) {
    const auto rows = home_rows(busy(), "anna", now);
    for (const Size size : {Size{80, 24}, Size{120, 40}, Size{20, 5}, Size{1, 1}}) {
        const Picture picture = draw_home({.title = "Tanbo", .rows = rows, .notice = ""}, size);
        EXPECT_EQ(picture.lines.size(), static_cast<std::size_t>(size.rows));
        for (const std::string& line : picture.lines) EXPECT_LE(columns_of(line), size.columns);
    }
    const Picture picture = draw_home({.title = "Tanbo", .rows = rows, .notice = ""}, {80, 24});
    EXPECT_THAT(picture.lines, Contains(HasSubstr("> game 1      9x9         1 d 02:00   anna")));
    EXPECT_THAT(picture.lines, Contains(HasSubstr("* game 2: ben: hi [2J @anna")));
}

TEST(Home, KeepsTheChosenRowInSightAndFindsRowsByTheirLine) {
    HomeNews news;
    for (int i = 1; i <= 100; ++i) news.open.push_back(summary(i));
    const auto rows = home_rows(news, "anna", now);
    for (const std::size_t chosen : {std::size_t{0}, std::size_t{50}, std::size_t{99}}) {
        const HomeView view{.title = "Tanbo", .rows = rows, .chosen = chosen, .notice = ""};
        const Picture picture = draw_home(view, {80, 24});
        const auto line = std::ranges::find_if(
            picture.lines, [](const std::string& text) { return text.starts_with("> game"); });
        ASSERT_NE(line, picture.lines.end());
        const int at = static_cast<int>(line - picture.lines.begin());
        EXPECT_EQ(home_row_at(view, {80, 24}, at), chosen);
    }
}

}  // namespace
}  // namespace tanbo::cli
