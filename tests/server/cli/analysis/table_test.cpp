#include "server/cli/analysis/table.hpp"

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "server/cli/screen/text.hpp"
#include "tests/protocol/script.hpp"

namespace tanbo::cli {
namespace {

using analysis::Analysis;
using protocol::Script;

Analysis two_stones(const analysis::PlayedGame& game) {
    Analysis analysis;
    const auto point = [&](const char* name) {
        return engine::parse_point(game.opening->lattice(), name).value();
    };
    analysis.turns = {
        {0, engine::Seat::black, point("H7"), {{520, 480}, {point("G8")}, {}, {}}, {}},
        {1,
         engine::Seat::white,
         point("H3"),
         {{480, 520}, {point("B7")}, {}, {}},
         {520, 200, false}},
    };
    analysis.end = {800, 200};
    return analysis;
}

TEST(AnalysisTable, HasALineForEachStoneAndTheTurn) {
    Script script("9x9");
    script.fill().play("H7").play("H3").leave(engine::Seat::white);
    const analysis::PlayedGame game = analysis::game_of(script.match());

    const std::string table = analysis_table(game, two_stones(game), false);

    EXPECT_EQ(table,
              " move seat  played best   black's chance before it\n"
              "    1 black H7     G8      52% ################..............\n"
              "    2 white H3     B7      48% ##############.|.............. blunder -32%\n"
              "  end                      80% ########################......\n"
              "\n"
              "black  inaccuracies 0, mistakes 0, blunders 0\n"
              "white  inaccuracies 0, mistakes 0, blunders 1\n"
              "The game turned at move 2: white's H3 was a blunder, after which black's chance\n"
              "rose from 48 % to 80 %; B7 was better.\n");
}

TEST(AnalysisTable, FitsEightyColumns) {
    Script script("19x19-4p");
    script.fill().play_random(1, 3);
    script.leave(engine::Seat::black).leave(engine::Seat::white).leave(engine::Seat::red);
    const analysis::PlayedGame game = analysis::game_of(script.match());
    Analysis analysis;
    for (const engine::PastTurn& turn : game.turns) {
        if (turn.point == engine::no_point) continue;
        const auto ply = static_cast<std::uint32_t>(analysis.turns.size());
        analysis.turns.push_back({ply,
                                  turn.seat,
                                  turn.point,
                                  {{250, 250, 250, 250}, {turn.point}, {}, {}},
                                  {900, 10, false}});
    }
    analysis.end = {250, 250, 250, 250};

    const std::string table = analysis_table(game, analysis, false);

    for (std::size_t begin = 0; begin < table.size();) {
        const std::size_t end = table.find('\n', begin);
        EXPECT_LE(end - begin, 80U) << table.substr(begin, end - begin);
        begin = end + 1;
    }
    EXPECT_NE(table.find("25%  25%  25%  25%"), std::string::npos) << table;
}

TEST(AnalysisTable, ColoursGradesOnlyIfAsked) {
    Script script("9x9");
    script.fill().play("H7").play("H3").leave(engine::Seat::white);
    const analysis::PlayedGame game = analysis::game_of(script.match());

    EXPECT_EQ(analysis_table(game, two_stones(game), false).find(colour_mark), std::string::npos);
    EXPECT_NE(analysis_table(game, two_stones(game), true).find(colour_mark), std::string::npos);
}

}  // namespace
}  // namespace tanbo::cli
