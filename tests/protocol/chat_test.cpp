#include "protocol/people/chat.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "protocol/games/events.hpp"
#include "protocol/people/note.hpp"

namespace tanbo::protocol {
namespace {

engine::Instant chat_noon() {
    return *parse_instant("2026-03-01T12:00:00.000Z");
}

std::string post_of(const std::string& text) {
    return R"({"text":")" + text + R"("})";
}

// Why a message is refused; empty if it is not.
std::string fault_of(const std::string& body) {
    const auto decoded = decode_post_message(body);
    if (decoded) return {};
    EXPECT_TRUE(decoded.error().code == Code::invalid_field ||
                decoded.error().code == Code::malformed_json);
    return decoded.error().detail;
}

std::string times(int count, const std::string& text) {
    std::string result;
    for (int i = 0; i < count; ++i) result += text;
    return result;
}

TEST(Chat, TakesALineAsItIsWritten) {
    const auto decoded = decode_post_message(post_of("  Grüß dich, Ελένη! 🙂 "));

    ASSERT_TRUE(decoded);
    EXPECT_EQ(decoded->text, "  Grüß dich, Ελένη! 🙂 ");
}

TEST(Chat, CountsCharactersAndNotBytes) {
    EXPECT_EQ(fault_of(post_of(times(500, "🙂"))), "");
    EXPECT_EQ(fault_of(post_of(times(501, "x"))), "\"/text\" must be at most 500 characters long.");
    EXPECT_NE(fault_of(post_of(times(501, "🙂"))), "");
}

TEST(Chat, RefusesControlCharactersAndWhatTurnsTheDirection) {
    for (const char* const text : {"a\\nb", "a\\u0000b", "a\\tb", "\\u001b[2J", "\\u007f",
                                   "\\u0085", "\\u2028", "\\u202e", "\\u2066"}) {
        EXPECT_EQ(fault_of(post_of(text)), "\"/text\" must not contain control characters.")
            << text;
    }
    EXPECT_EQ(fault_of(post_of("\\u00a0\\u2027\\u202f\\u2065\\u206a")), "");
}

TEST(Chat, RefusesWhatSaysNothing) {
    for (const char* const blank : {"", "   "}) {
        EXPECT_EQ(fault_of(post_of(blank)),
                  "\"/text\" must be from 1 to 500 characters long and not only spaces.");
    }
    EXPECT_EQ(fault_of(post_of(times(5000, "x"))),
              "\"/text\" must be at most 500 characters long.");
    EXPECT_NE(fault_of("{}"), "");
    EXPECT_NE(fault_of(R"({"text":7})"), "");
    EXPECT_NE(fault_of(R"({"text":"a","to":"b"})"), "");
    EXPECT_NE(fault_of("{\"text\":\"\xff\"}"), "");
}

TEST(Chat, RefusesEveryTruncation) {
    const std::string body = post_of("Good luck!");
    for (std::size_t length = 0; length < body.size(); ++length) {
        EXPECT_NE(fault_of(body.substr(0, length)), "") << length;
    }
}

TEST(Chat, TellsALineAPageAndAPush) {
    const ChatLine said{ChatMessageId{7}, ChatRoom::spectators, "anna", "Oh \"no\"", chat_noon()};
    const ChatLine gone{ChatMessageId{8}, ChatRoom::players, "ben", std::nullopt, chat_noon()};
    const std::string line = R"({"id":7,"room":"spectators","author":"anna","text":"Oh \"no\"",)"
                             R"("at":"2026-03-01T12:00:00.000Z"})";
    const std::string tombstone = R"({"id":8,"room":"players","author":"ben","text":null,)"
                                  R"("at":"2026-03-01T12:00:00.000Z"})";

    EXPECT_EQ(encode_chat_line(said), line);
    EXPECT_EQ(encode_chat_page(std::vector{gone, said}, "MTo3"),
              R"({"messages":[)" + tombstone + "," + line + R"(],"next":"MTo3"})");
    EXPECT_EQ(encode_chat_page({}, {}), R"({"messages":[],"next":null})");
    EXPECT_EQ(encode_chat_push(GameId{42}, gone),
              R"({"topic":"game:42","type":"chat","room":"players","data":)" + tombstone + "}");
}

TEST(Chat, TellsReportsAndMutes) {
    EXPECT_EQ(encode_report_receipt({ReportId{3}, ChatMessageId{7}, "Rude.", chat_noon()}),
              R"({"id":3,"message":7,"reason":"Rude.","at":"2026-03-01T12:00:00.000Z"})");
    EXPECT_EQ(encode_mutes(std::vector{MutedPlayer{"ben", chat_noon()}}),
              R"({"mutes":[{"handle":"ben","since":"2026-03-01T12:00:00.000Z"}]})");
    EXPECT_TRUE(decode_report_message(R"({"reason":"Rude."})"));
    EXPECT_FALSE(decode_report_message(R"({"reason":" "})"));
}

TEST(Chat, KnowsItsWords) {
    for (const ChatRoom room : {ChatRoom::players, ChatRoom::spectators}) {
        EXPECT_EQ(parse_chat_room(chat_room_name(room)), room);
    }
    for (const ReportState state :
         {ReportState::open, ReportState::upheld, ReportState::dismissed}) {
        EXPECT_EQ(parse_report_state(report_state_name(state)), state);
    }
    EXPECT_EQ(parse_chat_room("Players"), std::nullopt);
    EXPECT_EQ(parse_report_state(""), std::nullopt);
}

TEST(Note, MayHaveLinesAndBeEmpty) {
    const auto lines = decode_put_note(R"({"text":"one\n\ttwo\r\n"})");
    const auto empty = decode_put_note(R"({"text":""})");

    ASSERT_TRUE(lines);
    EXPECT_EQ(lines->text, "one\n\ttwo\r\n");
    ASSERT_TRUE(empty);
    EXPECT_FALSE(decode_put_note(R"({"text":"\u0007"})"));
    EXPECT_FALSE(decode_put_note("{}"));
}

TEST(Note, HasALengthInCharacters) {
    EXPECT_TRUE(decode_put_note(post_of(times(4000, "ß"))));
    EXPECT_FALSE(decode_put_note(post_of(times(4001, "x"))));
}

TEST(Note, SaysWhenItWasWritten) {
    EXPECT_EQ(encode_note(GameId{42}, "a\nb", chat_noon()),
              R"({"game":42,"text":"a\nb","updated_at":"2026-03-01T12:00:00.000Z"})");
    EXPECT_EQ(encode_note(GameId{42}, "", std::nullopt),
              R"({"game":42,"text":"","updated_at":null})");
}

TEST(Chat, NamesWhomAnAtSignBeginsAWordWith) {
    EXPECT_EQ(mentions_in("@anna and (@Ben), @anna @ANNA"),
              (std::vector<std::string>{"anna", "Ben"}));
    EXPECT_TRUE(mentions_in("anna@example @ @x @1st @@ a@b").empty());
    EXPECT_TRUE(mentions_in("@" + std::string(25, 'a')).empty());
    EXPECT_EQ(mentions_in("@" + std::string(24, 'a')).size(), 1U);
}

TEST(Chat, NamesAtMostEightPeople) {
    std::string text;
    for (char letter = 'a'; letter < 'i'; ++letter) text += std::string("@b") + letter + " ";
    ASSERT_EQ(mentions_in(text).size(), chat_mentions_max);

    EXPECT_EQ(mentions_in(text + "@last").size(), chat_mentions_max);
    EXPECT_EQ(mentions_in(text + "@last").back(), "bh");
}

}  // namespace
}  // namespace tanbo::protocol
