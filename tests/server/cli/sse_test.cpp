#include "server/cli/remote/sse.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

std::vector<ServerEvent> parse(std::string_view bytes, std::size_t piece) {
    std::vector<ServerEvent> events;
    EventStreamParser parser([&events](const ServerEvent& event) { events.push_back(event); });
    for (std::size_t at = 0; at < bytes.size(); at += piece) {
        EXPECT_TRUE(parser.feed(bytes.substr(at, piece)));
    }
    return events;
}

TEST(EventStreamParser, ReadsEventsHoweverTheyAreCut) {
    constexpr std::string_view bytes =
        ": heartbeat\n\nid: 17\nevent: move\ndata: {\"seq\":17}\n\n"
        "id: 18\r\nevent: leave\r\ndata: one\r\ndata:two\r\n\r\n";
    for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
        const auto events = parse(bytes, piece);

        ASSERT_EQ(events.size(), 2U) << "pieces of " << piece;
        EXPECT_EQ(events[0].id, "17");
        EXPECT_EQ(events[0].type, "move");
        EXPECT_EQ(events[0].data, "{\"seq\":17}");
        EXPECT_EQ(events[1].id, "18");
        EXPECT_EQ(events[1].type, "leave");
        EXPECT_EQ(events[1].data, "one\ntwo");
    }
}

TEST(EventStreamParser, DropsAnEventThatTheStreamDoesNotFinish) {
    EXPECT_TRUE(parse("data: half", 3).empty());
    EXPECT_TRUE(parse("data: half\n", 3).empty());
}

TEST(EventStreamParser, IgnoresFieldsThatItDoesNotKnow) {
    const auto events = parse("retry: 5\nnonsense\ndata\n\n", 100);

    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].data, "");
}

TEST(EventStreamParser, KeepsTheLastIdAndForgetsTheType) {
    const auto events = parse("id: 4\nevent: a\ndata: x\n\ndata: y\n\n", 7);

    ASSERT_EQ(events.size(), 2U);
    EXPECT_EQ(events[1].id, "4");
    EXPECT_EQ(events[1].type, "");
}

TEST(EventStreamParser, GivesUpOnALineWithoutAnEnd) {
    EventStreamParser parser([](const ServerEvent&) {});
    const std::string longest(sse_line_bytes_max, 'x');

    EXPECT_TRUE(parser.feed(longest));
    EXPECT_FALSE(parser.feed("x"));
}

}  // namespace
}  // namespace tanbo::cli
