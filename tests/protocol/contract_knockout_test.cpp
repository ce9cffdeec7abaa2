#include <gtest/gtest.h>

#include "protocol/games/events.hpp"
#include "protocol/tournaments/answers.hpp"
#include "protocol/tournaments/events.hpp"
#include "protocol/tournaments/settings.hpp"
#include "tests/protocol/example.hpp"

// Answers about knockouts and series are those that the contract shows.
namespace tanbo::protocol {
namespace {

using engine::Seat;

const engine::Instant knockout_begun = parse_instant("2026-03-01T12:00:00.000Z").value();
constexpr const char* knockout_names[] = {"anna", "ben", "carl"};

BracketSideView known(int number) {
    return {number, knockout_names[number - 1], {}, {}};
}

BracketSideView winner_of(int match, std::optional<int> number = {}) {
    BracketSideView side = number ? known(*number) : BracketSideView();
    side.winner_of = match;
    return side;
}

TEST(ContractKnockout, BracketsAndRoundsAreAsShown) {
    BracketView bracket;
    bracket.seq = 14;
    BracketMatchView first{1, "winners", 1, {known(2), known(3)}, {}, {}, {}, {}, true};
    first.at = TableKey{1, 1, 1};
    first.winner = 2;
    first.halves = {4, 2};
    first.games = {GameId{42}, GameId{43}, GameId{44}};
    BracketMatchView last{2, "final", 1, {known(1), winner_of(1, 2)}, {}, {}, {}, {}, true};
    last.at = TableKey{2, 1, 1};
    last.games = {GameId{45}};
    bracket.matches = {first, last};
    EXPECT_TRUE(matches_example("answers/tournament-bracket", encode_tournament_bracket(bracket)));

    RoundView round;
    round.head.round = 1;
    round.head.state = "playing";
    round.head.started_at = knockout_begun;
    round.head.pairings = 1;
    round.head.open = 1;
    PairingView pairing;
    pairing.table = 1;
    pairing.players = {{"ben", 2, Seat::black, 0, {}, false, {}},
                       {"carl", 3, Seat::white, 0, {}, false, {}}};
    pairing.games = {{GameId{42}, "finished", {2, 0}},
                     {GameId{43}, "finished", {0, 2}},
                     {GameId{44}, "active", {}}};
    round.tables = {pairing};
    round.resting = {{"anna", Resting::bye, 0}};
    EXPECT_TRUE(matches_example("answers/knockout-round", encode_tournament_round(12, round)));
}

TEST(ContractKnockout, EventsAreAsShown) {
    TableDecided decided;
    decided.at = {1, 1, 2};
    decided.game = GameId{43};
    decided.units = {2, 0};
    const std::vector<TournamentEvent> events{
        {12, knockout_begun, GameCounted{{1, 1, 2}, GameId{43}, {2, 0}, Decided::game, {}, {}}},
        {13, knockout_begun, decided}};
    const PlayerNames names{[](AccountId) { return std::string("olga"); },
                            [](int number) { return std::string(knockout_names[number - 1]); }};
    EXPECT_TRUE(matches_example("answers/knockout-events",
                                encode_tournament_events(TournamentId{4}, 13, events, names)));
}

TEST(ContractKnockout, RequestsAreReadAsShown) {
    const auto request = decode_create_tournament(example("requests/create-tournament-knockout"));
    ASSERT_TRUE(request) << request.error().detail;
    EXPECT_EQ(request->settings.format, TournamentFormat::double_elimination);
    EXPECT_EQ(request->settings.series, (Series{3, SeriesTie::swap_game}));
    EXPECT_EQ(request->settings.rounds, 0);
}

TEST(ContractKnockout, SettingsThatCanNotBeAreNamed) {
    const auto pointer_of = [](const std::string& more) {
        const auto decoded = decode_create_tournament(R"({"name":"x","format":)" + more);
        return decoded ? "none" : decoded.error().pointer;
    };
    EXPECT_EQ(pointer_of(R"("knockout","setup":"9x9"})"), "none");
    EXPECT_EQ(pointer_of(R"("knockout","setup":"19x19-4p"})"), "none");
    EXPECT_EQ(pointer_of(R"("knockout","setup":"9x9","rounds":3})"), "/rounds");
    EXPECT_EQ(pointer_of(R"("knockout","setup":"9x9","series":{"games":10,"tie":"shared"}})"),
              "/series/games");
    EXPECT_EQ(pointer_of(R"("knockout","setup":"9x9","series":{"games":2}})"), "/series/tie");
    EXPECT_EQ(pointer_of(R"("swiss","setup":"9x9","series":{"games":2,"tie":"draw"}})"),
              "/series/tie");
}

TEST(ContractKnockout, AnotherFormatBringsItsDefaults) {
    TournamentSettings settings =
        decode_create_tournament(R"({"name":"x","format":"swiss","setup":"9x9"})")->settings;
    apply(*decode_change_tournament(R"({"format":"knockout"})"), settings);
    EXPECT_FALSE(settings_fault(settings));
    EXPECT_EQ(settings.series, (Series{2, SeriesTie::swap_game}));
    EXPECT_TRUE(settings.ties.empty());
}

}  // namespace
}  // namespace tanbo::protocol
