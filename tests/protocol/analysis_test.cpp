#include "protocol/records/analysis.hpp"

#include <functional>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/analysis/analyst.hpp"
#include "protocol/records/record.hpp"
#include "tests/protocol/golden.hpp"
#include "tests/protocol/script.hpp"
#include "tests/protocol/well_formed.hpp"

namespace tanbo::protocol {
namespace {

using analysis::Analysis;
using analysis::Judgement;
using analysis::Look;
using nlohmann::json;

// Chances, lines and risks that depend on nothing but the position.
Judgement judge(const engine::Position& position, engine::Point, Look) {
    Judgement judgement;
    std::vector<double> shares;
    for (int i = 0; i < position.opening().seats(); ++i) {
        const engine::Seat seat = engine::seat_at(i);
        const double space = static_cast<double>(position.legal_points(seat).size());
        shares.push_back(space * space * (seat == position.to_move() ? 1.3 : 1));
    }
    judgement.chances = analysis::round_chances(shares);
    engine::Position next = position;
    while (judgement.line.size() < 3 && !next.is_over()) {
        const auto legal = next.legal_points(*next.to_move());
        judgement.line.push_back(*std::ranges::max_element(legal));
        next.play(judgement.line.back());
    }
    for (engine::Root root = 1; root <= position.opening().seeds().size(); ++root) {
        const bool is_small = position.is_standing(root) && position.root_space(root) < 4;
        if (!is_small || judgement.risks.size() == analysis::risks_max) continue;
        judgement.risks.push_back({position.seed(root), 400 - 90 * position.root_space(root)});
    }
    return judgement;
}

Script played_9x9() {
    Script script("9x9");
    script.fill().play_random(4, 1000);
    return script;
}

Script left_4p() {
    Script script("19x19-4p");
    script.fill().play_random(8, 30).leave(engine::Seat::red).play_random(9, 12);
    script.leave(engine::Seat::black).leave(engine::Seat::green);
    return script;
}

Analysis analysis_of(const Script& script) {
    return analysis::analyse(analysis::game_of(script.match()), judge, {2000, 1});
}

std::string text_of(const Script& script) {
    return encode_analysis(GameId{42}, analysis::game_of(script.match()), analysis_of(script));
}

TEST(Analysis, HasItsExactBytes) {
    EXPECT_TRUE(matches_golden("analysis-9x9.json", text_of(played_9x9()) + "\n"));
    EXPECT_TRUE(matches_golden("analysis-4p.json", text_of(left_4p()) + "\n"));
}

TEST(Analysis, ComesBackAsItWas) {
    for (const Script& script : {played_9x9(), left_4p()}) {
        const auto decoded =
            decode_analysis(text_of(script), GameId{42}, analysis::game_of(script.match()));

        ASSERT_TRUE(decoded) << decoded.error().pointer << decoded.error().detail;
        EXPECT_EQ(*decoded, analysis_of(script));
    }
}

TEST(Analysis, IsRefusedCutAnywhere) {
    const Script script = played_9x9();
    const std::string text = text_of(script);
    for (std::size_t size = 0; size < text.size(); size += 37) {
        EXPECT_FALSE(
            decode_analysis(text.substr(0, size), GameId{42}, analysis::game_of(script.match())));
    }
}

struct Spoiled {
    const char* name;
    std::function<void(json&)> spoil;
    const char* pointer;
};

class SpoiledAnalysis : public testing::TestWithParam<Spoiled> {};

TEST_P(SpoiledAnalysis, IsRefusedWithItsPointer) {
    const Script script = played_9x9();
    json document = json::parse(text_of(script));
    ASSERT_TRUE(decode_analysis(document.dump(), GameId{42}, analysis::game_of(script.match())));

    GetParam().spoil(document);
    const auto decoded =
        decode_analysis(document.dump(), GameId{42}, analysis::game_of(script.match()));

    ASSERT_FALSE(decoded);
    EXPECT_EQ(decoded.error().pointer, GetParam().pointer) << decoded.error().detail;
}

INSTANTIATE_TEST_SUITE_P(
    Table, SpoiledAnalysis,
    testing::Values(
        Spoiled{"AnotherGame", [](json& d) { d["game"] = 43; }, "/game"},
        Spoiled{"AnotherSetup", [](json& d) { d["setup"] = "13x13"; }, "/setup"},
        Spoiled{"NoSimulations", [](json& d) { d["simulations"] = 0; }, "/simulations"},
        Spoiled{"ATurnTooFew", [](json& d) { d["turns"].erase(0); }, "/turns"},
        Spoiled{"ATurnTooMany", [](json& d) { d["turns"].push_back(d["turns"][0]); }, "/turns"},
        Spoiled{"AnotherPoint", [](json& d) { d["turns"][3]["point"] = "E5"; }, "/turns/3"},
        Spoiled{"AnotherSeat", [](json& d) { d["turns"][3]["seat"] = "black"; }, "/turns/3"},
        Spoiled{"ASumPastOne", [](json& d) { d["turns"][2]["chances"] = {0.6, 0.5}; },
                "/turns/2/chances"},
        Spoiled{"AChancePastOne", [](json& d) { d["turns"][2]["chances"] = {1.5, -0.5}; },
                "/turns/2/chances/0"},
        Spoiled{"TooManyDigits", [](json& d) { d["turns"][2]["chances"] = {0.5001, 0.4999}; },
                "/turns/2/chances/0"},
        Spoiled{"AChanceThatIsText", [](json& d) { d["turns"][2]["chances"] = {"1", 0}; },
                "/turns/2/chances/0"},
        Spoiled{"ThreeSeats", [](json& d) { d["turns"][2]["chances"] = {0.5, 0.4, 0.1}; },
                "/turns/2/chances"},
        Spoiled{"NoLine", [](json& d) { d["turns"][0]["line"] = json::array(); }, "/turns/0/line"},
        Spoiled{"ALineTooLong",
                [](json& d) { d["turns"][0]["line"] = json::array_t(9, json("G8")); },
                "/turns/0/line"},
        Spoiled{"AnIllegalLine", [](json& d) { d["turns"][0]["line"][0] = "E5"; },
                "/turns/0/line/0"},
        Spoiled{"AnIllegalAnswer", [](json& d) { d["turns"][0]["line"][1] = "E5"; },
                "/turns/0/line/1"},
        Spoiled{"AnotherBestMove", [](json& d) { d["turns"][0]["best"] = "H7"; }, "/turns/0"},
        Spoiled{"ARootThatNeverWas",
                [](json& d) {
                    d["turns"][0]["risks"] = {{{"seat", "black"}, {"root", "E5"}, {"falls", 0.5}}};
                },
                "/turns/0/risks/0/root"},
        Spoiled{"AnotherOwner",
                [](json& d) {
                    d["turns"][0]["risks"] = {{{"seat", "white"}, {"root", "B2"}, {"falls", 0.5}}};
                },
                "/turns/0"},
        Spoiled{"AProofWithoutCertainty", [](json& d) { d["turns"][0]["proven"] = "black"; },
                "/turns/0/proven"},
        Spoiled{"ALossOfNothing", [](json& d) { d["turns"][1]["loss"] = 0.999; }, "/turns/1"},
        Spoiled{"AnotherGrade", [](json& d) { d["turns"][1]["grade"] = "brilliant"; }, "/turns/1"},
        Spoiled{"NoTurningPoint", [](json& d) { d.erase("turning_point"); }, "/turning_point"},
        Spoiled{"AnotherEnd", [](json& d) { d["end"] = {0.5, 0.5}; }, "/end/1"},
        Spoiled{"AnotherMember", [](json& d) { d["extra"] = 1; }, "/extra"}),
    [](const auto& info) { return std::string(info.param.name); });

TEST(Analysis, HasItsTurningPointToldAnew) {
    const Script script = played_9x9();
    const auto game = analysis::game_of(script.match());
    json document = json::parse(text_of(script));
    document["turning_point"] = {{"kind", "own-move"}, {"sentence", "<script>alert(1)</script>"}};

    const auto decoded = decode_analysis(document.dump(), GameId{42}, game);

    ASSERT_TRUE(decoded) << decoded.error().pointer;
    EXPECT_EQ(encode_analysis(GameId{42}, game, *decoded), text_of(script));
}

TEST(Analysis, EndsAfterThoseWhoLeftARunningGame) {
    Script script("19x19-4p");
    script.fill().play_random(8, 30).leave(engine::Seat::red);
    const auto game = analysis::game_of(script.match());
    json document = json::parse(text_of(script));
    const auto kept = decode_analysis(document.dump(), GameId{42}, game);
    document["end"] = {0.25, 0.25, 0.25, 0.25};

    const auto refused = decode_analysis(document.dump(), GameId{42}, game);

    ASSERT_TRUE(kept) << kept.error().pointer << kept.error().detail;
    EXPECT_EQ(*kept, analysis_of(script));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().pointer, "/end/2");
}

TEST(Analysis, EndsBeforeAnybodyLeftAWonGame) {
    Script script("19x19-4p");
    script.fill().play_random(8, 30).leave(engine::Seat::red);
    script.leave(engine::Seat::black).leave(engine::Seat::green);
    json document = json::parse(text_of(script));
    document["end"] = {0.25, 0.25, 0.25, 0.25};

    const auto decoded =
        decode_analysis(document.dump(), GameId{42}, analysis::game_of(script.match()));

    ASSERT_TRUE(decoded) << decoded.error().pointer << decoded.error().detail;
    EXPECT_EQ(decoded->end, (analysis::Chances{250, 250, 250, 250}));
}

TEST(Analysis, IsRefusedPastItsCaps) {
    const Script script = played_9x9();
    std::string text = text_of(script);

    const std::string full = text + std::string(analysis_bytes_max - text.size(), ' ');

    EXPECT_TRUE(decode_analysis(full, GameId{42}, analysis::game_of(script.match())));
    EXPECT_FALSE(decode_analysis(full + " ", GameId{42}, analysis::game_of(script.match())));
}

TEST(RecordWithAnalysis, ComesBackAsItWas) {
    const Script script = played_9x9();
    Record record = assemble_record(GameId{42}, script.stored()).value();
    record.analysis = analysis_of(script);
    const std::string text = encode_record(record);

    const auto decoded = decode_record(text);

    ASSERT_TRUE(decoded) << decoded.error().pointer << decoded.error().detail;
    EXPECT_EQ(decoded->analysis, record.analysis);
    EXPECT_EQ(encode_record(*decoded), text);
}

TEST(RecordWithAnalysis, IsRefusedIfTheAnalysisIsOfAnotherGame) {
    const Script script = played_9x9();
    Record record = assemble_record(GameId{42}, script.stored()).value();
    record.analysis = analysis_of(script);
    record.analysis->turns[0].played = record.analysis->turns[1].played;

    EXPECT_EQ(decode_record(encode_record(record)).error().pointer, "/analysis");
}

TEST(ChancesPicture, HasItsExactBytes) {
    const Script two = played_9x9();
    const Script four = left_4p();

    EXPECT_TRUE(is_well_formed_xml(svg_chances(analysis::game_of(two.match()), analysis_of(two))));
    EXPECT_TRUE(matches_golden("chances-9x9.svg",
                               svg_chances(analysis::game_of(two.match()), analysis_of(two))));
    EXPECT_TRUE(matches_golden("chances-4p.svg",
                               svg_chances(analysis::game_of(four.match()), analysis_of(four))));
}

TEST(ChancesPicture, CountsOneStoneAsOne) {
    Script script("9x9");
    script.fill().play_random(4, 1).leave(engine::Seat::white);

    const std::string svg = svg_chances(analysis::game_of(script.match()), analysis_of(script));

    EXPECT_NE(svg.find(">1 stone<"), svg.npos) << svg;
}

}  // namespace
}  // namespace tanbo::protocol
