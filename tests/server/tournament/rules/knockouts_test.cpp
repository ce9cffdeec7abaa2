#include "server/tournament/rules/knockouts.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "server/tournament/rules/openings.hpp"
#include "tests/server/tournament/rules/event_maker.hpp"

// Knockouts and series, by their logs.
namespace tanbo::tournament {
namespace {

using protocol::Code;
using protocol::SeriesTie;
using protocol::TournamentEnd;
using protocol::WithdrawalCause;

constexpr auto single = TournamentFormat::knockout;
constexpr auto twice = TournamentFormat::double_elimination;

TournamentSettings knockout_of(TournamentFormat format, int games = 1) {
    TournamentSettings settings = settings_of(format, 0);
    settings.series = {games, SeriesTie::swap_game};
    return settings;
}

Maker begun(const TournamentSettings& settings, int players) {
    Maker maker(settings);
    maker.enter(players);
    maker.start();
    maker.advance();
    return maker;
}

// Plays on until the end; some players withdraw on the way if `withdraws`.
void play_to_end(Maker& maker, std::mt19937& chance, bool withdraws) {
    for (int step = 0; step < 1000 && !maker.now_is().is_over(); ++step) {
        maker.play_all(chance);
        const Tournament& present = maker.now_is();
        const int index = static_cast<int>(chance() % present.players.size());
        if (withdraws && chance() % 4 == 0 && present.player(index).is_in() &&
            present.players_in() > 1 && !present.is_over()) {
            maker.take(withdraw(present, present.player(index).account, WithdrawalCause::themselves,
                                false, maker.now()));
        }
        ASSERT_TRUE(maker.advance() || maker.now_is().is_over()) << "nothing is due";
    }
}

// The tables that each player has lost.
std::map<int, int> losses_in(const Tournament& tournament) {
    std::map<int, int> losses;
    const Bracket bracket = bracket_of(tournament);
    for (const auto& state : bracket.states) {
        if (state.is_needed && state.loser()) ++losses[*state.loser()];
    }
    return losses;
}

TEST(Knockouts, OfAnySizeLeaveOneWhoHasNotLostTooOften) {
    std::mt19937 chance(1);  // NOLINT: the same events in each run
    for (const auto format : {single, twice}) {
        const int losses_max = format == single ? 1 : 2;
        for (int players = 2; players <= 33; ++players) {
            Maker maker = begun(knockout_of(format), players);
            play_to_end(maker, chance, players % 2 == 0);
            const Tournament& over = maker.now_is();
            ASSERT_TRUE(over.is_over());
            EXPECT_EQ(over.end, TournamentEnd::completed);
            EXPECT_LE(std::ssize(over.rounds), over.rounds_planned);
            auto losses = losses_in(over);
            const int champion = champion_of(over).value();
            EXPECT_LT(losses[champion], losses_max);
            for (int player = 0; player < players; ++player) {
                if (player != champion) EXPECT_EQ(losses[player], losses_max) << player;
            }
            const auto rows = knockout_standings(over);
            EXPECT_EQ(rows.front().player, champion);
            EXPECT_EQ(rows[1].place, 2) << "one loses the final";
        }
    }
}

TEST(Knockouts, FoldFromTheirLogToTheSame) {
    std::mt19937 chance(2);  // NOLINT: the same events in each run
    Maker maker = begun(knockout_of(twice, 2), 11);
    play_to_end(maker, chance, true);
    const Tournament again = replayed(maker.log());
    EXPECT_EQ(again.settings, maker.now_is().settings);
    EXPECT_EQ(champion_of(again), champion_of(maker.now_is()));
    ASSERT_EQ(again.rounds.size(), maker.now_is().rounds.size());
    for (std::size_t round = 0; round < again.rounds.size(); ++round) {
        const auto& tables = again.rounds[round].tables;
        for (std::size_t table = 0; table < tables.size(); ++table) {
            const Table& other = maker.now_is().rounds[round].tables[table];
            EXPECT_EQ(series_score(tables[table]), series_score(other));
            EXPECT_EQ(tables[table].units, other.units);
        }
    }
}

TEST(Knockouts, GiveByesToTheTopSeeds) {
    const Maker maker = begun(knockout_of(single), 5);
    const Round& round = maker.now_is().rounds.front();
    ASSERT_EQ(round.tables.size(), 1U);
    EXPECT_EQ(std::set(round.tables[0].players.begin(), round.tables[0].players.end()),
              (std::set{3, 4}));
    ASSERT_EQ(round.resting.size(), 3U);
    for (const auto& [player, kind] : round.resting) {
        EXPECT_LT(player, 3);
        EXPECT_EQ(kind, protocol::Resting::bye);
        EXPECT_EQ(resting_units(maker.now_is(), kind), 0) << "a bye is no win";
    }
}

TEST(Knockouts, PutOutWhoLeavesAlsoDuringAGame) {
    Maker maker = begun(knockout_of(single), 4);
    const int leaver = maker.now_is().table({1, 1, 1}).players[0];
    const int other = maker.now_is().table({1, 1, 1}).players[1];
    maker.take(withdraw(maker.now_is(), maker.now_is().player(leaver).account,
                        WithdrawalCause::themselves, false, maker.now()));
    const Table& table = maker.now_is().table({1, 1, 1});
    EXPECT_EQ(table.units, (std::vector{0, 2}));
    EXPECT_EQ(table.decided, Decided::forfeit);
    maker.decide({1, 2, 1}, {2, 0});
    maker.advance();
    EXPECT_TRUE(maker.now_is().table({2, 1, 1}).has(other));
}

TEST(Knockouts, PlayASecondFinalOnlyIfTheUnbeatenPlayerLosesTheFirst) {
    for (const bool is_upset : {false, true}) {
        Maker maker = begun(knockout_of(twice), 2);
        const auto wins = [&maker](int round, int player) {
            const protocol::TableKey at{round, 1, 1};
            const bool is_first = maker.now_is().table(at).players[0] == player;
            maker.decide(at, {is_first ? 2 : 0, is_first ? 0 : 2});
            maker.advance();
        };
        wins(1, 0);
        wins(2, is_upset ? 1 : 0);
        EXPECT_EQ(maker.now_is().is_over(), !is_upset);
        if (is_upset) wins(3, 1);
        EXPECT_TRUE(maker.now_is().is_over());
        EXPECT_EQ(champion_of(maker.now_is()), is_upset ? 1 : 0);
        EXPECT_EQ(maker.now_is().rounds.size(), is_upset ? 3U : 2U);
    }
}

TEST(Knockouts, EndWithoutAWinnerIfEverybodyLeaves) {
    Maker maker = begun(knockout_of(single), 4);
    for (int player = 0; player < 4; ++player) {
        maker.take(withdraw(maker.now_is(), maker.now_is().player(player).account,
                            WithdrawalCause::themselves, false, maker.now()));
    }
    for (int step = 0; step < 5; ++step) maker.advance();
    EXPECT_EQ(maker.now_is().end, TournamentEnd::too_few_players);
}

TEST(Knockouts, TakeNobodyLateAndKnowNoRest) {
    const Maker maker = begun(knockout_of(single), 4);
    EXPECT_EQ(enter(maker.now_is(), account(9), 1500, false, maker.now()).error().code,
              Code::entry_closed);
    EXPECT_EQ(rest(maker.now_is(), account(1), 2, maker.now()).error().code, Code::invalid_field);
}

TEST(KnockoutPods, LetTwoOfEachTableGoOnAndEndWithOneTable) {
    std::mt19937 chance(3);  // NOLINT: the same events in each run
    for (int players = 3; players <= 40; ++players) {
        TournamentSettings settings = settings_of(single, 0);
        settings.setup = "19x19-4p";
        Maker maker = begun(settings, players);
        play_to_end(maker, chance, players % 3 == 0);
        const Tournament& over = maker.now_is();
        ASSERT_TRUE(over.is_over()) << players;
        EXPECT_EQ(over.end, TournamentEnd::completed);
        EXPECT_EQ(over.rounds.back().tables.size() <= 1, true);
        const auto rows = knockout_standings(over);
        EXPECT_EQ(rows.front().player, champion_of(over));
        EXPECT_EQ(rows.front().place, 1);
        EXPECT_EQ(rows[1].place, 2);
    }
}

TEST(KnockoutPods, GiveASharedPlaceOnTheLineToTheBetterSeed) {
    TournamentSettings settings = settings_of(single, 0);
    settings.setup = "19x19-4p";
    Maker maker = begun(settings, 8);
    maker.place({1, 1, 1}, {1, 2, 2, 4});
    maker.place({1, 2, 1}, {1, 2, 3, 4});
    const std::vector<int> first = maker.now_is().table({1, 1, 1}).players;
    const std::vector<int> second = maker.now_is().table({1, 2, 1}).players;
    maker.advance();
    const Table& last = maker.now_is().table({2, 1, 1});
    EXPECT_EQ(std::set(last.players.begin(), last.players.end()),
              (std::set{first[0], std::min(first[1], first[2]), second[0], second[1]}));
}

// --- series ---

TEST(Series, AlternateColoursAndDecideALevelOneByTheSwap) {
    Maker maker = begun(knockout_of(single, 2), 2);
    const auto table = [&maker]() -> const Table& { return maker.now_is().table({1, 1, 1}); };
    EXPECT_EQ(seat_in_game(table(), 0, 0), 0);
    maker.decide({1, 1, 1}, {2, 0});
    EXPECT_TRUE(table().is_open());
    EXPECT_FALSE(table().running()) << "the next game has not begun";
    EXPECT_EQ(seat_in_game(table(), 0, 1), 1) << "colours change";
    EXPECT_FALSE(is_swap_game(maker.now_is(), table()));
    maker.advance();
    ASSERT_EQ(table().games.size(), 2U);
    maker.decide({1, 1, 2}, {0, 2});
    EXPECT_TRUE(table().is_open());
    EXPECT_TRUE(is_swap_game(maker.now_is(), table()));
    EXPECT_EQ(seat_in_game(table(), 0, 2), 0);
    maker.advance();
    maker.decide({1, 1, 3}, {0, 2});
    EXPECT_EQ(table().units, (std::vector{0, 2}));
    EXPECT_EQ(series_score(table()), (std::vector{2, 4}));
}

TEST(Series, EndOnceTheyAreDecided) {
    TournamentSettings settings = settings_of(TournamentFormat::swiss, 1);
    settings.series = {5, SeriesTie::shared};
    Maker maker = begun(settings, 2);
    for (int game = 1; game <= 3; ++game) {
        EXPECT_TRUE(maker.now_is().table({1, 1, 1}).is_open());
        maker.decide({1, 1, game}, {2, 0});
        maker.advance();
    }
    EXPECT_EQ(maker.now_is().table({1, 1, 1}).units, (std::vector{2, 0}));
    EXPECT_EQ(maker.now_is().table({1, 1, 1}).games.size(), 3U);
}

TEST(Series, ShareThePointIfTheyMayBeLevel) {
    TournamentSettings settings = settings_of(TournamentFormat::round_robin, 1);
    settings.series = {2, SeriesTie::shared};
    Maker maker = begun(settings, 2);
    maker.decide({1, 1, 1}, {2, 0});
    maker.advance();
    maker.decide({1, 1, 2}, {0, 2});
    EXPECT_EQ(maker.now_is().table({1, 1, 1}).units, (std::vector{1, 1}));
}

TEST(Series, AreLostByAForfeit) {
    Maker maker = begun(knockout_of(single, 2), 2);
    maker.decide({1, 1, 1}, {2, 0});
    maker.advance();
    maker.decide({1, 1, 2}, {0, 2}, {true, false});
    EXPECT_EQ(maker.now_is().table({1, 1, 1}).units, (std::vector{0, 2}));
    EXPECT_EQ(maker.now_is().table({1, 1, 1}).decided, Decided::forfeit);
}

TEST(Series, AreLostByAWithdrawalOnceTheGameInProgressHasEnded) {
    TournamentSettings settings = settings_of(TournamentFormat::swiss, 1);
    settings.series = {3, SeriesTie::shared};
    Maker maker = begun(settings, 2);
    const Tournament& present = maker.now_is();
    const AccountId leaver = present.player(present.table({1, 1, 1}).players[0]).account;
    maker.take(withdraw(present, leaver, WithdrawalCause::themselves, false, maker.now()));
    EXPECT_TRUE(present.table({1, 1, 1}).running()) << "the game is played to its end";
    maker.decide({1, 1, 1}, {2, 0});
    EXPECT_EQ(present.table({1, 1, 1}).units, (std::vector{0, 2}));
    EXPECT_EQ(present.table({1, 1, 1}).decided, Decided::forfeit);
    EXPECT_TRUE(openings(present, 1).empty());
}

TEST(Series, PlayAnAnnulledGameAgainWithTheSameColours) {
    Maker maker = begun(knockout_of(single, 2), 2);
    maker.take(annul(maker.now_is(), {1, 1, 1}, true, account(1), "Wrong board", maker.now()));
    const Table& table = maker.now_is().table({1, 1, 1});
    EXPECT_EQ(counted_games(table), 0);
    EXPECT_EQ(seat_in_game(table, 0, 1), 0);
    const auto next = openings(maker.now_is(), 1);
    ASSERT_EQ(next.size(), 1U);
    EXPECT_EQ(next[0].number, 2);
}

TEST(Series, LetAnOrganiserDecideOneOfTheirGames) {
    Maker maker = begun(knockout_of(single, 2), 2);
    GameResult result;
    result.units = {2, 0};
    result.decided = Decided::adjudicated;
    maker.take(rule(maker.now_is(), {1, 1, 1}, {result, account(1), "A lost mail"}, maker.now()));
    EXPECT_TRUE(maker.now_is().table({1, 1, 1}).is_open());
    EXPECT_EQ(series_score(maker.now_is().table({1, 1, 1})), (std::vector{2, 0}));
    EXPECT_EQ(
        rule(maker.now_is(), {1, 1, 1}, {result, account(1), "Again"}, maker.now()).error().code,
        Code::game_over)
        << "it counts already, and the next has not begun";
}

TEST(Series, TakeNoRulingOnAnAnnulledGameBeforeTheNextOne) {
    Maker maker = begun(knockout_of(single, 2), 2);
    maker.take(annul(maker.now_is(), {1, 1, 1}, true, account(1), "Wrong board", maker.now()));
    GameResult result;
    result.units = {2, 0};
    result.decided = Decided::adjudicated;
    EXPECT_EQ(
        rule(maker.now_is(), {1, 1, 1}, {result, account(1), "Late"}, maker.now()).error().code,
        Code::game_over);
}

TEST(SeriesSettings, AreCheckedByFormat) {
    TournamentSettings settings = knockout_of(single, 2);
    EXPECT_FALSE(protocol::settings_fault(settings));
    settings.series.tie = SeriesTie::shared;
    EXPECT_EQ(protocol::settings_fault(settings)->pointer, "/series/tie");
    settings = knockout_of(twice);
    settings.setup = "19x19-4p";
    EXPECT_EQ(protocol::settings_fault(settings)->pointer, "/setup");
    settings = knockout_of(single);
    settings.setup = "19x19-4p";
    EXPECT_EQ(protocol::settings_fault(settings)->pointer, "/series");
    settings = knockout_of(single);
    settings.rounds = 3;
    EXPECT_EQ(protocol::settings_fault(settings)->pointer, "/rounds");
    settings = knockout_of(single);
    settings.rules.round_limit_days = 7;
    EXPECT_EQ(protocol::settings_fault(settings)->pointer, "/terms/round_limit_days");
    settings = knockout_of(single);
    settings.ties = {protocol::TieRule::wins};
    EXPECT_EQ(protocol::settings_fault(settings)->pointer, "/ties/0");
}

}  // namespace
}  // namespace tanbo::tournament
