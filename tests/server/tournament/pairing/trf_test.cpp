#include "server/tournament/pairing/trf.hpp"

#include <random>
#include <string>

#include <gtest/gtest.h>

#include "server/tournament/pairing/trf_lines.hpp"
#include "tests/support/repetitions.hpp"

namespace tanbo::pairing {
namespace {

// Three players after two rounds: 1 beat 2, 3 had the bye; 3 beat 1 by forfeit, 2 asked for a half.
Trf example() {
    Trf report;
    report.name = "Club evening";
    report.city = "Zürich";
    report.begin = "2026/11/29";
    report.type = "Swiss";
    report.players = {{"Ärmel, Ada", "SUI", 1834, 1}, {"Bo", "", 0, 3}, {"Cy", "GER", 1500, 2}};
    report.event.rounds = 5;
    report.event.initial_side = Side::second;
    report.event.apart = {{0, 2}};
    report.event.players.resize(3);
    report.event.players[0].outcomes = {{Kind::game, 1, Side::second, 2},
                                        {Kind::forfeit, 2, Side::first, 0}};
    report.event.players[1].outcomes = {{Kind::game, 0, Side::first, 0},
                                        {Kind::half_bye, -1, Side::none, 1}};
    report.event.players[2].outcomes = {{Kind::bye, -1, Side::none, 2},
                                        {Kind::forfeit, 0, Side::second, 2}};
    report.event.players[1].is_present = false;
    return report;
}

constexpr std::string_view example_text =
    "012 Club evening\n"
    "022 Zürich\n"
    "042 2026/11/29\n"
    "062 3\n"
    "092 Swiss\n"
    "XXR 5\n"
    "XXC black1\n"
    "001    1      Ärmel, Ada                        1834 SUI                        "
    " 1.0    1     2 b 1     3 w -\n"
    "001    2      Bo                                                                "
    " 0.5    3     1 w 0  0000 - H\n"
    "001    3      Cy                                1500 GER                        "
    " 2.0    2  0000 - U     1 b +\n"
    "XXP 1 3\n"
    "XXZ 2\n";

TEST(Trf, IsWrittenInColumns) {
    EXPECT_EQ(write_trf(example()), example_text);
}

TEST(Trf, ReadsWhatItWrites) {
    const auto report = read_trf(example_text);

    ASSERT_TRUE(report) << report.error().detail;
    EXPECT_EQ(write_trf(*report), example_text);
    EXPECT_EQ(report->players[0], example().players[0]);
    EXPECT_FALSE(report->event.players[1].is_present);
}

TEST(Trf, ReadsWhatItWritesOfPlayersWithInitialPoints) {
    Trf event = example();
    event.event.players[0].initial_halves = 7;
    event.event.players[1].initial_halves = 2;

    const std::string text = write_trf(event);
    const auto report = read_trf(text);

    ASSERT_TRUE(report) << report.error().detail;
    EXPECT_EQ(report->event.players[0].initial_halves, 7);
    EXPECT_EQ(report->event.players[2].initial_halves, 0);
    EXPECT_EQ(write_trf(*report), text);
    EXPECT_NE(text.find("XXA    1  3.5"), std::string::npos) << text;
}

TEST(Trf, RefusesInitialPointsThatChange) {
    EXPECT_TRUE(read_trf(std::string(example_text) + "XXA 1 3.5 3.5\n"));
    for (const char* line : {"XXA 1 3.5 2.5", "XXA 1", "XXA 9 1.0", "XXA 0 1.0", "XXA 1 x"}) {
        EXPECT_FALSE(read_trf(std::string(example_text) + line + "\n")) << line;
    }
}

TEST(Trf, ReadsOtherBreaksAndRecords) {
    std::string text = "### a comment\r142   7\r152 B\r013 team\r001    1\r001    2\r";

    const auto report = read_trf(text);

    ASSERT_TRUE(report) << report.error().detail;
    EXPECT_EQ(report->event.rounds, 7);
    EXPECT_EQ(report->event.initial_side, Side::second);
    EXPECT_EQ(report->players.size(), 2U);
}

// A player's line with these rounds.
std::string player(int number, std::string_view rounds, std::string_view points = "") {
    std::string line = "001 ";
    put_columns(line, 5, std::string(4 - std::to_string(number).size(), ' '));
    line += std::to_string(number);
    put_columns(line, 81, points);
    put_columns(line, 92, rounds);
    return line + "\n";
}

TEST(Trf, TakesALastRoundWithoutOpponentsAsTheOneToPair) {
    const auto report = read_trf(player(1, "   2 w 1  0000 - Z", " 1.0") +
                                 player(2, "   1 b 0  0000 - H", " 0.5") + player(3, "0000 - U"));

    ASSERT_TRUE(report) << report.error().detail;
    EXPECT_EQ(report->event.rounds, 2);
    EXPECT_FALSE(report->event.players[0].is_present);
    EXPECT_FALSE(report->event.players[1].is_present);
    EXPECT_TRUE(report->event.players[2].is_present);
    EXPECT_EQ(report->event.players[0].outcomes.size(), 1U);
}

struct Broken {
    std::string text;
    std::string detail;
};

std::vector<Broken> broken() {
    const std::string one = player(1, "");
    return {
        {"", "Line 1: no line 001 has a player."},
        {"012 name\n", "Line 1: no line 001 has a player."},
        {std::string(trf_bytes_max + 1, ' '),
         "Line 1: the file has 1048577 bytes, more than 1048576."},
        {"012 \xff\n" + one, "Line 1: it is not UTF-8."},
        {"012 a\tb\n" + one, "Line 1: it has a control character."},
        {"XXR 0\n" + one, "Line 1: the number of rounds must be 1 to 50; got \"0\"."},
        {"XXR 51\n" + one, "Line 1: the number of rounds must be 1 to 50; got \"51\"."},
        {"XXR nine\n" + one, "Line 1: the number of rounds must be 1 to 50; got \"nine\"."},
        {"XXC green\n" + one, "Line 1: the first colour must be white1 or black1; got \"green\"."},
        {one + "XXP 1 x\n", "Line 2: a pairing number must be 1 to 1024; got \"x\"."},
        {one + "XXP 1 2\n", "Line 2: there is no player 2."},
        {one + "XXZ 2\n", "Line 2: there is no player 2."},
        {"001\n", "Line 1: columns 5 to 8 must have a pairing number from 1 to 1024; got \"\"."},
        {"001    x\n",
         "Line 1: columns 5 to 8 must have a pairing number from 1 to 1024; got "
         "\"x\"."},
        {"001 1025\n",
         "Line 1: columns 5 to 8 must have a pairing number from 1 to 1024; got "
         "\"1025\"."},
        {one + one, "Line 2: player 1 has a line already."},
        {one + player(3, ""), "Line 2: pairing numbers must be 1 to 2; got 3."},
        {player(1, "", "x.y"), "Line 1: points must be like 3.5; got \"x.y\"."},
        {player(1, "", "1.3"), "Line 1: points must be like 3.5; got \"1.3\"."},
        {player(1, "0000 - U", " 2.0"), "Line 1: the rounds add up to 1.0 points; got 2.0."},
        {player(1, "   2 w 1"), "Line 1: round 1: player 2 can't be the opponent."},
        {player(1, "   1 w 1"), "Line 1: round 1: player 1 can't be the opponent."},
        {player(1, "   2 w 1") + player(2, ""),
         "Line 1: round 1: the line of player 2 says something else."},
        {player(1, "   2 w 1") + player(2, "   1 w 0"),
         "Line 1: round 1: the line of player 2 says something else."},
        {player(1, "   2 w 1") + player(2, "   1 b 1"),
         "Line 1: round 1: the line of player 2 says something else."},
        {player(1, "   2 w 1") + player(2, "   1 b -"),
         "Line 1: round 1: the line of player 2 says something else."},
        {player(1, "   2 w +") + player(2, "   1 b +"),
         "Line 1: round 1: the line of player 2 says something else."},
        {player(1, "   2 w ?"),
         "Line 1: round 1: the result must be one of 1 0 = + - W D L U F H "
         "Z; got \"?\"."},
        {player(1, "   2 x 1"), "Line 1: round 1: the colour must be w or b; got \"x\"."},
        {player(1, "   2 w U"), "Line 1: round 1: with an opponent, the result can't be \"U\"."},
        {player(1, "0000 w 1"), "Line 1: round 1: a result needs an opponent."},
        {player(1, "  2x w 1"), "Line 1: round 1: no player has the number \"2x\"."},
        {player(1, "9999 w 1"), "Line 1: round 1: no player has the number \"9999\"."},
        {"XXR 1\n" + player(1, "0000 - U  0000 - U"),
         "Line 2: the event has 1 rounds, and the players have 2."},
        {"XXR\n" + one, "Line 1: the number of rounds must be 1 to 50; got \"\"."},
        {"XXR 1.5\n" + one, "Line 1: the number of rounds must be 1 to 50; got \"1.5\"."},
        {"XXR -1\n" + one, "Line 1: the number of rounds must be 1 to 50; got \"-1\"."},
        {"142 9 9\n" + one, "Line 1: the number of rounds must be 1 to 50; got \"9 9\"."},
        {"XXC WHITE1\n" + one,
         "Line 1: the first colour must be white1 or black1; got \"WHITE1\"."},
        {"152 X\n" + one, "Line 1: the first colour must be white1 or black1; got \"X\"."},
        {"XXC white1 green\n" + one,
         "Line 1: the first colour must be white1 or black1; got \"green\"."},
        {one + "XXP 0 1\n", "Line 2: a pairing number must be 1 to 1024; got \"0\"."},
        {one + "XXP 1025\n", "Line 2: a pairing number must be 1 to 1024; got \"1025\"."},
        {one + "XXZ -1\n", "Line 2: a pairing number must be 1 to 1024; got \"-1\"."},
        {one + "XXZ 1 9 1\n", "Line 2: there is no player 9."},
        {"001    0\n",
         "Line 1: columns 5 to 8 must have a pairing number from 1 to 1024; got \"0\"."},
        {"001   -1\n",
         "Line 1: columns 5 to 8 must have a pairing number from 1 to 1024; got \"-1\"."},
        {player(2, ""), "Line 1: pairing numbers must be 1 to 1; got 2."},
        {one + player(2, "") + player(4, ""), "Line 3: pairing numbers must be 1 to 3; got 4."},
        {"012 \xc3\n" + one, "Line 1: it is not UTF-8."},
        {one + "012 \xed\xa0\x80\n", "Line 2: it is not UTF-8."},
        {"012 a\x7f\n" + one, "Line 1: it has a control character."},
        {"012 a" + std::string(1, '\0') + "\n" + one, "Line 1: it has a control character."},
        {player(1, "", "3,5"), "Line 1: points must be like 3.5; got \"3,5\"."},
        {player(1, "", "-1.0"), "Line 1: points must be like 3.5; got \"-1.0\"."},
        {player(1, "", "1.25"), "Line 1: points must be like 3.5; got \"1.25\"."},
        {player(1, "   3 w 1") + player(2, ""), "Line 1: round 1: player 3 can't be the opponent."},
        {player(1, "   2 w H"), "Line 1: round 1: with an opponent, the result can't be \"H\"."},
        {player(1, "   2 w Z"), "Line 1: round 1: with an opponent, the result can't be \"Z\"."},
        {player(1, "0000 - ="), "Line 1: round 1: a result needs an opponent."},
        {player(1, "0000 - +"), "Line 1: round 1: a result needs an opponent."},
        {player(1, "   2   1"), "Line 1: round 1: the colour must be w or b; got \"\"."},
        {player(1, "   2 W 1"), "Line 1: round 1: the colour must be w or b; got \"W\"."},
        {player(1, "1025 w 1"), "Line 1: round 1: no player has the number \"1025\"."},
        {player(1, "0000 - U     2 x 1"), "Line 1: round 2: the colour must be w or b; got \"x\"."},
    };
}

TEST(Trf, RefusesEachFaultWithOneSentenceAndItsLine) {
    EXPECT_GE(broken().size(), 60U);
    for (const Broken& one : broken()) {
        const auto report = read_trf(one.text);

        ASSERT_FALSE(report) << one.detail;
        EXPECT_EQ(report.error().detail, one.detail);
        EXPECT_EQ(report.error().code, protocol::Code::invalid_record);
    }
}

TEST(Trf, TakesAsManyBytesPlayersAndRoundsAsItSays) {
    std::string text = player(1, "");
    text += std::string(trf_bytes_max - text.size(), ' ');
    EXPECT_TRUE(read_trf(text));

    std::string rounds;
    for (int round = 0; round < trf_rounds_max; ++round) rounds += "0000 - U  ";
    EXPECT_TRUE(read_trf(player(1, rounds)));
    const auto more = read_trf(player(1, rounds + "0000 - U"));
    ASSERT_FALSE(more);
    EXPECT_EQ(more.error().detail, "Line 1: it has more than 50 rounds.");

    std::string players;
    for (int number = 1; number <= trf_players_max; ++number) players += player(number, "");
    EXPECT_TRUE(read_trf(players));
}

TEST(Trf, NeverFailsOtherwise) {
    std::mt19937 random(10);  // NOLINT: the same texts in each run
    for (int round = 0; round < tests::repetitions(20'000); ++round) {
        std::string text(example_text);
        for (int change = 0; change < 3; ++change) {
            const std::size_t place = random() % text.size();
            switch (random() % 3) {
                case 0:
                    text[place] = static_cast<char>(random() % 256);
                    break;
                case 1:
                    text.erase(place, random() % 5);
                    break;
                default:
                    text.insert(place, 1, "0123456789 wb-+=\n"[random() % 17]);
            }
        }
        const auto report = read_trf(text);
        if (report) {
            EXPECT_TRUE(read_trf(write_trf(*report))) << text;
        } else {
            EXPECT_TRUE(report.error().detail.starts_with("Line ")) << report.error().detail;
        }
    }
}

}  // namespace
}  // namespace tanbo::pairing
