#include "server/cli/engines/game_line.hpp"

#include <gtest/gtest.h>

#include "engine/notation.hpp"

namespace tanbo::cli {
namespace {

using engine::Seat;

std::variant<GameLine, std::string> read(std::string_view text) {
    return read_position(words_of(text));
}

std::string wrong(std::string_view text) {
    const auto position = read(text);
    const auto* const sentence = std::get_if<std::string>(&position);
    return sentence == nullptr ? "" : *sentence;
}

TEST(GameLine, IsReadAsItIsWritten) {
    for (const std::string_view text :
         {"setup 9x9", "setup 9x9 moves C2 B7 H9", "setup 19x19-4p moves leave:black",
          "setup line31 moves 2 leave:white", "setup 5x5x5 moves 114",
          "fen 7x5/A1/G5/D3/red moves D4", "fen 3x3x3x3/1-1-1-1/3-3-3-3/black",
          "fen 12/1,6/11/white moves 10"}) {
        const auto position = read(text);

        ASSERT_TRUE(std::holds_alternative<GameLine>(position)) << wrong(text);
        EXPECT_EQ(position_text(std::get<GameLine>(position)), text);
    }
}

TEST(GameLine, TakesPointsInEitherCaseAndStartposForTheDefaultSetup) {
    EXPECT_EQ(position_text(std::get<GameLine>(read("startpos moves a18"))),
              "setup 19x19 moves A18");
}

TEST(GameLine, KnowsTheLastStoneWhoeverHasLeftSince) {
    const auto last_stone = [](std::string_view text) {
        const GameLine line = std::get<GameLine>(read(text));
        const engine::Point last = line.last_stone();
        return last == engine::no_point ? "" : engine::point_name(line.opening().lattice(), last);
    };

    EXPECT_EQ(last_stone("setup 19x19-4p"), "");
    EXPECT_EQ(last_stone("setup 19x19-4p moves leave:red"), "");
    EXPECT_EQ(last_stone("setup 9x9 moves C2 B7"), "B7");
    EXPECT_EQ(last_stone("setup 9x9 moves C2 B7 leave:black"), "B7");
}

TEST(GameLine, SaysWhatIsWrong) {
    EXPECT_EQ(wrong(""), "a position begins with startpos, setup or fen");
    EXPECT_EQ(wrong("setup"), "missing words after \"setup\"");
    EXPECT_EQ(wrong("setup 10x10"), "unknown setup \"10x10\"");
    EXPECT_EQ(wrong("chess 9x9"), "\"chess\" is not a kind of position");
    EXPECT_EQ(wrong("setup 9x9 C2"), "\"C2\" should be \"moves\"");
    EXPECT_EQ(wrong("setup 9x9 moves E5"), "\"E5\" is not a legal move: no-friend");
    EXPECT_EQ(wrong("setup 9x9 moves I1"), "\"I1\" is not a legal move: off-board");
    for (const std::string word : {"leave:red", "leave:green", "leave:blue", "leave:"}) {
        EXPECT_EQ(wrong("setup 9x9 moves " + word), "\"" + word + "\" is not a seat of this board");
    }
    EXPECT_EQ(wrong("setup 19x19-4p moves leave:red leave:red"),
              "\"leave:red\" is a seat that has already left");
    EXPECT_EQ(wrong("setup 9x9 moves leave:black leave:white"),
              "\"leave:white\" comes after the end of the game");
    EXPECT_EQ(wrong("setup 9x9 moves leave:black C2"), "\"C2\" is not a legal move: game-over");
}

TEST(GameLine, RefusesBoardsThatCannotBe) {
    EXPECT_EQ(wrong("fen 9x9"), "\"9x9\" is not a board; an example is 9x9/B2,H8/B8,H2/black");
    EXPECT_EQ(wrong("fen 9y9/A1/B2/black"), "\"9y9\" is not a board size");
    EXPECT_EQ(wrong("fen 9999x9999/A1/B2/black"), "\"9999x9999\" is not a board size");
    EXPECT_EQ(wrong("fen 9x9/A1/Z2/black"), "\"Z2\" are not points of the board");
    EXPECT_EQ(wrong("fen 9x9/A1/B2/blue"), "\"blue\" is not a seat");
    EXPECT_FALSE(wrong("fen 9x9/A1/A1/black").empty());
    EXPECT_FALSE(wrong("fen " + std::string(fen_bytes_max + 1, '/')).empty());
}

TEST(GameLine, TakesBackWhatHasHappenedAndNoMore) {
    GameLine line = std::get<GameLine>(read("setup 9x9 moves C2 B7"));

    EXPECT_TRUE(line.take_back());
    EXPECT_EQ(position_text(line), "setup 9x9 moves C2");
    EXPECT_EQ(line.position().to_move(), Seat::white);
    EXPECT_TRUE(line.take_back());
    EXPECT_FALSE(line.take_back());
}

TEST(GameLine, SplitsWordsAtBlanks) {
    EXPECT_EQ(words_of(" a \t bc\r"), (std::vector<std::string_view>{"a", "bc"}));
    EXPECT_TRUE(words_of(" \r").empty());
}

}  // namespace
}  // namespace tanbo::cli
