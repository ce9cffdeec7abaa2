#include <gtest/gtest.h>

#include "protocol/games/events.hpp"
#include "protocol/people/notice_facts.hpp"
#include "protocol/people/notices.hpp"
#include "protocol/tournaments/events.hpp"
#include "protocol/tournaments/leagues.hpp"
#include "protocol/tournaments/settings.hpp"
#include "tests/protocol/example.hpp"

// Answers about leagues are those that the contract shows.
namespace tanbo::protocol {
namespace {

engine::Instant league_day(int day) {
    return parse_instant("2026-03-0" + std::to_string(day) + "T12:00:00.000Z").value();
}

StandingView row(int place, int number, const char* handle, int units) {
    StandingView view;
    view.place = place;
    view.number = number;
    view.handle = handle;
    view.state = "playing";
    view.units = units;
    view.ties = {{TieRule::direct, 1, 1}};
    ResultView result;
    result.round = 1;
    result.kind = "game";
    result.opponents = {3 - number};
    result.seat = engine::seat_at(number - 1);
    result.units = units;
    result.game = GameId{7};
    view.rounds = {result};
    return view;
}

TEST(ContractLeague, LeaguesAreAsShown) {
    LeagueView league;
    league.seq = 11;
    league.season = 1;
    league.ties = {TieRule::direct};
    league.seasons = {{1, "finished", league_day(1), league_day(9), league_day(4), 1, 2, "anna"}};
    LeagueDivisionView division;
    division.division = 1;
    division.standings = {row(1, 1, "anna", 2), row(2, 2, "ben", 0)};
    league.divisions = {division};
    league.waiting = {"carl"};
    league.next_season_at = league_day(9);
    league.you = {{1, 1, 2, 2}};

    EXPECT_TRUE(matches_example("answers/league", encode_league(league)));
}

TEST(ContractLeague, EventsAreAsShown) {
    const std::vector<TournamentEvent> events{{8, league_day(3), SeasonBegun{2, {{1, 3}, {2, 4}}}},
                                              {9, league_day(4), RoundEnded{1, league_day(5)}}};
    constexpr const char* handles[] = {"anna", "ben", "carl", "dora"};
    const PlayerNames names{[](AccountId) { return std::string("olga"); },
                            [&](int number) { return std::string(handles[number - 1]); }};

    EXPECT_TRUE(matches_example("answers/league-events",
                                encode_tournament_events(TournamentId{5}, 9, events, names)));
}

TEST(ContractLeague, SettingsHaveTheirDefaultsAndNameWhatCanNotBe) {
    const auto create = [](const std::string& more) {
        return decode_create_tournament(R"({"name":"x","setup":"9x9","format":)" + more);
    };
    const auto pointer_of = [&create](const std::string& more) {
        const auto decoded = create(more);
        return decoded ? "none" : decoded.error().pointer;
    };

    EXPECT_EQ(create(R"("league"})")->settings.league, LeagueRules{});
    EXPECT_EQ(create(R"("league"})")->settings.parallel, parallel_games_max);
    EXPECT_EQ(create(R"("league"})")->settings.rounds, 1);
    EXPECT_EQ(players_max(create(R"("league"})")->settings), league_players_max);
    EXPECT_EQ(create(R"("swiss"})")->settings.league, std::nullopt);
    EXPECT_EQ(pointer_of(R"("swiss","league":{}})"), "/league");
    EXPECT_EQ(pointer_of(R"("league","league":{"size":2}})"), "/league/size");
    EXPECT_EQ(pointer_of(R"("league","league":{"size":3}})"), "none");
    EXPECT_EQ(pointer_of(R"("league","league":{"size":16,"promote":8}})"), "none");
    EXPECT_EQ(pointer_of(R"("league","league":{"size":17}})"), "/league/size");
    EXPECT_EQ(pointer_of(R"("league","league":{"size":4,"promote":3}})"), "/league/promote");
    EXPECT_EQ(pointer_of(R"("league","league":{"season_days":365}})"), "none");
    EXPECT_EQ(pointer_of(R"("league","league":{"season_days":366}})"), "/league/season_days");
    EXPECT_EQ(pointer_of(R"("league","league":{"begins":"now"}})"), "/league/begins");
    EXPECT_EQ(pointer_of(R"("league","league":{"seasons":51}})"), "/league/seasons");
    EXPECT_EQ(pointer_of(R"("league","rounds":3})"), "/rounds");
    EXPECT_EQ(pointer_of(R"("league","ties":["draw-of-lots"]})"), "/ties/0");
    EXPECT_EQ(pointer_of(R"("league","terms":{"round_limit_days":3}})"), "/terms/round_limit_days");
}

TEST(ContractLeague, AChangeKeepsTheRulesThatItDoesNotName) {
    TournamentSettings settings =
        decode_create_tournament(R"({"name":"x","setup":"9x9","format":"league",)"
                                 R"("league":{"size":6,"promote":1,"season_days":60,)"
                                 R"("begins":"organiser","seasons":3}})")
            ->settings;
    const auto change = [&settings](const std::string& league) {
        apply(*decode_change_tournament(R"({"league":)" + league + "}"), settings);
        return settings.league.value();
    };

    EXPECT_EQ(change(R"({"seasons":10})"), (LeagueRules{6, 1, 60, false, 10}));
    EXPECT_EQ(change(R"({"begins":"automatic"})"), (LeagueRules{6, 1, 60, true, 10}));
    EXPECT_EQ(change(R"({"season_days":null,"seasons":null})"), (LeagueRules{6, 1, {}, true, {}}));
    EXPECT_EQ(change(R"({"size":8,"promote":3,"season_days":9})"),
              (LeagueRules{8, 3, 9, true, {}}));
    EXPECT_EQ(change("{}"), (LeagueRules{8, 3, 9, true, {}}));
}

TEST(ContractLeague, AnotherFormatBringsAllGamesAtOnceUnlessTheyWereLimited) {
    const auto made = [](const std::string& more) {
        auto settings =
            decode_create_tournament(R"({"name":"x","setup":"9x9","format":"round-robin")" + more)
                ->settings;
        apply(*decode_change_tournament(R"({"format":"league"})"), settings);
        return settings;
    };

    EXPECT_EQ(made("}").parallel, parallel_games_max);
    EXPECT_EQ(made("}").league, LeagueRules{});
    EXPECT_EQ(made(R"(,"parallel":3})").parallel, 3);
}

TEST(ContractLeague, NoticesTellTheSeasonAndTheDivision) {
    LeagueNotice notice;
    notice.tournament = TournamentId{5};
    notice.name = "Club league";
    notice.season = 2;
    notice.what = "ended";
    notice.division = 3;
    notice.players = 8;
    notice.moved = "down";
    notice.place = 4;
    notice.halves = 7;

    const auto facts = decode_notice_facts(encode_league_notice(notice));

    ASSERT_TRUE(facts);
    EXPECT_EQ(facts->tournament, TournamentId{5});
    EXPECT_EQ(facts->round, 2U);
    EXPECT_EQ(facts->what, "ended");
    EXPECT_EQ(facts->division, 3U);
    EXPECT_EQ(facts->field, 8U);
    EXPECT_EQ(facts->moved, "down");
    EXPECT_EQ(facts->place, 4U);
    EXPECT_EQ(facts->points, "3.5");
}

}  // namespace
}  // namespace tanbo::protocol
