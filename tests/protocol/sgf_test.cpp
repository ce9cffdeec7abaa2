#include "protocol/records/sgf.hpp"

#include <map>

#include <gtest/gtest.h>

#include "tests/protocol/golden.hpp"
#include "tests/protocol/script.hpp"
#include "tests/protocol/well_formed.hpp"

namespace tanbo::protocol {
namespace {

Record sgf_record_of(const Script& script) {
    return assemble_record(GameId{42}, script.stored()).value();
}

std::string sgf_of(const Script& script) {
    return encode_sgf(sgf_record_of(script)).value();
}

// The board of a viewer after the last node: the colour of each point that has a stone. No point is
// in capitals before 26, so plain parsing is enough.
std::map<std::string, char> shown(std::string_view sgf) {
    std::map<std::string, char> stones;
    const std::map<std::string_view, char> setup{{"AB", 'B'}, {"AW", 'W'}, {"AE", '.'}};
    std::string_view name;
    for (std::size_t i = 0; i < sgf.size(); ++i) {
        if (sgf[i] >= 'A' && sgf[i] <= 'Z' && sgf[i - 1] != sgf[i]) {
            const std::size_t end = sgf.find('[', i);
            name = sgf.substr(i, end - i);
            i = end - 1;
        } else if (sgf[i] == '[') {
            std::size_t end = i + 1;
            while (sgf[end] != ']') end += sgf[end] == '\\' ? 2U : 1U;
            const auto what = setup.find(name);
            if (what != setup.end())
                stones[std::string(sgf.substr(i + 1, end - i - 1))] = what->second;
            i = end;
        }
    }
    std::erase_if(stones, [](const auto& stone) { return stone.second == '.'; });
    return stones;
}

TEST(Sgf, SetsBoardsUpAndNeverMoves) {
    const std::string sgf = sgf_of(Script("9x9").fill().play("B3").leave(engine::Seat::white));

    EXPECT_TRUE(
        sgf.starts_with("(;FF[4]CA[UTF-8]AP[tanbo:1]SZ[9]\n"
                        "RU[Tanbo, a game by Mark Steere]GN[Tanbo game 42]DT[2026-03-01]"
                        "PB[anna]PW[ben]RE[B+R]\n"
                        "AB[bh][hb]AW[hh][bb]PL[B]C[Tanbo, a game by Mark Steere."))
        << sgf;
    EXPECT_NE(sgf.find("\n;AB[bg]PL[W]CR[bg]C[Black on B3.\nWhite to move after 1 stone.]\n"),
              std::string::npos)
        << sgf;
    EXPECT_NE(
        sgf.find("\n;AE[hh][bb]MA[hh][bb]C[White has left (resigned).\nRemoved: white's root "),
        std::string::npos)
        << sgf;
    EXPECT_EQ(sgf.find(";B["), std::string::npos);
    EXPECT_EQ(sgf.find("GM["), std::string::npos);
}

TEST(Sgf, IsWellFormedForEveryGame) {
    for (const Script& script : example_games()) {
        EXPECT_TRUE(is_well_formed_sgf(sgf_of(script)));
    }
    for (const char* const broken : {"", "(;)x", "(;FF[4]", "(;FF)", "(;FF[4]FF[4])", "(;ff[4])",
                                     "(FF[4])", "(;C[a\\])", "(;C[a)"}) {
        EXPECT_FALSE(is_well_formed_sgf(broken)) << broken;
    }
}

TEST(Sgf, LeavesTheStonesOfTheLastPositionOnTheBoard) {
    for (const Script& script : example_games()) {
        const engine::Position& position = script.match().position();
        std::map<char, int> expected;
        for (int i = 0; i < position.opening().seats(); ++i) {
            expected[i % 2 == 0 ? 'B' : 'W'] += position.stones(engine::seat_at(i));
        }

        std::map<char, int> found{{'B', 0}, {'W', 0}};
        for (const auto& [point, colour] : shown(sgf_of(script))) ++found[colour];

        EXPECT_EQ(found, expected);
    }
}

TEST(Sgf, HasExactlyTheseBytes) {
    EXPECT_TRUE(matches_golden("game-9x9.sgf", sgf_of(example_games()[0])));
    EXPECT_TRUE(matches_golden("game-4p.sgf", sgf_of(example_games()[5])));
    EXPECT_TRUE(matches_golden("game-3d.sgf", sgf_of(example_games()[3])));
    EXPECT_TRUE(matches_golden("game-1d.sgf", sgf_of(example_games()[4])));
}

TEST(Sgf, SaysHowAGameEndedIfTheStandardHasWords) {
    const auto has = [](const Script& script, std::string_view words) {
        return sgf_of(script).find(words) != std::string::npos;
    };
    const auto left = [](engine::Seat seat, engine::LeaveReason reason) {
        return Script("9x9").fill().play("B3").leave(seat, reason);
    };

    EXPECT_TRUE(has(left(engine::Seat::black, engine::LeaveReason::resigned), "RE[W+R]"));
    EXPECT_TRUE(has(left(engine::Seat::white, engine::LeaveReason::time), "RE[B+T]"));
    EXPECT_TRUE(has(Script("9x9").fill().play_random(1, 1000), "RE[B+]"));
    EXPECT_TRUE(has(example_games()[7], "RE[Void]"));
    EXPECT_FALSE(has(Script("9x9").fill().play("B3"), "RE["));
    EXPECT_FALSE(has(example_games()[2], "RE["));
}

using Turns = std::vector<std::pair<engine::Seat, engine::Point>>;

Turns turns_of(std::span<const engine::PastTurn> turns) {
    Turns plain;
    for (const engine::PastTurn& turn : turns) plain.emplace_back(turn.seat, turn.point);
    return plain;
}

TEST(Sgf, IsReadBackAsTheGameItIs) {
    int flat = 0;
    for (const Script& script : example_games()) {
        const engine::Match& match = script.match();
        const bool is_flat = match.opening().lattice().dimensions() <= 2;
        const auto game = decode_sgf(sgf_of(script));
        if (!is_flat && match.setup().empty()) {
            EXPECT_FALSE(game.has_value());
            continue;
        }

        ASSERT_TRUE(game.has_value()) << game.error().detail;
        flat += is_flat ? 1 : 0;
        EXPECT_EQ(game->game, GameId{42});
        EXPECT_EQ(game->setup, match.setup());
        EXPECT_EQ(game->opening->lattice(), match.opening().lattice());
        EXPECT_EQ(game->opening->to_move(), match.opening().to_move());
        EXPECT_EQ(turns_of(game->turns), turns_of(match.turns()));
        EXPECT_EQ(game->is_over, match.status() == engine::Status::finished);
    }
    EXPECT_GE(flat, 5);
}

TEST(Sgf, IsReadBackOnEverySetup) {
    for (const engine::Setup& setup : engine::setups()) {
        const Script script = Script(std::string(setup.id)).fill().play_random(7, 30);

        const auto game = decode_sgf(sgf_of(script));

        ASSERT_TRUE(game.has_value()) << setup.id << ": " << game.error().detail;
        EXPECT_EQ(game->setup, setup.id);
        EXPECT_EQ(turns_of(game->turns), turns_of(script.match().turns())) << setup.id;
    }
}

TEST(Sgf, IsRefusedIfItIsNoGameOfOurs) {
    const std::string sgf = sgf_of(Script("9x9").fill().play("B3"));
    const auto with = [&sgf](std::string_view from, std::string_view to) {
        std::string changed = sgf;
        return changed.replace(changed.find(from), from.size(), to);
    };
    ASSERT_TRUE(decode_sgf(sgf).has_value());

    for (const std::string& other :
         {std::string(), std::string("(;FF[4]GM[1]SZ[9])"), sgf.substr(0, sgf.size() - 3),
          with("Black on B3", "Black on E5"), with("Black on B3", "White on B3"),
          with("Black on B3", "Red on B3"), with("SZ[9]", "SZ[9:99]"), with("AB[bh]", "AB[zz]"),
          with("AP[tanbo:1]", "AP[other:1]"), std::string("(;AP[tanbo:1](;C[a])(;C[b]))")}) {
        EXPECT_FALSE(decode_sgf(other).has_value()) << other;
    }
}

TEST(Sgf, RefusesABoardThatDoesNotFit) {
    const auto board = [](int columns) {
        return Script(opening_of({columns, 2}, {{"1-1"}, {std::to_string(columns) + "-2"}}));
    };

    EXPECT_TRUE(encode_sgf(sgf_record_of(board(sgf_side_max))).has_value());
    const auto refused = encode_sgf(sgf_record_of(board(sgf_side_max + 1)));
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, Code::not_acceptable);
}

}  // namespace
}  // namespace tanbo::protocol
