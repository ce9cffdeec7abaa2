#include "protocol/boards/root_outline.hpp"

#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "tests/protocol/script.hpp"
#include "tests/support/source_folder.hpp"

namespace tanbo::protocol {
namespace {

// The outlines of one game's roots, as the file has them: the game, then a line for each root.
std::string outlines_of(const std::string& setup, std::istringstream& turns) {
    Script script(setup);
    script.fill();
    for (std::string turn; turns >> turn;) {
        const bool is_leave = turn.starts_with("leave:");
        if (is_leave) {
            script.leave(engine::parse_seat(turn.substr(6)).value());
        } else {
            script.play(turn);
        }
    }
    const engine::Snapshot shown = snapshot(script);
    const engine::Position& position = shown.position;
    const engine::Lattice& lattice = position.lattice();
    const int columns = lattice.extents()[0];
    const int rows = lattice.points() / columns;
    std::ostringstream out;
    for (int i = 0; i < lattice.points(); ++i) {
        const auto seed = static_cast<engine::Point>(i);
        const engine::Root root = position.root(seed);
        if (root == 0 || position.seed(root) != seed) continue;
        std::vector<PlacedStone> stones;
        std::size_t first = 0;
        for (int j = 0; j < lattice.points(); ++j) {
            const auto point = static_cast<engine::Point>(j);
            if (position.root(point) != root) continue;
            if (point == seed) first = stones.size();
            stones.push_back(
                {point, j % columns * outline_unit, (rows - 1 - j / columns) * outline_unit});
        }
        out << engine::point_name(lattice, seed) << ' ' << root_outline(stones, first) << '\n';
    }
    return out.str();
}

TEST(RootOutline, IsTheOneThatTheClientDraws) {
    std::ifstream file(tests::source_folder() / "tests" / "golden" / "outlines.txt");
    ASSERT_TRUE(file.is_open());
    int games = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty()) continue;
        std::istringstream turns(line);
        std::string setup;
        turns >> setup;
        std::string wanted;
        while (std::getline(file, line) && !line.empty()) wanted += line + '\n';

        EXPECT_EQ(outlines_of(setup, turns), wanted) << setup;
        ++games;
    }
    EXPECT_GE(games, 4);
}

TEST(RootOutline, OfOneStoneIsADisc) {
    const std::vector<PlacedStone> stone{{7, 200, 100}};

    EXPECT_EQ(root_outline(stone, 0), "M157 100a43 43 0 1 1 86 0a43 43 0 1 1 -86 0z");
}

}  // namespace
}  // namespace tanbo::protocol
