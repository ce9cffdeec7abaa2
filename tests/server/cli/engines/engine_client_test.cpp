#include "server/cli/engines/engine_client.hpp"

#include <utility>

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

using Kind = EngineReply::Kind;
using Lines = std::vector<std::string>;
using std::chrono::milliseconds;

GameLine line(std::string_view text) {
    return std::get<GameLine>(read_position(words_of(text)));
}

EngineClient ugi() {
    EngineClient client;
    client.greet();
    client.on_line("ugiok");
    client.on_line("readyok");
    return client;
}

EngineClient gtp(std::string_view knows_setups) {
    EngineClient client;
    client.greet();
    client.on_line("? unknown command");
    client.on_line("");
    client.on_line("=1 " + std::string(knows_setups));
    client.on_line("");
    return client;
}

TEST(EngineClient, FindsOutThatAProgramSpeaksUgi) {
    EngineClient client;
    EXPECT_EQ(client.greet(), Lines{"ugi"});
    EXPECT_EQ(client.on_line("id name = My Engine").kind, Kind::nothing);
    EXPECT_EQ(client.on_line("ugiok\r").replies, Lines{"isready"});
    EXPECT_FALSE(client.is_ready());
    EXPECT_EQ(client.on_line("readyok").kind, Kind::ready);
    EXPECT_TRUE(client.is_ready());
    EXPECT_FALSE(client.is_gtp());
}

TEST(EngineClient, FindsOutThatAProgramSpeaksGtp) {
    EngineClient client;
    client.greet();
    EXPECT_EQ(client.on_line("? unknown command").replies, Lines{"1 known_command tanbo-setup"});
    EXPECT_EQ(client.on_line("").kind, Kind::nothing);
    EXPECT_EQ(client.on_line("=1 true").kind, Kind::ready);
    EXPECT_TRUE(client.is_gtp());
}

TEST(EngineClient, AsksForAMoveByUgi) {
    EngineClient client = ugi();
    const GameLine game = line("setup 9x9 moves C2");

    EXPECT_EQ(client.ask(game, {milliseconds{250}, {}}),
              (Lines{"position setup 9x9 moves C2", "go movetime 250"}));
    EXPECT_EQ(client.on_line("info nodes 7 bestmove A1").kind, Kind::nothing);
    const EngineReply reply = client.on_line("bestmove B7 ponder C3");
    EXPECT_EQ(reply.kind, Kind::move);
    EXPECT_EQ(reply.text, "B7");
    EXPECT_EQ(client.on_line("bestmove B7").kind, Kind::nothing);  // it was not asked
    EXPECT_EQ(client.ask(game, {milliseconds{250}, 40})[1], "go nodes 40");
    EXPECT_EQ(client.on_line("bestmove resign").kind, Kind::resigns);
    client.ask(game, {});
    EXPECT_EQ(client.on_line("bestmove").kind, Kind::refuses);
}

TEST(EngineClient, TellsGtpOnlyWhatIsNew) {
    EngineClient client = gtp("true");

    EXPECT_EQ(client.ask(line("setup 9x9 moves C2"), {milliseconds{1500}, {}}),
              (Lines{"2 tanbo-setup 9x9", "3 clear_board", "4 play black C2",
                     "5 time_left white 2 1", "6 genmove white"}));
    EXPECT_EQ(client.on_line("=4").kind, Kind::nothing);
    const EngineReply reply = client.on_line("=6 B7");
    EXPECT_EQ(reply.kind, Kind::move);
    EXPECT_EQ(reply.text, "B7");
    EXPECT_EQ(client.ask(line("setup 9x9 moves C2 B7 H7"), {}),
              (Lines{"7 play black H7", "8 time_left white 1 1", "9 genmove white"}));
    EXPECT_EQ(client.on_line("=9 resign").kind, Kind::resigns);
}

// A program was told that it had a second, and lost because it had taken a quarter of it.
TEST(EngineClient, KnowsTheTimeThatItTells) {
    for (const auto& [time, told] : {std::pair{milliseconds{5}, milliseconds{1000}},
                                     {milliseconds{1000}, milliseconds{1000}},
                                     {milliseconds{1500}, milliseconds{2000}}}) {
        EXPECT_EQ(gtp("true").allotted_time({time, {}}), told);
        EXPECT_EQ(ugi().allotted_time({time, {}}), time);
    }
}

TEST(EngineClient, TellsGtpTheWholeGameAgainAfterItWentAnotherWay) {
    EngineClient client = gtp("true");
    client.ask(line("setup 9x9 moves C2"), {});
    client.on_line("=6 B7");

    EXPECT_EQ(client.ask(line("setup 9x9 moves C2 B9 H7"), {}).front(), "7 tanbo-setup 9x9");
    client.on_line("=13 A1");  // which can't be played: what it has is unknown now
    EXPECT_TRUE(
        client.ask(line("setup 9x9 moves C2 B9 H7"), {}).front().ends_with("tanbo-setup 9x9"));
}

TEST(EngineClient, TakesARefusalForOneButOfTheClock) {
    EngineClient client = gtp("true");
    client.ask(line("setup 9x9 moves C2"), {});
    EXPECT_EQ(client.on_line("?5 unknown command").kind, Kind::nothing);
    const EngineReply reply = client.on_line("?4 illegal move");
    EXPECT_EQ(reply.kind, Kind::refuses);
    EXPECT_EQ(reply.text, "4 illegal move");
}

TEST(EngineClient, PlaysSquareBoardsByGtpAlone) {
    EngineClient client = gtp("false");
    EXPECT_TRUE(client.can_play(line("setup 9x9").opening()));
    EXPECT_FALSE(client.can_play(line("setup 19x19-4p").opening()));
    EXPECT_FALSE(client.can_play(line("setup 5x5x5").opening()));
    EXPECT_EQ(client.ask(line("setup 9x9"), {}).front(), "2 boardsize 9");

    EXPECT_TRUE(gtp("true").can_play(line("setup 19x19-4p").opening()));
    EXPECT_FALSE(gtp("true").can_play(line("fen 26x26/1-1/2-5/black").opening()));
    EXPECT_TRUE(ugi().can_play(line("fen 26x26/1-1/2-5/black").opening()));
}

TEST(EngineClient, IgnoresWhatIsNoAnswer) {
    EngineClient client = gtp("true");
    client.ask(line("setup 9x9"), {});
    for (const std::string_view noise : {"", "=", "=x B1", "=99 B1", "hello", "\xff"}) {
        EXPECT_EQ(client.on_line(noise).kind, Kind::nothing) << noise;
    }
}

}  // namespace
}  // namespace tanbo::cli
