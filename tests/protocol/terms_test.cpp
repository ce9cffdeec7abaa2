// The terms of a game in requests.

#include <gtest/gtest.h>

#include "protocol/games/game_options.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/people/challenges.hpp"
#include "tests/protocol/golden.hpp"

namespace tanbo::protocol {
namespace {

using engine::ClockKind;
using engine::ClockSettings;
using namespace std::chrono_literals;

std::string request(std::string_view members, std::string_view setup = "9x9") {
    return R"({"setup":")" + std::string(setup) + R"(",)" + std::string(members) + "}";
}

ClockSettings clock_of(std::string_view clock) {
    const auto game = decode_create_game(request("\"clock\":" + std::string(clock)));
    EXPECT_TRUE(game.has_value()) << clock << game.error().detail;
    return game ? game->terms.clock : ClockSettings();
}

TEST(Terms, MayBeLeftOut) {
    const auto game = decode_create_game(R"({"setup":"9x9"})").value();

    EXPECT_EQ(game.terms, engine::Terms());
}

TEST(Terms, AreReadInFull) {
    const auto game =
        decode_create_game(request(R"("clock":{"kind":"total","total_s":3600,"sleep_off":true},)"
                                   R"("rated":true,"swap":true,"leaver_policy":"remove",)"
                                   R"("assistance":"some")"))
            .value();

    EXPECT_TRUE(game.terms.rated);
    EXPECT_TRUE(game.terms.swap);
    EXPECT_EQ(game.terms.assistance, engine::Assistance::some);
    EXPECT_EQ(game.terms.clock, (ClockSettings{ClockKind::total, 1h, 0s, 0s, false, true, false}));
    EXPECT_EQ(decode_create_game(request(R"("leaver_policy":"substitute")", "19x19-4p"))
                  .value()
                  .terms.leaver_policy,
              engine::LeaverPolicy::substitute);
}

TEST(Terms, KnowEveryKindOfClock) {
    EXPECT_EQ(clock_of(R"({"kind":"none"})"), ClockSettings());
    EXPECT_EQ(clock_of(R"({"kind":"per-move","per_move_s":1})"),
              (ClockSettings{ClockKind::per_move, 1s}));
    EXPECT_EQ(clock_of(R"({"kind":"total","total_s":7776000})"),
              (ClockSettings{ClockKind::total, 2160h}));
    EXPECT_EQ(clock_of(R"({"kind":"fischer","initial_s":259200,"increment_s":86400,)"
                       R"("max_s":604800,"weekends_off":true,"vacations":true})"),
              (ClockSettings{ClockKind::fischer, 72h, 24h, 168h, true, false, true}));
    EXPECT_EQ(clock_of(R"({"kind":"fischer","initial_s":300,"increment_s":0,"max_s":300})"),
              (ClockSettings{ClockKind::fischer, 300s, 0s, 300s}));
}

struct TermsCase {
    const char* name;
    const char* members;
    const char* pointer;
};

class BadTerms : public testing::TestWithParam<TermsCase> {};

INSTANTIATE_TEST_SUITE_P(
    All, BadTerms,
    testing::Values(
        TermsCase{"ClockOfNoKind", R"("clock":{})", "/clock/kind"},
        TermsCase{"ClockOfUnknownKind", R"("clock":{"kind":"hourglass"})", "/clock/kind"},
        TermsCase{"ClockAsAWord", R"("clock":"fischer")", "/clock"},
        TermsCase{"NoneWithTime", R"("clock":{"kind":"none","total_s":5})", "/clock/total_s"},
        TermsCase{"NoneWithWeekends", R"("clock":{"kind":"none","weekends_off":true})",
                  "/clock/weekends_off"},
        TermsCase{"NoTime", R"("clock":{"kind":"total"})", "/clock/total_s"},
        TermsCase{"TimeOfAnotherKind", R"("clock":{"kind":"total","total_s":5,"initial_s":5})",
                  "/clock/initial_s"},
        TermsCase{"ZeroTime", R"("clock":{"kind":"per-move","per_move_s":0})", "/clock/per_move_s"},
        TermsCase{"TooMuchTime", R"("clock":{"kind":"per-move","per_move_s":7776001})",
                  "/clock/per_move_s"},
        TermsCase{"FractionOfASecond", R"("clock":{"kind":"per-move","per_move_s":1.5})",
                  "/clock/per_move_s"},
        TermsCase{"LowMaximum",
                  R"("clock":{"kind":"fischer","initial_s":9,"increment_s":1,"max_s":8})",
                  "/clock/max_s"},
        TermsCase{"LiveWithWeekends",
                  R"("clock":{"kind":"total","total_s":3599,"weekends_off":true})",
                  "/clock/weekends_off"},
        TermsCase{"FlagAsAWord", R"("clock":{"kind":"total","total_s":9999,"sleep_off":"yes"})",
                  "/clock/sleep_off"},
        TermsCase{"RatedAsAWord", R"("rated":"yes")", "/rated"},
        TermsCase{"UnknownPolicy", R"("leaver_policy":"wait")", "/leaver_policy"},
        TermsCase{"UnknownAssistance", R"("assistance":"much")", "/assistance"},
        TermsCase{"SubstituteForTwo", R"("leaver_policy":"substitute")", "/leaver_policy"},
        TermsCase{"UnknownTerm", R"("komi":6)", "/komi"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_P(BadTerms, AreRefusedWithTheirPointer) {
    const auto game = decode_create_game(request(GetParam().members));

    ASSERT_FALSE(game.has_value());
    EXPECT_EQ(game.error().code, Code::invalid_field);
    EXPECT_EQ(game.error().pointer, GetParam().pointer) << game.error().detail;
}

TEST(Terms, HaveToFitTheSeatsAndTheBoard) {
    EXPECT_EQ(decode_create_game(request(R"("swap":true)", "19x19-4p")).error().pointer, "/swap");
    const std::string custom =
        R"({"board":[9,9],"stones":{"black":["A1"],"white":["J9"]},"rated":)";
    EXPECT_EQ(decode_create_game(custom + "true}").error().pointer, "/rated");
    EXPECT_TRUE(decode_create_game(custom + "false}").has_value());
}

// --- options ---

engine::Terms with(const GameOption& option, std::size_t value) {
    engine::Terms terms;
    option.set(terms, value);
    return terms;
}

// The numbers of seats, of two to four, that may have the value: "2, 3, 4".
std::string seats_with(const GameOption& option, std::size_t value) {
    std::string text;
    for (int seats = 2; seats <= 4; ++seats) {
        if (engine::terms_fault(with(option, value), seats)) continue;
        text += (text.empty() ? "" : ", ") + std::to_string(seats);
    }
    return text;
}

std::string described(const GameOption& option) {
    std::string text = "  \"" + std::string(option.key) + "\": {";
    for (std::size_t value = 0; value < option.phrases.size(); ++value) {
        const std::string word =
            option.is_flag() ? (value == 0 ? "false" : "true") : std::string(option.words[value]);
        text += (value == 0 ? "\"" : ", \"") + word + "\": [" + seats_with(option, value) + "]";
    }
    return text + "}";
}

// tests/system/test_contract.py holds the contract against this file.
TEST(GameOptions, AreAsTheContractHasThem) {
    std::string text;
    for (const GameOption& option : game_options()) {
        text += (text.empty() ? "{\n" : ",\n") + described(option);
    }

    EXPECT_TRUE(matches_golden("game-options.json", text + "\n}\n"));
}

TEST(GameOptions, BeginWithWhatAGameHasByItself) {
    for (const GameOption& option : game_options()) {
        EXPECT_EQ(option.value(engine::Terms()), 0U) << option.key;
        EXPECT_TRUE(option.is_flag() || option.words.size() == option.phrases.size());
    }
}

TEST(GameOptions, ComeBackFromJsonWithEachValue) {
    for (const GameOption& option : game_options()) {
        for (std::size_t value = 0; value < option.phrases.size(); ++value) {
            const engine::Terms terms = with(option, value);
            EXPECT_EQ(option.value(terms), value) << option.key;
            EXPECT_EQ(decode_terms(encode_terms(terms)).value(), terms) << option.key;
        }
    }
}

TEST(GameOptions, AreToldIfTheyAreNotTheUsualOnes) {
    engine::Terms all;
    for (const GameOption& option : game_options()) option.set(all, 1);

    EXPECT_EQ(options_text({}), "not rated");
    EXPECT_EQ(options_text(all), "rated, with swap, leavers are replaced, some assistance");
}

}  // namespace
}  // namespace tanbo::protocol
