#include "server/cli/engines/dialogue.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

using Kind = Said::Kind;
using Lines = std::vector<std::string>;
using std::chrono::milliseconds;

GameLine line(std::string_view text) {
    return std::get<GameLine>(read_position(words_of(text)));
}

Dialogue ugi() {
    Dialogue dialogue;
    dialogue.greet();
    dialogue.on_line("ugiok");
    dialogue.on_line("readyok");
    return dialogue;
}

Dialogue gtp(std::string_view knows_setups) {
    Dialogue dialogue;
    dialogue.greet();
    dialogue.on_line("? unknown command");
    dialogue.on_line("");
    dialogue.on_line("=1 " + std::string(knows_setups));
    dialogue.on_line("");
    return dialogue;
}

TEST(Dialogue, FindsOutThatAProgramSpeaksUgi) {
    Dialogue dialogue;
    EXPECT_EQ(dialogue.greet(), Lines{"ugi"});
    EXPECT_EQ(dialogue.on_line("id name = My Engine").kind, Kind::nothing);
    EXPECT_EQ(dialogue.on_line("ugiok\r").replies, Lines{"isready"});
    EXPECT_FALSE(dialogue.is_ready());
    EXPECT_EQ(dialogue.on_line("readyok").kind, Kind::ready);
    EXPECT_TRUE(dialogue.is_ready());
    EXPECT_FALSE(dialogue.is_gtp());
}

TEST(Dialogue, FindsOutThatAProgramSpeaksGtp) {
    Dialogue dialogue;
    dialogue.greet();
    EXPECT_EQ(dialogue.on_line("? unknown command").replies, Lines{"1 known_command tanbo-setup"});
    EXPECT_EQ(dialogue.on_line("").kind, Kind::nothing);
    EXPECT_EQ(dialogue.on_line("=1 true").kind, Kind::ready);
    EXPECT_TRUE(dialogue.is_gtp());
}

TEST(Dialogue, AsksForAMoveByUgi) {
    Dialogue dialogue = ugi();
    const GameLine game = line("setup 9x9 moves C2");

    EXPECT_EQ(dialogue.ask(game, {milliseconds{250}, {}}),
              (Lines{"position setup 9x9 moves C2", "go movetime 250"}));
    EXPECT_EQ(dialogue.on_line("info nodes 7 bestmove A1").kind, Kind::nothing);
    const Said said = dialogue.on_line("bestmove B7 ponder C3");
    EXPECT_EQ(said.kind, Kind::move);
    EXPECT_EQ(said.text, "B7");
    EXPECT_EQ(dialogue.on_line("bestmove B7").kind, Kind::nothing);  // nobody has asked
    EXPECT_EQ(dialogue.ask(game, {milliseconds{250}, 40})[1], "go nodes 40");
    EXPECT_EQ(dialogue.on_line("bestmove resign").kind, Kind::resigns);
    dialogue.ask(game, {});
    EXPECT_EQ(dialogue.on_line("bestmove").kind, Kind::refuses);
}

TEST(Dialogue, TellsGtpOnlyWhatIsNew) {
    Dialogue dialogue = gtp("true");

    EXPECT_EQ(dialogue.ask(line("setup 9x9 moves C2"), {milliseconds{1500}, {}}),
              (Lines{"2 tanbo-setup 9x9", "3 clear_board", "4 play black C2",
                     "5 time_left white 2 1", "6 genmove white"}));
    EXPECT_EQ(dialogue.on_line("=4").kind, Kind::nothing);
    const Said said = dialogue.on_line("=6 B7");
    EXPECT_EQ(said.kind, Kind::move);
    EXPECT_EQ(said.text, "B7");
    EXPECT_EQ(dialogue.ask(line("setup 9x9 moves C2 B7 H7"), {}),
              (Lines{"7 play black H7", "8 time_left white 1 1", "9 genmove white"}));
    EXPECT_EQ(dialogue.on_line("=9 resign").kind, Kind::resigns);
}

// A program was told that it had a second, and lost because it had taken a quarter of it.
TEST(Dialogue, KnowsTheTimeThatItTells) {
    for (const auto& [time, told] : {std::pair{milliseconds{5}, milliseconds{1000}},
                                     {milliseconds{1000}, milliseconds{1000}},
                                     {milliseconds{1500}, milliseconds{2000}}}) {
        EXPECT_EQ(gtp("true").told_time({time, {}}), told);
        EXPECT_EQ(ugi().told_time({time, {}}), time);
    }
}

TEST(Dialogue, TellsGtpTheWholeGameAgainAfterItWentAnotherWay) {
    Dialogue dialogue = gtp("true");
    dialogue.ask(line("setup 9x9 moves C2"), {});
    dialogue.on_line("=6 B7");

    EXPECT_EQ(dialogue.ask(line("setup 9x9 moves C2 B9 H7"), {}).front(), "7 tanbo-setup 9x9");
    dialogue.on_line("=13 A1");  // which can't be played: what it has is unknown now
    EXPECT_TRUE(
        dialogue.ask(line("setup 9x9 moves C2 B9 H7"), {}).front().ends_with("tanbo-setup 9x9"));
}

TEST(Dialogue, TakesARefusalForOneButOfTheClock) {
    Dialogue dialogue = gtp("true");
    dialogue.ask(line("setup 9x9 moves C2"), {});
    EXPECT_EQ(dialogue.on_line("?5 unknown command").kind, Kind::nothing);
    const Said said = dialogue.on_line("?4 illegal move");
    EXPECT_EQ(said.kind, Kind::refuses);
    EXPECT_EQ(said.text, "4 illegal move");
}

TEST(Dialogue, PlaysSquareBoardsByGtpAlone) {
    Dialogue dialogue = gtp("false");
    EXPECT_TRUE(dialogue.can_play(line("setup 9x9").opening()));
    EXPECT_FALSE(dialogue.can_play(line("setup 19x19-4p").opening()));
    EXPECT_FALSE(dialogue.can_play(line("setup 5x5x5").opening()));
    EXPECT_EQ(dialogue.ask(line("setup 9x9"), {}).front(), "2 boardsize 9");

    EXPECT_TRUE(gtp("true").can_play(line("setup 19x19-4p").opening()));
    EXPECT_FALSE(gtp("true").can_play(line("fen 26x26/1-1/2-5/black").opening()));
    EXPECT_TRUE(ugi().can_play(line("fen 26x26/1-1/2-5/black").opening()));
}

TEST(Dialogue, IgnoresWhatIsNoAnswer) {
    Dialogue dialogue = gtp("true");
    dialogue.ask(line("setup 9x9"), {});
    for (const std::string_view noise : {"", "=", "=x B1", "=99 B1", "hello", "\xff"}) {
        EXPECT_EQ(dialogue.on_line(noise).kind, Kind::nothing) << noise;
    }
}

}  // namespace
}  // namespace tanbo::cli
