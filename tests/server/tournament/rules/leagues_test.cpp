#include "server/tournament/rules/leagues.hpp"

#include <algorithm>
#include <chrono>
#include <functional>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "server/tournament/rules/openings.hpp"
#include "tests/server/tournament/rules/event_maker.hpp"
#include "tests/support/repetitions.hpp"

// Leagues, by their logs.
namespace tanbo::tournament {
namespace {

using protocol::Code;
using protocol::LeagueRules;
using protocol::WithdrawalCause;
using std::chrono::days;
using std::chrono::minutes;

using Divisions = std::vector<std::vector<int>>;

TournamentSettings league_of(LeagueRules rules) {
    TournamentSettings settings = settings_of(TournamentFormat::league, 1);
    settings.league = rules;
    settings.parallel = protocol::parallel_games_max;
    return settings;
}

// It has begun its first season.
Maker league_with(int players, LeagueRules rules) {
    Maker maker(league_of(rules));
    maker.enter(players);
    maker.start();
    EXPECT_TRUE(maker.advance());
    return maker;
}

Code refusal_of(const Decides& decided) {
    return decided.has_error() ? decided.error().code : Code::internal_error;
}

Decides begun_by_organiser(const Maker& maker) {
    return start(maker.now_is(), {}, {}, {}, maker.now());
}

int number_of_account(const Tournament& tournament, int player) {
    return static_cast<int>(protocol::number_of(tournament.player(player).account));
}

// The accounts of each division of a season.
Divisions divisions_of(const Tournament& tournament, int season) {
    Divisions divisions;
    for (const Division& one : tournament.rounds[static_cast<std::size_t>(season) - 1].divisions) {
        auto& division = divisions.emplace_back();
        for (const int player : one.players) {
            division.push_back(number_of_account(tournament, player));
        }
    }
    return divisions;
}

// Games of the last season end as the smaller account wins, but for those that `is_left` names.
void play_season(Maker& maker, const std::set<int>& are_left = {}) {
    const int season = current_season(maker.now_is());
    const std::size_t tables = maker.now_is().rounds.back().tables.size();
    for (std::size_t i = 0; i < tables; ++i) {
        const protocol::TableKey at{season, static_cast<int>(i) + 1, 1};
        const Table& table = maker.now_is().table(at);
        const auto is_left = [&](int player) {
            return are_left.contains(number_of_account(maker.now_is(), player));
        };
        if (!table.running() || std::ranges::any_of(table.players, is_left)) continue;
        const bool first = number_of_account(maker.now_is(), table.players[0]) <
                           number_of_account(maker.now_is(), table.players[1]);
        maker.decide(at, {first ? 2 : 0, first ? 0 : 2});
    }
}

void leave(Maker& maker, int number, bool leaves_games = false) {
    maker.take(withdraw(maker.now_is(), account(number), WithdrawalCause::themselves, leaves_games,
                        maker.now()));
}

// The player returns as early as possible.
void come_back(Maker& maker, int number) {
    maker.pass(days(1));
    maker.take(enter(maker.now_is(), account(number), 1500, false, maker.now()));
}

// An organiser changes some of its rules.
void change_rules(Maker& maker, const std::function<void(LeagueRules&)>& edit) {
    TournamentSettings settings = maker.now_is().settings;
    edit(*settings.league);
    maker.take(change(maker.now_is(), account(1), settings, {"league"}, maker.now()));
}

auto running_of(const Tournament& tournament, int season) {
    return std::ranges::count_if(tournament.rounds[static_cast<std::size_t>(season) - 1].tables,
                                 [](const Table& table) { return table.running().has_value(); });
}

TEST(Leagues, PutTheStrongestPlayersInTheFirstDivision) {
    const Maker maker = league_with(12, {.size = 4, .promote = 1});

    EXPECT_EQ(divisions_of(maker.now_is(), 1),
              (Divisions{{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}));
    EXPECT_EQ(maker.now_is().rounds.front().tables.size(), 18U);
    EXPECT_TRUE(std::ranges::all_of(maker.now_is().rounds.front().tables, [](const Table& table) {
        return table.running().has_value();
    }));
}

TEST(Leagues, PromoteTheFirstAndRelegateTheLastOfEachDivision) {
    Maker maker = league_with(12, {.size = 4, .promote = 1});

    play_season(maker);
    EXPECT_TRUE(maker.now_is().rounds.front().ended_at);
    EXPECT_TRUE(maker.advance());

    EXPECT_EQ(divisions_of(maker.now_is(), 2),
              (Divisions{{1, 2, 3, 5}, {4, 6, 7, 9}, {8, 10, 11, 12}}));
}

TEST(Leagues, CountAGameThatIsNotOverAsHalfAPointAndMoveNobodyByItsEnd) {
    Maker maker = league_with(8, {.size = 4, .promote = 1, .season_days = 30});

    // The games of 4 go on. Its half points are 1.5, as many as 2 has, against better opponents.
    play_season(maker, {4});
    maker.pass(days(30) - minutes(1));
    EXPECT_FALSE(maker.advance());
    EXPECT_FALSE(maker.now_is().rounds.front().ended_at);
    maker.pass(minutes(1));
    EXPECT_EQ(due(maker.now_is()), maker.now());
    EXPECT_TRUE(maker.advance());

    EXPECT_EQ(divisions_of(maker.now_is(), 2), (Divisions{{1, 4, 2, 5}, {3, 6, 7, 8}}));
    const auto late = division_standings(maker.now_is(), 1, 0, Unfinished::nothing);
    EXPECT_EQ(late[0].units, 4);
    for (int table = 1; table <= 6; ++table) {
        const Table& one = maker.now_is().table({1, table, 1});
        if (one.running())
            maker.decide({1, table, 1}, {one.players[0] == 3 ? 0 : 2, one.players[0] == 3 ? 2 : 0});
    }
    EXPECT_EQ(division_standings(maker.now_is(), 1, 0, Unfinished::nothing)[0].units, 6);
    EXPECT_TRUE(maker.now_is().rounds.front().ended_at);
    EXPECT_EQ(divisions_of(maker.now_is(), 2), (Divisions{{1, 4, 2, 5}, {3, 6, 7, 8}}));
}

TEST(Leagues, LeaveOutGamesThatHaveNotBegunByTheEndOfTheSeason) {
    TournamentSettings settings = league_of({.size = 4, .promote = 0, .season_days = 7});
    settings.parallel = 1;
    Maker maker(settings);
    maker.enter(4);
    maker.start();
    maker.advance();
    EXPECT_EQ(maker.now_is().rounds.front().open_tables(), 6);

    maker.pass(days(7));
    maker.advance();

    const auto& tables = maker.now_is().rounds.front().tables;
    EXPECT_EQ(std::ranges::count(tables, Decided::removed, &Table::decided), 4);
    EXPECT_EQ(maker.now_is().rounds.front().open_tables(), 2);
    EXPECT_EQ(current_season(maker.now_is()), 2);
}

TEST(Leagues, TakeLatePlayersIntoTheLowestDivisionAtTheNextSeason) {
    Maker maker = league_with(8, {.size = 4, .promote = 1});
    for (const int late : {21, 20, 22}) {
        maker.take(enter(maker.now_is(), account(late), 2500, false, maker.now()));
    }
    EXPECT_EQ(divisions_of(maker.now_is(), 1), (Divisions{{1, 2, 3, 4}, {5, 6, 7, 8}}));

    play_season(maker);
    maker.advance();

    EXPECT_EQ(divisions_of(maker.now_is(), 2),
              (Divisions{{1, 2, 3, 5}, {4, 6, 7, 8}, {21, 20, 22}}));
}

TEST(Leagues, MergeADivisionThatGetsTooSmallIntoTheOneAbove) {
    Maker maker = league_with(10, {.size = 4, .promote = 1});
    EXPECT_EQ(divisions_of(maker.now_is(), 1), (Divisions{{1, 2, 3, 4}, {5, 6, 7, 8, 9, 10}}));
    Maker three = league_with(11, {.size = 4, .promote = 1});
    EXPECT_EQ(divisions_of(three.now_is(), 1).size(), 3U);

    play_season(three);
    leave(three, 11);
    three.advance();

    EXPECT_EQ(divisions_of(three.now_is(), 2), (Divisions{{1, 2, 3, 5}, {4, 6, 7, 9, 8, 10}}));
}

TEST(Leagues, ForgetThePlayerWhoLeavesEarlyAndRelegateThatPlayerFirst) {
    Maker maker = league_with(8, {.size = 4, .promote = 1});

    leave(maker, 2);
    const auto& tables = maker.now_is().rounds.front().tables;
    EXPECT_EQ(std::ranges::count(tables, Decided::removed, &Table::decided), 3);
    play_season(maker);
    maker.advance();

    // The place of the leaver is the one that is lost: 4 stays.
    EXPECT_EQ(divisions_of(maker.now_is(), 2), (Divisions{{1, 3, 4, 5}, {6, 7, 8}}));
}

TEST(Leagues, LetPlayersComeBackAtTheBottomAndNotOnTheSameDay) {
    Maker maker = league_with(8, {.size = 4, .promote = 1});
    const auto again = [&] { return enter(maker.now_is(), account(1), 2000, false, maker.now()); };
    leave(maker, 1);

    EXPECT_EQ(refusal_of(again()), Code::too_soon);
    maker.pass(days(1));
    maker.take(again());
    play_season(maker);
    maker.advance();

    EXPECT_EQ(divisions_of(maker.now_is(), 2), (Divisions{{2, 3, 4, 5}, {6, 7, 8, 1}}));
}

TEST(Leagues, BeginSeasonsByAnOrganiserIfSetSo) {
    Maker maker = league_with(4, {.size = 4, .promote = 1, .begins_by_itself = false});
    EXPECT_EQ(refusal_of(begun_by_organiser(maker)), Code::round_open);

    play_season(maker);
    EXPECT_FALSE(maker.advance());
    EXPECT_EQ(due(maker.now_is()), std::nullopt);
    maker.take(begun_by_organiser(maker));

    EXPECT_EQ(current_season(maker.now_is()), 2);
    EXPECT_EQ(refusal_of(begun_by_organiser(maker)), Code::round_open);
}

TEST(Leagues, RefuseASeasonOfOneAndSeasonsAfterTheLast) {
    Maker lonely = league_with(2, {.size = 4, .promote = 1, .begins_by_itself = false});
    leave(lonely, 2, true);
    EXPECT_EQ(refusal_of(begun_by_organiser(lonely)), Code::too_few_players);

    Maker over = league_with(4, {.size = 4, .promote = 1, .seasons = 1});
    EXPECT_EQ(refusal_of(enter(over.now_is(), account(9), {}, false, over.now())),
              Code::entry_closed);
    play_season(over);
    EXPECT_TRUE(over.advance());
    EXPECT_EQ(over.now_is().end, protocol::TournamentEnd::completed);
    EXPECT_EQ(refusal_of(begun_by_organiser(over)), Code::entry_closed);
}

TEST(Leagues, EndIfTooFewPlayersAreLeft) {
    Maker maker = league_with(3, {.size = 4, .promote = 1});
    play_season(maker);
    for (const int player : {1, 2}) {
        leave(maker, player);
    }

    EXPECT_TRUE(maker.advance());

    EXPECT_EQ(maker.now_is().end, protocol::TournamentEnd::too_few_players);
}

TEST(Leagues, WaitForTheEndOfTheSeasonAndOfTheBreak) {
    TournamentSettings settings = league_of({.size = 4, .promote = 1, .season_days = 10});
    settings.break_minutes = 60;
    Maker maker(settings);
    maker.enter(4);
    maker.start();
    maker.advance();
    const Instant began = maker.now();

    play_season(maker);

    EXPECT_EQ(maker.now_is().rounds.front().next_at, began + days(10) + minutes(60));
    EXPECT_EQ(due(maker.now_is()), began + days(10) + minutes(60));
    maker.pass(days(10));
    EXPECT_FALSE(maker.advance());
    maker.pass(minutes(60));
    EXPECT_TRUE(maker.advance());
}

TEST(Leagues, ChangeTheirRulesForTheNextSeasonOnly) {
    Maker maker = league_with(8, {.size = 4, .promote = 1});
    TournamentSettings settings = maker.now_is().settings;
    settings.league = LeagueRules{.size = 8, .promote = 2, .season_days = 5};
    maker.take(change(maker.now_is(), account(1), settings, {"league"}, maker.now()));
    EXPECT_EQ(refusal_of(change(maker.now_is(), account(1), settings, {"rounds"}, maker.now())),
              Code::frozen_setting);
    EXPECT_EQ(maker.now_is().rounds.front().league->promote, 1);
    EXPECT_EQ(maker.now_is().limit_at(), std::nullopt);

    play_season(maker);
    maker.advance();

    EXPECT_EQ(divisions_of(maker.now_is(), 2), (Divisions{{1, 2, 3, 5, 4, 6, 7, 8}}));
    EXPECT_EQ(maker.now_is().limit_at(), maker.now() + days(5));
}

TEST(Leagues, KeepTheEndOfASeasonWhoseGamesEndedBeforeSeasonsBeganByThemselves) {
    Maker maker =
        league_with(4, {.size = 4, .promote = 1, .season_days = 60, .begins_by_itself = false});
    const Instant began = maker.now();
    maker.pass(days(10));
    play_season(maker);
    EXPECT_EQ(maker.now_is().rounds.front().next_at, std::nullopt);
    maker.pass(days(1));
    change_rules(maker, [](LeagueRules& rules) { rules.begins_by_itself = true; });

    EXPECT_EQ(due(maker.now_is()), began + days(60));
    EXPECT_FALSE(maker.advance());
    maker.pass(days(49));
    EXPECT_TRUE(maker.advance());
    EXPECT_EQ(current_season(maker.now_is()), 2);
}

TEST(Leagues, LeaveOutGamesThatHaveNotBegunByTheEndOfTheLastSeason) {
    TournamentSettings settings = league_of({.size = 4, .season_days = 30, .seasons = 1});
    settings.parallel = 1;
    Maker maker(settings);
    maker.enter(4);
    maker.start();
    maker.advance();
    EXPECT_EQ(due(maker.now_is()), maker.now() + days(30));

    maker.pass(days(30));
    maker.advance();

    EXPECT_EQ(maker.now_is().rounds.front().open_tables(), 2);
    EXPECT_EQ(due(maker.now_is()), std::nullopt);
    play_season(maker);
    EXPECT_TRUE(openings(maker.now_is(), 10).empty());
    EXPECT_TRUE(maker.advance());
    EXPECT_EQ(maker.now_is().end, protocol::TournamentEnd::completed);
}

TEST(Leagues, RankPlayersWhoHaveLeftLast) {
    Maker maker = league_with(4, {.size = 4, .begins_by_itself = false});
    play_season(maker);
    leave(maker, 1);

    const auto rows = division_standings(maker.now_is(), 1, 0, Unfinished::nothing);

    const auto accounts_of = [&maker](const std::vector<Ranked>& ranked) {
        std::vector<std::pair<int, int>> found;
        for (const Ranked& row : ranked) {
            found.emplace_back(row.place, number_of_account(maker.now_is(), row.player));
        }
        return found;
    };
    using Places = std::vector<std::pair<int, int>>;
    EXPECT_EQ(accounts_of(rows), (Places{{1, 2}, {2, 3}, {3, 4}, {4, 1}}));
    EXPECT_EQ(rows.back().units, 6);
    // Who leaves a later season keeps the place in this one.
    maker.take(begun_by_organiser(maker));
    maker.advance();
    leave(maker, 2);
    EXPECT_EQ(accounts_of(division_standings(maker.now_is(), 1, 0, Unfinished::nothing)),
              (Places{{1, 2}, {2, 3}, {3, 4}, {4, 1}}));
}

TEST(Leagues, RememberWhoLeftASeasonAfterALaterReturn) {
    Maker maker = league_with(4, {.size = 4, .begins_by_itself = false});
    leave(maker, 1);
    come_back(maker, 1);
    play_season(maker);
    maker.take(begun_by_organiser(maker));
    maker.advance();
    const int player = maker.now_is().find(account(1)).value();
    EXPECT_TRUE(has_left_season(maker.now_is(), 1, player));
    EXPECT_FALSE(has_left_season(maker.now_is(), 2, player));

    leave(maker, 1);
    come_back(maker, 1);

    EXPECT_TRUE(has_left_season(maker.now_is(), 1, player));
    EXPECT_TRUE(has_left_season(maker.now_is(), 2, player));
    play_season(maker);
    maker.take(begun_by_organiser(maker));
    const Tournament again = replayed(maker.log());
    EXPECT_TRUE(has_left_season(again, 1, player));
    EXPECT_TRUE(has_left_season(again, 2, player));
    EXPECT_FALSE(has_left_season(again, 3, player));
    EXPECT_FALSE(has_left_season(again, 2, again.find(account(2)).value()));
}

TEST(Leagues, StartGamesWhileOneOfAnEarlierSeasonGoesOn) {
    TournamentSettings settings = league_of({.size = 3, .season_days = 7});
    settings.parallel = 1;
    Maker maker(settings);
    maker.enter(3);
    maker.start();
    maker.advance();
    EXPECT_EQ(running_of(maker.now_is(), 1), 1);

    maker.pass(days(7));
    maker.advance();

    EXPECT_EQ(current_season(maker.now_is()), 2);
    EXPECT_EQ(running_of(maker.now_is(), 1), 1);
    EXPECT_EQ(running_of(maker.now_is(), 2), 1);
}

TEST(Leagues, StartNoGameOfAPlayerWhoLeftASeasonThatIsOver) {
    TournamentSettings settings = league_of({.size = 3, .begins_by_itself = false});
    settings.series.games = 2;
    Maker maker(settings);
    maker.enter(3);
    maker.start();
    maker.advance();
    // One table of the leaver is over, which the season remembers. The other goes on.
    for (int i = 0; i < 2; ++i) {
        play_season(maker, {3});
        maker.advance();
    }
    const auto& tables = maker.now_is().rounds.front().tables;
    const auto place_of = [&tables, &maker](int one, int other) {
        const int first = maker.now_is().find(account(one)).value();
        const int second = maker.now_is().find(account(other)).value();
        const auto found = std::ranges::find_if(
            tables, [&](const Table& table) { return table.has(first) && table.has(second); });
        return static_cast<int>(found - tables.begin()) + 1;
    };
    const int decided = place_of(2, 3);
    maker.decide({1, decided, 1}, {2, 0});
    maker.advance();
    maker.decide({1, decided, 2}, {2, 0});
    leave(maker, 3);
    EXPECT_TRUE(maker.now_is().rounds.front().ended_at);
    come_back(maker, 3);
    maker.decide({1, place_of(1, 3), 1}, {2, 0});
    EXPECT_EQ(openings(maker.now_is(), 10).size(), 1U);

    leave(maker, 3);

    EXPECT_TRUE(openings(maker.now_is(), 10).empty());
    EXPECT_TRUE(maker.now_is().is_decided());
    EXPECT_EQ(std::ranges::count(tables, Decided::removed, &Table::decided), 0);
}

TEST(Leagues, SayTheRoundOfEachTableAsTheSumsDo) {
    Maker maker = league_with(8, {.size = 5});
    const auto rounds = rounds_of_division(maker.now_is(), 1, 0);
    EXPECT_EQ(rounds, (std::vector{1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
    EXPECT_EQ(rounds_of_division(maker.now_is(), 1, 1), (std::vector{1, 2, 3}));

    play_season(maker);

    const auto& tables = maker.now_is().rounds.front().tables;
    const auto sums = explain_league(maker.now_is(), 0);
    for (const pairing::Addend& part : sums.at(1).parts) {
        const auto table = std::ranges::find_if(
            tables, [&part](const Table& one) { return one.has(0) && one.has(part.opponent); });
        EXPECT_EQ(rounds[static_cast<std::size_t>(table - tables.begin())], part.round + 1);
    }
}

TEST(Leagues, KeepAPlayerWhoForfeitedTwiceByLeavingAndCameBack) {
    Maker maker = league_with(4, {.size = 4, .begins_by_itself = false});
    const int player = maker.now_is().find(account(4)).value();
    const auto lose_next = [&maker, player](bool is_forfeit) {
        const auto& tables = maker.now_is().rounds.front().tables;
        const auto next = std::ranges::find_if(
            tables, [player](const Table& one) { return one.has(player) && one.is_open(); });
        const bool is_first = next->players[0] == player;
        maker.decide({1, static_cast<int>(next - tables.begin()) + 1, 1},
                     {is_first ? 0 : 2, is_first ? 2 : 0},
                     {is_first && is_forfeit, !is_first && is_forfeit});
    };
    lose_next(false);
    lose_next(true);
    leave(maker, 4, true);
    lose_next(true);
    come_back(maker, 4);

    play_season(maker);

    EXPECT_TRUE(maker.now_is().rounds.front().ended_at);
    EXPECT_TRUE(maker.now_is().player(player).is_in());
}

// --- random histories ---

// Each player who is in plays in exactly one division, and as many go up as come down between full
// divisions. Empty if all holds.
std::string fault_of_season(const Tournament& tournament, int season) {
    std::vector<int> seen(tournament.players.size());
    for (const Division& division :
         tournament.rounds[static_cast<std::size_t>(season) - 1].divisions) {
        for (const int player : division.players) ++seen[static_cast<std::size_t>(player)];
    }
    for (int i = 0; i < std::ssize(tournament.players); ++i) {
        const bool plays =
            tournament.player(i).is_in() && tournament.player(i).first_round <= season;
        const int times = seen[static_cast<std::size_t>(i)];
        if (times > 1) return "player " + std::to_string(i) + " is in two divisions";
        if (plays && times == 0) return "player " + std::to_string(i) + " is in no division";
    }
    return {};
}

// The players who went from one division to another one between two seasons.
int moved(const Tournament& tournament, int season, std::size_t from, std::size_t to) {
    int count = 0;
    for (int i = 0; i < std::ssize(tournament.players); ++i) {
        if (division_of(tournament, season - 1, i) != from) continue;
        if (division_of(tournament, season, i) == to) ++count;
    }
    return count;
}

// Without entries and withdrawals exactly `promote` players go up and down at each border.
std::string fault_of_moves(const Tournament& tournament, int season) {
    const Round& before = tournament.rounds[static_cast<std::size_t>(season) - 2];
    for (std::size_t i = 0; i + 1 < before.divisions.size(); ++i) {
        const int moving = moving_below(before, i);
        const int up = moved(tournament, season, i + 1, i);
        const int down = moved(tournament, season, i, i + 1);
        if (up != moving || down != moving) {
            return "border " + std::to_string(i) + ": " + std::to_string(up) + " up, " +
                   std::to_string(down) + " down, not " + std::to_string(moving);
        }
    }
    return {};
}

void come_and_go(Maker& maker, std::mt19937& chance, int& next) {
    for (int i = static_cast<int>(chance() % 4); i > 0; --i) {
        const auto entered = enter(maker.now_is(), account(++next), 1500, false, maker.now());
        if (entered) maker.take(entered);
    }
    for (int i = static_cast<int>(chance() % 4); i > 0; --i) {
        const auto who = account(static_cast<int>(chance() % static_cast<unsigned>(next)) + 1);
        const bool leaves = chance() % 2 == 0;
        const auto left =
            leaves ? withdraw(maker.now_is(), who, WithdrawalCause::themselves, false, maker.now())
                   : enter(maker.now_is(), who, 1500, false, maker.now());
        if (left) maker.take(left);
    }
}

TEST(Leagues, KeepEachPlayerInOneDivisionWhateverHappens) {
    for (int seed = 0; seed < tests::repetitions(50); ++seed) {
        std::mt19937 chance(static_cast<unsigned>(seed));  // NOLINT: the same histories in each run
        const int size = 3 + static_cast<int>(chance() % 6);
        int next = 2 + static_cast<int>(chance() % 20);
        Maker maker = league_with(next, {.size = size,
                                         .promote = static_cast<int>(chance() % 3) % (size / 2 + 1),
                                         .season_days = 30});
        for (int season = 1; season <= 6 && !maker.now_is().is_over(); ++season) {
            ASSERT_EQ(fault_of_season(maker.now_is(), current_season(maker.now_is())), "") << seed;
            come_and_go(maker, chance, next);
            if (chance() % 3 != 0) maker.play_all(chance);
            come_and_go(maker, chance, next);
            maker.pass(days(30));
            maker.advance();
        }
        const Tournament again = replayed(maker.log());
        EXPECT_EQ(again.seq, maker.now_is().seq);
        EXPECT_EQ(divisions_of(again, current_season(again)),
                  divisions_of(maker.now_is(), current_season(again)));
        EXPECT_EQ(due(again), due(maker.now_is()));
    }
}

TEST(Leagues, PromoteAsManyAsTheyRelegateInRandomSeasons) {
    for (int seed = 0; seed < tests::repetitions(50); ++seed) {
        std::mt19937 chance(static_cast<unsigned>(seed));  // NOLINT: the same histories in each run
        const int size = 4 + static_cast<int>(chance() % 5);
        const int promote = 1 + static_cast<int>(chance() % 2);
        Maker maker =
            league_with(8 + static_cast<int>(chance() % 30), {.size = size, .promote = promote});
        for (int season = 2; season <= 5; ++season) {
            maker.play_all(chance);
            maker.advance();
            ASSERT_EQ(current_season(maker.now_is()), season);
            EXPECT_EQ(fault_of_moves(maker.now_is(), season), "") << seed;
        }
    }
}

TEST(Leagues, AreFoundFaultyIfAPlayerIsInTwoDivisionsOrStays) {
    Maker maker = league_with(8, {.size = 4, .promote = 1});
    play_season(maker);
    Tournament tournament = maker.now_is();
    const auto add = [&](Divisions divisions) {
        Tournament wrong = tournament;
        apply(wrong, {wrong.seq + 1, noon, protocol::SeasonBegun{2, std::move(divisions)}});
        return wrong;
    };

    EXPECT_NE(fault_of_season(add({{1, 2, 3, 4}, {4, 5, 6, 7}}), 2), "");
    EXPECT_NE(fault_of_season(add({{1, 2, 3, 4}, {5, 6, 7}}), 2), "");
    EXPECT_NE(fault_of_moves(add({{1, 2, 3, 4}, {5, 6, 7, 8}}), 2), "");
    EXPECT_EQ(fault_of_moves(add({{1, 2, 3, 5}, {4, 6, 7, 8}}), 2), "");
}

}  // namespace
}  // namespace tanbo::tournament
