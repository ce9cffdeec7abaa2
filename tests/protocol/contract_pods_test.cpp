#include <array>

#include <gtest/gtest.h>

#include "protocol/games/events.hpp"
#include "protocol/tournaments/answers.hpp"
#include "protocol/tournaments/events.hpp"
#include "protocol/tournaments/settings.hpp"
#include "tests/protocol/example.hpp"

// Answers about tournaments with several players at a table are those that the contract shows.
namespace tanbo::protocol {
namespace {

using engine::Seat;

constexpr int pod_units = 840;
const engine::Instant pods_begun = parse_instant("2026-03-01T12:00:00.000Z").value();

PairingSideView pod_side(const char* handle, int number, Seat seat, std::optional<int> units = {},
                         std::optional<int> place = {}, bool has_forfeited = false) {
    return {handle, number, seat, 0, units, has_forfeited, place};
}

RoundView pods_round() {
    RoundView round;
    round.head.round = 1;
    round.head.state = "playing";
    round.head.started_at = pods_begun;
    round.head.pairings = 2;
    round.head.open = 1;
    round.units_a_point = pod_units;
    PairingView four;
    four.table = 1;
    four.players = {
        pod_side("anna", 1, Seat::black, 840, 1), pod_side("carl", 3, Seat::white, 420, 2),
        pod_side("emil", 5, Seat::red, 420, 2), pod_side("gina", 7, Seat::green, 0, 4, true)};
    four.games = {{GameId{42}, "finished"}};
    four.decided = Decided::game;
    PairingView three;
    three.table = 2;
    three.players = {pod_side("dora", 4, Seat::black), pod_side("ben", 2, Seat::red),
                     pod_side("fred", 6, Seat::green)};
    three.games = {{GameId{43}, "active"}};
    round.tables = {four, three};
    return round;
}

StandingView pod_standing(int place, int number, const char* handle, int units,
                          const std::array<int, 3>& figures, ResultView result) {
    StandingView view;
    view.place = place;
    view.number = number;
    view.handle = handle;
    view.state = "playing";
    view.units = units;
    view.ties = {{TieRule::firsts, figures[0], 1},
                 {TieRule::seconds, figures[1], 1},
                 {TieRule::opponents, figures[2], 1}};
    view.rounds = {std::move(result)};
    return view;
}

ResultView pod_result(Seat seat, int units, std::vector<int> opponents, int place) {
    return {1, "game", std::move(opponents), seat, units, GameId{42}, place};
}

TEST(ContractPods, RoundsAndStandingsAreAsShown) {
    StandingsView view;
    view.seq = 14;
    view.round = 1;
    view.units_a_point = pod_units;
    view.ties = {TieRule::firsts, TieRule::seconds, TieRule::opponents};
    view.standings = {
        pod_standing(1, 1, "anna", 840, {1, 0, 420}, pod_result(Seat::black, 840, {3, 5}, 1)),
        pod_standing(2, 3, "carl", 210, {0, 1, 1050}, pod_result(Seat::white, 210, {1, 5}, 2)),
        pod_standing(2, 5, "emil", 210, {0, 1, 1050}, pod_result(Seat::red, 210, {1, 3}, 2))};
    const auto& ties = view.standings[0].ties;
    view.explain = ExplanationView{"anna",
                                   840,
                                   {{ties[0], {{1, {}, 1, false}}},
                                    {ties[1], {}},
                                    {ties[2], {{1, 3, 210, false}, {1, 5, 210, false}}}}};

    EXPECT_TRUE(matches_example("answers/pods-round", encode_tournament_round(14, pods_round())));
    EXPECT_TRUE(matches_example("answers/pods-standings", encode_tournament_standings(view)));
    EXPECT_EQ(tournament_csv(view).substr(0, 54),
              "place,player,rating,points_840,firsts,seconds,opponent");
}

TEST(ContractPods, RowsOfATableHaveACellForEachHeading) {
    StandingsView view;
    view.units_a_point = 2;
    StandingView anna{.place = 1, .handle = "anna", .rating = 1510, .state = "playing"};
    StandingView ben{.place = 2, .handle = "ben", .state = "playing"};
    anna.initial_points = 4;
    ben.group = 1;
    view.standings = {anna, ben};

    EXPECT_EQ(tournament_csv(view),
              "place,player,rating,points,group,initial_points\r\n"
              "1,anna,1510,0,,4\r\n"
              "2,ben,,0,1,\r\n");
}

TEST(ContractPods, HintsForOrganisersAreAsShown) {
    FairnessView fairness;
    fairness.seq = 40;
    fairness.networks = {{"anna", "ben"}};
    fairness.related_games = {GameId{42}};
    fairness.resignations = {{"ben", GameId{42}, {1, 2, 1}, 3}};
    fairness.together = {{{"anna", "ben"}, 3, 10.5, 6, 2.6}};

    EXPECT_TRUE(
        matches_example("answers/tournament-fairness", encode_tournament_fairness(fairness)));
}

TEST(ContractPods, EventsAreAsShown) {
    TableDecided decided;
    decided.at = {1, 1, 1};
    decided.game = GameId{42};
    decided.units = {840, 420, 420, 0};
    decided.places = {1, 2, 2, 4};
    decided.lost_by_forfeit = {false, false, false, true};
    const std::vector<TournamentEvent> events{
        {10, pods_begun, RoundPaired{1, {{1, 3, 5, 7}, {4, empty_seat, 2, 6}}, {}}},
        {11, pods_begun, TableStarted{{1, 1, 1}, GameId{42}}},
        {12, pods_begun, TableStarted{{1, 2, 1}, GameId{43}}},
        {13, pods_begun, PlayerForfeited{{1, 1, 1}, GameId{42}, 7, AccountId{9}, "Gina is away."}},
        {14, pods_begun, decided}};
    const std::vector<std::string> names{"anna", "ben", "carl", "dora", "emil", "fred", "gina"};
    const PlayerNames of{[](AccountId) { return std::string("olga"); },
                         [&](int number) { return names[static_cast<std::size_t>(number) - 1]; }};

    EXPECT_TRUE(matches_example("answers/pods-events",
                                encode_tournament_events(TournamentId{4}, 14, events, of)));
}

TEST(ContractPods, RequestsAreReadAsShown) {
    const auto request = decode_create_tournament(example("requests/create-tournament-pods"));
    ASSERT_TRUE(request) << request.error().detail;
    EXPECT_EQ(request->settings.format, TournamentFormat::pods);
    EXPECT_EQ(request->settings.ties, usual_ties(TournamentFormat::pods));
}

TEST(ContractPods, SettingsThatCanNotBeAreNamed) {
    const auto pointer_of = [](const std::string& more) {
        const auto decoded = decode_create_tournament(R"({"name":"x","format":"pods",)" + more);
        return decoded ? "none" : decoded.error().pointer;
    };
    EXPECT_EQ(pointer_of(R"("setup":"19x19-4p"})"), "none");
    EXPECT_EQ(pointer_of(R"("setup":"9x9"})"), "/setup");
    EXPECT_EQ(pointer_of(R"("setup":"19x19-4p","swap":true})"), "/swap");
    EXPECT_EQ(pointer_of(R"("setup":"19x19-4p","ties":["direct","wins"]})"), "/ties/1");
    EXPECT_EQ(pointer_of(R"("setup":"19x19-4p","rounds":50})"), "none");
    EXPECT_EQ(pointer_of(R"("setup":"19x19-4p","rounds":51})"), "/rounds");
}

}  // namespace
}  // namespace tanbo::protocol
