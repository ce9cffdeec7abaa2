#include "server/cli/screen/talk_part.hpp"

#include <gtest/gtest.h>

#include "tests/server/cli/played_game.hpp"

namespace tanbo::cli {
namespace {

using Lines = std::vector<std::string>;

ScreenModel talk(int news, int messages) {
    ScreenModel model;
    for (int i = 1; i <= news; ++i) model.news.push_back("black A" + std::to_string(i) + ".");
    for (int i = 1; i <= messages; ++i) {
        model.chat.push_back(said(i, "ben", std::to_string(i)));
    }
    return model;
}

TEST(TalkPart, ShowsTheLastMovesIfNothingIsSaid) {
    EXPECT_EQ(talk_lines(talk(5, 0), 20, 3), (Lines{"black A3.", "black A4.", "black A5."}));
}

TEST(TalkPart, SharesTheRowsBetweenMovesAndChat) {
    EXPECT_EQ(talk_lines(talk(9, 9), 20, 6),
              (Lines{"black A7.", "black A8.", "black A9.", "-- chat --", "ben: 8", "ben: 9"}));
}

TEST(TalkPart, GivesWhatMovesLeaveToChatAndTheOtherWayRound) {
    EXPECT_EQ(talk_lines(talk(1, 9), 20, 5),
              (Lines{"black A1.", "-- chat --", "ben: 7", "ben: 8", "ben: 9"}));
    EXPECT_EQ(talk_lines(talk(9, 1), 20, 5),
              (Lines{"black A7.", "black A8.", "black A9.", "-- chat --", "ben: 1"}));
}

TEST(TalkPart, HasRoomForNothingInNoRows) {
    EXPECT_EQ(talk_lines(talk(3, 3), 20, 0), Lines());
    EXPECT_EQ(talk_lines(talk(3, 3), 20, -2), Lines());
}

TEST(TalkPart, BreaksLongMessages) {
    EXPECT_EQ(message_lines(said(1, "anna", "你好, 你好 and hello"), 12),
              (Lines{"anna: 你好,", " 你好 and", " hello"}));
}

TEST(TalkPart, SaysThatAMessageIsDeletedOrThatThereIsNone) {
    const protocol::ChatLine deleted{
        protocol::ChatMessageId{1}, protocol::ChatRoom::players, "ben", std::nullopt, {}};

    EXPECT_EQ(chat_text({deleted, said(2, "anna", "a\x1b[2Jb")}),
              "ben: (deleted by a moderator)\nanna: a [2Jb\n");
    EXPECT_EQ(chat_text({}), "No messages yet. To write one, type say TEXT.");
}

}  // namespace
}  // namespace tanbo::cli
