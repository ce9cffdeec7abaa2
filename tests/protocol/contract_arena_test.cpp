#include <gtest/gtest.h>

#include "protocol/games/events.hpp"
#include "protocol/tournaments/answers.hpp"
#include "protocol/tournaments/events.hpp"
#include "protocol/tournaments/requests.hpp"
#include "protocol/tournaments/settings.hpp"
#include "tests/protocol/example.hpp"

// Arenas are as the contract shows them.
namespace tanbo::protocol {
namespace {

constexpr const char* live_clock = R"("clock":{"kind":"per-move","per_move_s":60})";

Result<TournamentRequest> created_arena(const std::string& more, std::string_view clock) {
    return decode_create_tournament(R"({"name":"x","setup":"9x9","format":)" + more + "," +
                                    std::string(clock) + "}");
}

std::string pointer_of_arena(const std::string& more, std::string_view clock = live_clock) {
    const auto decoded = created_arena(more, clock);
    return decoded ? "none" : decoded.error().pointer;
}

TEST(ContractArena, EventsAreAsShown) {
    const auto at = [](const char* text) { return parse_instant(text).value(); };
    const std::vector<TournamentEvent> events{
        {8, at("2026-03-03T12:00:00.000Z"), PauseChosen{AccountId{1}, true}},
        {9, at("2026-03-03T12:00:03.000Z"), PlayersMatched{{{1, 3}, {4, 2}}}}};
    constexpr const char* handles[] = {"anna", "ben", "carl", "dora"};
    const PlayerNames names{[](AccountId) { return std::string("olga"); },
                            [&](int number) { return std::string(handles[number - 1]); }};

    EXPECT_TRUE(matches_example("answers/arena-events",
                                encode_tournament_events(TournamentId{5}, 9, events, names)));
}

TEST(ContractArena, SettingsHaveTheirDefaultsAndNameWhatCanNotBe) {
    const auto arena = created_arena(R"("arena")", live_clock)->settings;

    EXPECT_EQ(arena.arena, ArenaRules{60});
    EXPECT_EQ(arena.rounds, 0);
    EXPECT_EQ(arena.ties, (std::vector{TieRule::sonneborn_berger, TieRule::wins}));
    EXPECT_EQ(created_arena(R"("swiss")", live_clock)->settings.arena, std::nullopt);
    EXPECT_EQ(pointer_of_arena(R"("swiss","arena":{})"), "/arena");
    EXPECT_EQ(pointer_of_arena(R"("arena","arena":{"minutes":4})"), "/arena/minutes");
    EXPECT_EQ(pointer_of_arena(R"("arena","arena":{"minutes":5})"), "none");
    EXPECT_EQ(pointer_of_arena(R"("arena","arena":{"minutes":360})"), "none");
    EXPECT_EQ(pointer_of_arena(R"("arena","arena":{"minutes":361})"), "/arena/minutes");
    EXPECT_EQ(pointer_of_arena(R"("arena","rounds":3)"), "/rounds");
    EXPECT_EQ(pointer_of_arena(R"("arena","ties":["buchholz"])"), "/ties/0");
    EXPECT_EQ(pointer_of_arena(R"("arena","ties":["direct","draw-of-lots"])"), "none");
    EXPECT_EQ(pointer_of_arena(R"("arena","series":{"games":2,"tie":"shared"})"), "/series");
    EXPECT_EQ(pointer_of_arena(R"("arena","terms":{"round_limit_days":3})"),
              "/terms/round_limit_days");
}

TEST(ContractArena, ClocksAreLive) {
    EXPECT_EQ(pointer_of_arena(R"("arena")", R"("clock":{"kind":"per-move","per_move_s":3599})"),
              "none");
    EXPECT_EQ(pointer_of_arena(R"("arena")", R"("clock":{"kind":"per-move","per_move_s":3600})"),
              "/clock");
    EXPECT_EQ(pointer_of_arena(R"("arena")", R"("clock":{"kind":"none"})"), "/clock");
    EXPECT_EQ(
        decode_create_tournament(R"({"name":"x","setup":"9x9","format":"arena"})").error().pointer,
        "/clock");
}

TEST(ContractArena, AnotherFormatTakesItsRulesAway) {
    auto settings = created_arena(R"("arena","arena":{"minutes":45})", live_clock)->settings;

    apply(*decode_change_tournament(R"({"arena":{"minutes":90}})"), settings);
    EXPECT_EQ(settings.arena, ArenaRules{90});
    apply(*decode_change_tournament(R"({"format":"swiss"})"), settings);
    EXPECT_EQ(settings.arena, std::nullopt);
    apply(*decode_change_tournament(R"({"format":"arena"})"), settings);
    EXPECT_EQ(settings.arena, ArenaRules{60});
}

TEST(ContractArena, APauseIsNoRest) {
    EXPECT_EQ(decode_rest(R"({"paused":true})")->pauses, true);
    EXPECT_EQ(decode_rest(R"({"paused":false})")->pauses, false);
    EXPECT_EQ(decode_rest(R"({"round":2})")->pauses, std::nullopt);
    EXPECT_EQ(decode_rest(R"({"paused":true,"round":2})").error().pointer, "/round");
    EXPECT_EQ(decode_rest(R"({"paused":1})").error().pointer, "/paused");
    EXPECT_TRUE(decode_rest("{}").has_error());
}

TEST(ContractArena, TheViewSaysWhenItEnds) {
    TournamentView view;
    view.line = {TournamentId{5}, "anna", R"({"name":"x"})", {}};
    view.settings = created_arena(R"("arena")", live_clock)->settings;

    EXPECT_NE(encode_tournament(view).find(R"("arena":{"minutes":60},"ends_at":null)"),
              std::string::npos);
    view.ends_at = parse_instant("2026-03-03T13:00:00.000Z").value();
    EXPECT_NE(encode_tournament(view).find(R"("ends_at":"2026-03-03T13:00:00.000Z")"),
              std::string::npos);
}

}  // namespace
}  // namespace tanbo::protocol
