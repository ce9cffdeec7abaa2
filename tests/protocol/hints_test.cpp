#include "protocol/records/hints.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/notation.hpp"
#include "tests/protocol/script.hpp"

namespace tanbo::protocol {
namespace {

using analysis::Judgement;
using nlohmann::json;

engine::Point point_at(const engine::Position& position, const char* name) {
    return engine::parse_point(position.lattice(), name).value();
}

Script opened() {
    Script script("9x9");
    script.fill().play("H7").play("H3");
    return script;
}

Judgement judgement_of(const engine::Position& position) {
    return {{560, 440},
            {point_at(position, "H6"), point_at(position, "G2")},
            {{point_at(position, "H2"), 310}},
            {}};
}

TEST(Judgement, HasItsExactBytesAndComesBack) {
    const Script script = opened();
    const engine::Position& position = script.match().position();
    const Judgement judgement = judgement_of(position);

    const std::string text = encode_judgement(position.opening(), judgement);

    EXPECT_EQ(text, R"({"chances":[0.560,0.440],"proven":null,"best":"H6","line":["H6","G2"],)"
                    R"("risks":[{"seat":"white","root":"H2","falls":0.310}]})");
    EXPECT_EQ(decode_judgement(text, position).value(), judgement);
}

TEST(Judgement, IsRefusedIfItIsNotOfThePosition) {
    const Script script = opened();
    const engine::Position& position = script.match().position();
    const json sound = json::parse(encode_judgement(position.opening(), judgement_of(position)));
    const std::vector<std::pair<std::string, json>> wrong = {{"/best", "G2"},
                                                             {"/line/0", "E5"},
                                                             {"/line/1", "H6"},
                                                             {"/chances", {0.5, 0.6}},
                                                             {"/risks/0/root", "E5"}};
    for (const auto& [pointer, value] : wrong) {
        json spoiled = sound;
        spoiled[json::json_pointer(pointer)] = value;

        const auto decoded = decode_judgement(spoiled.dump(), position);

        ASSERT_FALSE(decoded) << pointer;
        EXPECT_EQ(decoded.error().pointer, pointer);
    }
}

TEST(Hint, SaysWhatTheMoveDoesToItsRoot) {
    const Script script = opened();
    const engine::Position& position = script.match().position();

    const json hint = json::parse(encode_hint(GameId{42}, position, judgement_of(position)));

    EXPECT_EQ(hint["ply"], 2);
    EXPECT_EQ(hint["seat"], "black");
    EXPECT_EQ(hint["point"], "H6");
    EXPECT_EQ(hint["chance"], 0.56);
    EXPECT_EQ(hint["root"], "H8");
    EXPECT_EQ(hint["bounds"], json::array());
    const std::string before = std::to_string(hint["space_before"].get<int>());
    const std::string after = std::to_string(hint["space_after"].get<int>());
    EXPECT_NE(before, after);
    EXPECT_EQ(hint["why"], "H6 extends your root at H8. Its root space goes from " + before +
                               " to " + after + ".");
}

// Over whole games every hint agrees with what its move then does.
TEST(Hint, TellsTheRootsThatTheMoveRemoves) {
    int bounded = 0;
    int wins = 0;
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
        Script script("9x9");
        script.fill();
        while (script.match().to_move()) {
            const engine::Position before = script.match().position();
            script.play_random(seed + script.match().ply(), 1);
            const engine::Point point = script.match().turns().back().point;
            const Judgement judgement{{500, 500}, {point}, {}, {}};

            const json hint = json::parse(encode_hint(GameId{1}, before, judgement));

            engine::Position after = before;
            const engine::Outcome outcome = after.play(point);
            ASSERT_EQ(hint["bounds"].size(), outcome.removed.size());
            const std::string why = hint["why"];
            ASSERT_EQ(why.find("is removed") != std::string::npos, !outcome.removed.empty());
            const bool is_won = outcome.winner == before.to_move();
            ASSERT_EQ(why.ends_with("That wins the game."), is_won);
            bounded += outcome.removed.empty() ? 0 : 1;
            wins += is_won ? 1 : 0;
        }
    }
    EXPECT_GT(bounded, 10);
    EXPECT_GT(wins, 0);
}

}  // namespace
}  // namespace tanbo::protocol
