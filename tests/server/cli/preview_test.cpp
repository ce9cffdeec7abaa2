#include "server/cli/preview.hpp"

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "tests/server/cli/played_game.hpp"
#include "tests/support/picture.hpp"

namespace tanbo::cli {
namespace {

// The words about a stone of black on this board.
std::string preview_on(const tests::Picture& picture, std::string_view name,
                       const engine::Terms& terms = {}) {
    const auto opening = tests::opening_of(picture);
    const engine::Player anna{protocol::AccountId{1}, "anna"};
    auto match = engine::Match::open(
        {1, {}, engine::GameOpened{"", opening, {{anna, true}, {}}, {}, anna, terms}});
    const auto joined =
        decide(*match, engine::Join{{protocol::AccountId{2}, "ben"}, std::nullopt}, {});
    const engine::Match& begun = *std::get<engine::Decided>(joined).next;
    return preview_text(begun, engine::parse_point(opening->lattice(), name).value());
}

TEST(Preview, SaysWhichRootGrows) {
    PlayedGame game;
    game.place("H7");
    game.place("B7");

    const auto point = engine::parse_point(game.match().opening().lattice(), "H6").value();

    EXPECT_EQ(
        preview_text(game.match(), point),
        "black H6 would extend the root H8 to 3 stones. It would remove nothing. Then white is to "
        "move.");
}

TEST(Preview, SaysNoMoreThanTheGameAllows) {
    engine::Terms terms;
    terms.assistance = engine::Assistance::some;
    const PlayedGame some("9x9", {"anna", "ben"}, terms);
    terms.assistance = engine::Assistance::none;
    const PlayedGame none("9x9", {"anna", "ben"}, terms);
    const auto point = engine::parse_point(some.match().opening().lattice(), "H7").value();

    EXPECT_EQ(preview_text(some.match(), point),
              "black H7 would extend the root H8. It would remove nothing. Then white is to move.");
    EXPECT_EQ(preview_text(none.match(), point), "black H7 is legal.");
}

TEST(Preview, WarnsOfTheEndOfARootOfOnesOwnInAnyGame) {
    engine::Terms terms;
    terms.assistance = engine::Assistance::none;

    EXPECT_EQ(preview_on({"B.W"}, "B1", terms),
              "black B1 would extend the root A1. It would remove the root it extends, A1 "
              "(2 stones). black would be out. white would win.");
}

TEST(Preview, SaysWhichRootIsLiftedWhoIsOutAndWhoHasWon) {
    EXPECT_EQ(
        preview_on({"..B.W"}, "D1"),
        "black D1 would extend the root C1 to 2 stones. It would remove white's root E1 (1 stone). "
        "white would be out. black would win.");
}

TEST(Preview, SaysThatTheRootItselfIsLifted) {
    EXPECT_EQ(
        preview_on({"B.W"}, "B1"),
        "black B1 would extend the root A1 to 2 stones. It would remove the root it extends, A1 "
        "(2 stones). black would be out. white would win.");
}

TEST(Preview, SaysWhyAStoneIsIllegal) {
    const tests::Picture board = {"B.B",  //
                                  "...",  //
                                  "..W"};

    EXPECT_EQ(preview_on(board, "A3"), "black A3 is illegal: a stone of black is on it.");
    EXPECT_EQ(preview_on(board, "B3"),
              "black B3 is illegal: it touches several of black's stones. It must touch exactly "
              "one.");
    EXPECT_EQ(preview_on(board, "A1"),
              "black A1 is illegal: it touches none of black's stones. It must touch exactly one.");
}

TEST(Preview, SaysThatNobodyIsToMove) {
    const PlayedGame open("9x9", {"anna"});

    EXPECT_EQ(preview_text(open.match(), 0), "No player is to move.");
}

}  // namespace
}  // namespace tanbo::cli
