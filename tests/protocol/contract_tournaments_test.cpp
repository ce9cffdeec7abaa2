#include <gtest/gtest.h>

#include "protocol/games/events.hpp"
#include "protocol/games/live.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/tournaments/answers.hpp"
#include "protocol/tournaments/events.hpp"
#include "protocol/tournaments/requests.hpp"
#include "protocol/tournaments/settings.hpp"
#include "tests/protocol/example.hpp"

// Answers about tournaments are those that the contract shows, and requests are read as shown.
namespace tanbo::protocol {
namespace {

engine::Instant tournament_at(const char* text) {
    return parse_instant(text).value();
}

const engine::Instant round_1 = tournament_at("2026-03-01T12:00:00.000Z");
const engine::Instant round_2 = tournament_at("2026-03-01T13:00:00.000Z");
const engine::Instant created = tournament_at("2026-02-20T09:00:00.000Z");
constexpr const char* commitment =
    "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925";

TournamentSettings cup_settings() {
    TournamentSettings settings;
    settings.name = "Autumn Cup 2026";
    settings.about = "Three rounds. Be nice.";
    settings.format = TournamentFormat::swiss;
    settings.setup = "9x9";
    settings.terms.clock.kind = engine::ClockKind::per_move;
    settings.terms.clock.initial = std::chrono::hours(72);
    settings.terms.rated = true;
    settings.rounds = 3;
    settings.starts = StartRule{round_1, 4, 7, {}};
    settings.ties = usual_ties(TournamentFormat::swiss);
    return settings;
}

TournamentPlayerView cup_player(int number, const char* handle, std::optional<int> rating) {
    TournamentPlayerView player;
    player.number = number;
    player.handle = handle;
    player.rating = rating;
    player.state = "playing";
    player.entered_at = tournament_at("2026-02-21T09:00:00.000Z");
    return player;
}

std::vector<TournamentPlayerView> cup_players() {
    return {cup_player(1, "anna", 1803), cup_player(2, "ben", 1712), cup_player(3, "carl", 1650),
            cup_player(4, "dora", std::nullopt)};
}

ListedLine cup_line() {
    TournamentLine line;
    line.settings = cup_settings();
    line.state = TournamentState::running;
    line.players = 4;
    line.round = 2;
    line.rounds = 3;
    line.created_at = created;
    line.started_at = round_1;
    return {TournamentId{3}, "olga", encode_line(line), {}};
}

TournamentYou annas_part() {
    TournamentYou you;
    you.player = cup_players()[0];
    you.entry = "already-entered";
    you.games = {{GameId{44}, 2, 1, engine::Seat::white, {"carl"}, true}};
    return you;
}

TournamentView cup_view() {
    TournamentView view;
    view.line = cup_line();
    view.seq = 21;
    view.settings = cup_settings();
    view.organisers = {"olga"};
    view.commitment = commitment;
    return view;
}

std::vector<RoundHeadView> cup_heads() {
    RoundHeadView first;
    first.round = 1;
    first.state = "finished";
    first.started_at = round_1;
    first.ended_at = round_2;
    first.pairings = 2;
    RoundHeadView second;
    second.round = 2;
    second.state = "playing";
    second.started_at = round_2;
    second.pairings = 2;
    second.open = 1;
    return {first, second};
}

RoundView second_round() {
    RoundView round;
    round.head = cup_heads()[1];
    PairingView open;
    open.table = 1;
    open.players = {PairingSideView{"carl", 3, engine::Seat::black, 2, {}, false, {}},
                    PairingSideView{"anna", 1, engine::Seat::white, 2, {}, false, {}}};
    open.games = {{GameId{44}, "active"}};
    PairingView forfeited;
    forfeited.table = 2;
    forfeited.players = {PairingSideView{"ben", 2, engine::Seat::black, 0, 2, false, {}},
                         PairingSideView{"dora", 4, engine::Seat::white, 0, 0, true, {}}};
    forfeited.games = {{GameId{45}, "finished"}};
    forfeited.decided = Decided::forfeit;
    round.tables = {open, forfeited};
    return round;
}

ResultView result(int round, std::string_view kind, int opponent, engine::Seat seat,
                  std::optional<int> halves, std::int64_t game) {
    return {round, kind, {opponent}, seat, halves, GameId{game}, {}};
}

StandingsView cup_standings() {
    using engine::Seat;
    const auto ties = usual_ties(TournamentFormat::swiss);
    const auto figures = [&](std::array<int, 4> units) {
        return std::vector<TieView>{{ties[0], units[0], 2},
                                    {ties[1], units[1], 2},
                                    {ties[2], units[2], 1},
                                    {ties[3], units[3], 1}};
    };
    StandingsView view;
    view.seq = 21;
    view.round = 2;
    view.ties = ties;
    view.standings = {
        {1,
         1,
         "anna",
         1803,
         "playing",
         2,
         figures({0, 2, 1, 1}),
         {result(1, "game", 2, Seat::black, 2, 42), result(2, "playing", 3, Seat::white, {}, 44)}},
        {2,
         2,
         "ben",
         1712,
         "playing",
         2,
         figures({2, 2, 1, 1}),
         {result(1, "game", 1, Seat::white, 0, 42), result(2, "forfeit", 4, Seat::black, 2, 45)}},
        {3,
         3,
         "carl",
         1650,
         "playing",
         2,
         figures({0, 0, 1, 1}),
         {result(1, "game", 4, Seat::white, 2, 43), result(2, "playing", 1, Seat::black, {}, 44)}},
        {4,
         4,
         "dora",
         {},
         "playing",
         0,
         figures({2, 2, 1, 0}),
         {result(1, "game", 3, Seat::black, 0, 43), result(2, "forfeit", 2, Seat::white, 0, 45)}}};
    return view;
}

StandingsView explained_standings() {
    StandingsView view = cup_standings();
    const auto figures = view.standings[0].ties;
    view.explain = ExplanationView{"anna",
                                   2,
                                   {{figures[0], {{1, 2, 2, true}}},
                                    {figures[1], {{1, 2, 2, false}}},
                                    {figures[2], {}},
                                    {figures[3], {{1, 2, 1, false}}}}};
    return view;
}

TournamentEvent forfeit_event() {
    TableDecided decided;
    decided.at = {2, 2, 1};
    decided.game = GameId{45};
    decided.units = {2, 0};
    decided.lost_by_forfeit = {false, true};
    decided.decided = Decided::forfeit;
    decided.by = AccountId{9};
    decided.reason = "Dora told us that she can't play.";
    return {21, tournament_at("2026-03-01T13:09:00.000Z"), decided};
}

PlayerNames cup_names() {
    return {
        [](AccountId account) -> std::string { return account == AccountId{9} ? "olga" : "emil"; },
        [](int number) { return cup_players()[static_cast<std::size_t>(number) - 1].handle; }};
}

TEST(ContractTournaments, AnswersAreAsShown) {
    TournamentView running = cup_view();
    running.line.you = annas_part();
    EXPECT_TRUE(matches_example("answers/running-tournament", encode_tournament(running)));
    EXPECT_TRUE(matches_example("answers/tournaments",
                                encode_tournament_page(std::vector{cup_line()}, {})));
    EXPECT_TRUE(matches_example("answers/my-tournaments",
                                encode_tournament_page(std::vector{running.line}, {})));
    EXPECT_TRUE(matches_example("answers/tournament-players",
                                encode_tournament_players(21, cup_players())));
    EXPECT_TRUE(
        matches_example("answers/tournament-rounds", encode_tournament_rounds(21, cup_heads())));
    EXPECT_TRUE(
        matches_example("answers/tournament-round", encode_tournament_round(21, second_round())));
    EXPECT_TRUE(matches_example("answers/tournament-standings",
                                encode_tournament_standings(explained_standings())));
    const std::vector<std::string> rounds{encode_tournament_round(21, second_round())};
    EXPECT_TRUE(matches_example(
        "answers/tournament-export",
        encode_tournament_export(cup_view(), cup_players(), rounds, cup_standings())));
}

TEST(ContractTournaments, ANewTournamentIsAsShown) {
    TournamentSettings settings = cup_settings();
    settings.about.clear();
    settings.starts.reset();
    TournamentLine line;
    line.settings = settings;
    line.rounds = 3;
    line.created_at = created;
    TournamentView view = cup_view();
    view.line.line = encode_line(line);
    view.line.you = TournamentYou{true, {}, "possible", {}};
    view.seq = 1;
    view.settings = settings;

    EXPECT_TRUE(matches_example("answers/created-tournament", encode_tournament(view)));
}

TEST(ContractTournaments, EventsAreAsShown) {
    const std::vector<TournamentEvent> events{{16, round_2, RoundEnded{1, {}}},
                                              {17, round_2, RoundPaired{2, {{3, 1}, {2, 4}}, {}}},
                                              {18, round_2, TableStarted{{2, 1, 1}, GameId{44}}},
                                              {19, round_2, TableStarted{{2, 2, 1}, GameId{45}}},
                                              {20, tournament_at("2026-03-01T13:05:00.000Z"),
                                               PlayerEntered{AccountId{5}, 1500, false, 3}},
                                              forfeit_event()};

    EXPECT_TRUE(
        matches_example("answers/tournament-events",
                        encode_tournament_events(TournamentId{3}, 21, events, cup_names())));
    EXPECT_TRUE(
        matches_example("answers/organiser-event",
                        encode_tournament_event(TournamentId{3}, forfeit_event(), cup_names())));
    EXPECT_TRUE(
        matches_example("messages/tournament-event-result",
                        encode_tournament_event(TournamentId{3}, forfeit_event(), cup_names())));
    EXPECT_TRUE(matches_example("messages/subscribed-tournament",
                                encode_live_subscribed(1, 21, "5e0c9b71")));
}

TEST(ContractTournaments, AGameOfATournamentIsAsShown) {
    GameSummary game;
    game.id = GameId{44};
    game.setup = "9x9";
    game.status = engine::Status::active;
    game.creator = "olga";
    game.seats = {{engine::Seat::black, "carl", engine::SeatState::in},
                  {engine::Seat::white, "anna", engine::SeatState::in}};
    game.seq = 5;
    game.ply = 2;
    game.to_move = engine::Seat::black;
    game.terms = cup_settings().terms;
    game.terms.event = engine::EventTable{3, 2, 1, 1, false, false};
    game.created_at = round_2;
    game.updated_at = tournament_at("2026-03-01T13:03:00.000Z");

    EXPECT_TRUE(
        matches_example("answers/tournament-games", encode_game_page(std::vector{game}, {})));
}

// The example of a request.
std::string asked(const char* name) {
    return example(std::string("requests/") + name);
}

TEST(ContractTournaments, RequestsAreReadAsShown) {
    const auto brief = decode_create_tournament(asked("create-tournament-short"));
    ASSERT_TRUE(brief);
    EXPECT_EQ(brief->settings.rounds, 5);
    EXPECT_TRUE(brief->settings.terms.rated);
    EXPECT_EQ(brief->settings.ties, usual_ties(TournamentFormat::swiss));
    const auto full = decode_create_tournament(asked("create-tournament-full"));
    ASSERT_TRUE(full) << full.error().detail;
    EXPECT_EQ(full->settings.rounds, 2);
    EXPECT_EQ(full->apart, (std::vector<std::vector<std::string>>{{"anna", "ben"}}));
    EXPECT_FALSE(full->settings.is_listed);
    const auto change = decode_change_tournament(asked("change-tournament"));
    ASSERT_TRUE(change);
    EXPECT_TRUE(change->gives("about") && change->gives("starts") && !change->gives("rated"));
    EXPECT_TRUE(decode_withdraw(asked("withdraw"))->leaves_games);
    EXPECT_EQ(decode_rest(asked("rest"))->round, 2);
    EXPECT_TRUE(decode_cancel_tournament(asked("cancel-tournament"))->reason);
    EXPECT_EQ(decode_forfeit(asked("forfeit-game"))->player, "dora");
    EXPECT_EQ(decode_tournament_verdict(asked("adjudicate-game"))->winner, "anna");
    EXPECT_TRUE(decode_annul(asked("annul-game"))->replays);
    EXPECT_TRUE(decode_empty(asked("empty")));
}

std::string pointer_of(std::string_view body) {
    const auto decoded = decode_create_tournament(body);
    return decoded ? "none" : decoded.error().pointer;
}

TEST(ContractTournaments, SettingsThatCanNotBeAreNamed) {
    const std::string start = R"({"name":"x","format":"round-robin","setup":"9x9",)";

    EXPECT_EQ(pointer_of(start + R"("rounds":3})"), "/rounds");
    EXPECT_EQ(pointer_of(start + R"("parallel":0})"), "/parallel");
    EXPECT_EQ(pointer_of(start + R"("terms":{"round_limit_days":3}})"), "/terms/round_limit_days");
    EXPECT_EQ(pointer_of(start + R"("starts":{"when_full":51}})"), "/starts");
    EXPECT_EQ(pointer_of(start + R"("starts":{"when_full":50}})"), "none");
    EXPECT_EQ(pointer_of(start + R"("starts":{"when_full":8,"min":4}})"), "/starts/min");
    EXPECT_EQ(pointer_of(start + R"("ties":["wins","wins"]})"), "/ties/1");
    EXPECT_EQ(pointer_of(start + R"("entry":{"rating":{"min":2,"max":1}}})"), "/entry/rating/max");
    EXPECT_EQ(pointer_of(R"({"name":" ","format":"swiss","setup":"9x9"})"), "/name");
    EXPECT_EQ(pointer_of(R"({"name":"x","format":"swiss","setup":"19x19-4p"})"), "/setup");
    EXPECT_EQ(pointer_of(R"({"name":"x","format":"swiss","setup":"9x9","series":1})"), "/series");
    EXPECT_EQ(pointer_of(R"({"name":"x","format":"swiss"})"), "/setup");
}

}  // namespace
}  // namespace tanbo::protocol
