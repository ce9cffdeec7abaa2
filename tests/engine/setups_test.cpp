#include <algorithm>

#include <gtest/gtest.h>

#include "engine/opening.hpp"
#include "tests/support/picture.hpp"
#include "tests/support/play.hpp"

namespace tanbo::engine {
namespace {

using tests::Picture;

Picture opening_picture(std::string_view id) {
    return tests::picture_of(Position(find_setup(id)->opening));
}

TEST(Setups, AreThoseOfTheRulesWithTheTournamentBoardFirst) {
    std::vector<std::string_view> ids;
    for (const auto& setup : setups()) ids.push_back(setup.id);

    EXPECT_EQ(ids, (std::vector<std::string_view>{"19x19", "19x19-1995", "13x13", "9x9", "19x19-4p",
                                                  "5x5x5", "line31", "7x7-dense", "11x11-dense",
                                                  "15x15-dense", "19x19-dense"}));
}

TEST(Setups, AreFoundByTheirId) {
    for (const auto& setup : setups()) EXPECT_EQ(find_setup(setup.id), &setup);
    EXPECT_EQ(find_setup("9x9 "), nullptr);
    EXPECT_EQ(find_setup(""), nullptr);
}

TEST(Setups, SayWhoPlaysAndBlackMovesFirst) {
    for (const auto& setup : setups()) {
        EXPECT_EQ(setup.seats, setup.opening->seats()) << setup.id;
        EXPECT_EQ(setup.seats, setup.id == "19x19-4p" ? 4 : 2) << setup.id;
        EXPECT_EQ(setup.seats_to_start, 2) << setup.id;
        EXPECT_EQ(setup.opening->to_move(), Seat::black) << setup.id;
        EXPECT_FALSE(setup.title.empty()) << setup.id;
        EXPECT_FALSE(setup.description.empty()) << setup.id;
    }
}

TEST(Setups, Show9x9AsFigureO) {
    EXPECT_EQ(opening_picture("9x9"), (Picture{
                                          ".........",
                                          ".W.....B.",
                                          ".........",
                                          ".........",
                                          ".........",
                                          ".........",
                                          ".........",
                                          ".B.....W.",
                                          ".........",
                                      }));
}

TEST(Setups, Show13x13AsTheRuleSheetHasIt) {
    EXPECT_EQ(opening_picture("13x13"), (Picture{
                                            "B...W...B...W",
                                            ".............",
                                            ".............",
                                            ".............",
                                            "W...B...W...B",
                                            ".............",
                                            ".............",
                                            ".............",
                                            "B...W...B...W",
                                            ".............",
                                            ".............",
                                            ".............",
                                            "W...B...W...B",
                                        }));
}

TEST(Setups, ExchangeTheColoursOf19x19In1995) {
    const Opening& present = *find_setup("19x19")->opening;
    const Opening& early = *find_setup("19x19-1995")->opening;

    EXPECT_EQ(early.stones(Seat::black), present.stones(Seat::white));
    EXPECT_EQ(early.stones(Seat::white), present.stones(Seat::black));
}

TEST(Setups, ShowFourPlayersAsTheRulesHaveIt) {
    const Picture picture = opening_picture("19x19-4p");

    EXPECT_EQ(picture[0], "B.....W.....B.....W");
    EXPECT_EQ(picture[6], "G.....R.....G.....R");
    EXPECT_EQ(picture[12], "B.....W.....B.....W");
    EXPECT_EQ(picture[18], "G.....R.....G.....R");
    EXPECT_EQ(find_setup("19x19-4p")->opening->seeds().size(), 16U);
}

TEST(Setups, HandTheStonesOfFourPlayersOnByAQuarterTurn) {
    const Picture picture = opening_picture("19x19-4p");
    const std::string_view turned = "WRGB";  // what a quarter turn clockwise makes of B, W, R, G

    for (std::size_t row = 0; row < 19; ++row) {
        for (std::size_t column = 0; column < 19; ++column) {
            const char mark = picture[row][column];
            if (mark == '.') continue;
            const auto index = std::string_view("BWRG").find(mark);
            EXPECT_EQ(picture[column][18 - row], turned[index]) << row << ' ' << column;
        }
    }
}

TEST(Setups, PutTheFourColoursIntoEachBlockOfFourSeeds) {
    const Picture picture = opening_picture("19x19-4p");

    for (std::size_t row = 0; row + 6 < 19; row += 6) {
        for (std::size_t column = 0; column + 6 < 19; column += 6) {
            std::string block = {picture[row][column], picture[row][column + 6],
                                 picture[row + 6][column], picture[row + 6][column + 6]};
            std::sort(block.begin(), block.end());
            EXPECT_EQ(block, "BGRW");
        }
    }
}

TEST(Setups, GiveEachColourFourCornersOfTheCube) {
    const Opening& opening = *find_setup("5x5x5")->opening;

    EXPECT_EQ(opening.stones(Seat::white),
              tests::points_at(opening.lattice(), {"111", "551", "515", "155"}));
    EXPECT_EQ(opening.stones(Seat::black),
              tests::points_at(opening.lattice(), {"511", "151", "115", "555"}));
}

TEST(Setups, AlternateTheColoursOnTheLine) {
    const Opening& opening = *find_setup("line31")->opening;

    EXPECT_EQ(opening.stones(Seat::black), tests::points_at(opening.lattice(), {"1", "13", "25"}));
    EXPECT_EQ(opening.stones(Seat::white), tests::points_at(opening.lattice(), {"7", "19", "31"}));
}

TEST(Setups, ShowTheDenseBoardWithBlackTopLeft) {
    EXPECT_EQ(opening_picture("7x7-dense"), (Picture{
                                                "B.W.B.W",
                                                ".......",
                                                "W.B.W.B",
                                                ".......",
                                                "B.W.B.W",
                                                ".......",
                                                "W.B.W.B",
                                            }));
    EXPECT_EQ(find_setup("19x19-dense")->opening->seeds().size(), 100U);
    EXPECT_EQ(opening_picture("11x11-dense")[0], "B.W.B.W.B.W");
}

}  // namespace
}  // namespace tanbo::engine
