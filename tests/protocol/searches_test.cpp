#include "protocol/records/searches.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/protocol/script.hpp"

namespace tanbo::protocol {
namespace {

using nlohmann::json;

SearchJob job_of(const Script& script) {
    return {SearchId{7}, SearchKind::analysis, GameId{42}, analysis::game_of(script.match())};
}

Script four_players() {
    Script script("19x19-4p");
    script.fill().play_random(3, 9).leave(engine::Seat::red).play_random(4, 4);
    return script;
}

TEST(SearchJob, HasItsExactBytes) {
    Script script("9x9");
    script.fill().play("H7").play("H3").leave(engine::Seat::white);

    EXPECT_EQ(encode_search_job(job_of(script)),
              R"({"search":7,"kind":"analysis","game":42,"setup":"9x9","board":[9,9],)"
              R"("stones":{"black":["B2","H8"],"white":["H2","B8"]},"to_move":"black",)"
              R"("turns":["H7","H3","leave:white"],"winner":"black"})");
}

TEST(SearchJob, ComesBackAsItWas) {
    Script custom(opening_of({9, 9}, {{"A1"}, {"J9"}}, engine::Seat::white));
    custom.fill().play_random(1, 5);
    for (const Script& script : {four_players(), custom}) {
        const SearchJob job = job_of(script);

        const auto decoded = decode_search_job(encode_search_job(job));

        ASSERT_TRUE(decoded) << decoded.error().pointer << decoded.error().detail;
        EXPECT_EQ(decoded->id, job.id);
        EXPECT_EQ(decoded->game, job.game);
        EXPECT_EQ(decoded->kind, job.kind);
        EXPECT_EQ(encode_search_job(*decoded), encode_search_job(job));
    }
}

TEST(SearchJob, IsRefusedIfItsTurnsCannotFollow) {
    const json job = json::parse(encode_search_job(job_of(four_players())));
    const std::vector<std::pair<json, std::string>> wrong = {
        {"K10", "/turns/2"}, {"leave:blue", "/turns/2"}, {"Z99", "/turns/2"}, {7, "/turns/2"}};
    for (const auto& [turn, pointer] : wrong) {
        json spoiled = job;
        spoiled["turns"][2] = turn;

        const auto decoded = decode_search_job(spoiled.dump());

        ASSERT_FALSE(decoded) << turn;
        EXPECT_EQ(decoded.error().pointer, pointer);
    }
}

TEST(SearchJob, IsRefusedCutAnywhere) {
    const std::string text = encode_search_job(job_of(four_players()));
    for (std::size_t size = 0; size < text.size(); ++size) {
        EXPECT_FALSE(decode_search_job(text.substr(0, size)));
    }
}

TEST(ClaimSearch, WaitsForAsLongAsItMay) {
    EXPECT_EQ(decode_claim("").value(), SearchClaim());
    EXPECT_EQ(decode_claim("{}").value(), SearchClaim());
    EXPECT_EQ(decode_claim(R"({"wait_s":30})").value().wait, std::chrono::seconds(30));
    EXPECT_EQ(decode_claim(R"({"wait_s":31})").error().pointer, "/wait_s");
    EXPECT_EQ(decode_claim(R"({"wait_s":-1})").error().pointer, "/wait_s");
    EXPECT_EQ(decode_claim(R"({"wait":1})").error().pointer, "/wait");
}

TEST(ClaimSearch, MayBeOfOneKind) {
    EXPECT_EQ(decode_claim(R"({"kind":"hint"})").value().kind, SearchKind::hint);
    EXPECT_EQ(decode_claim(R"({"kind":"puzzle"})").error().pointer, "/kind");
    for (const SearchClaim& claim : {SearchClaim{}, SearchClaim{std::chrono::seconds(20), {}},
                                     SearchClaim{{}, SearchKind::analysis}}) {
        EXPECT_EQ(decode_claim(encode_claim(claim)).value(), claim);
    }
}

TEST(AnalysisProgress, HasItsExactBytes) {
    EXPECT_EQ(encode_analysis_progress({GameId{42}, false, false, second(0), 3}),
              R"({"game":42,"status":"waiting","asked_at":"2026-03-01T12:00:00.000Z","ahead":3})");
    EXPECT_EQ(encode_analysis_progress({GameId{42}, true, false, std::nullopt, 0}),
              R"({"game":42,"status":"done","asked_at":null,"ahead":0})");
}

}  // namespace
}  // namespace tanbo::protocol
