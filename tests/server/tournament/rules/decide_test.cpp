#include "server/tournament/rules/decide.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "server/tournament/rules/openings.hpp"
#include "server/tournament/rules/rounds.hpp"
#include "tests/server/tournament/rules/event_maker.hpp"

namespace tanbo::tournament {
namespace {

using protocol::Code;
using protocol::TournamentEnd;
using protocol::WithdrawalCause;

constexpr auto swiss = TournamentFormat::swiss;
constexpr auto robin = TournamentFormat::round_robin;

std::vector<std::pair<int, int>> meetings(const Tournament& tournament) {
    std::vector<std::pair<int, int>> all;
    for (const Round& round : tournament.rounds) {
        for (const Table& table : round.tables) {
            all.push_back(std::minmax(table.players[0], table.players[1]));
        }
    }
    return all;
}

Code code_of(const Decides& decided) {
    return decided.has_error() ? decided.error().code : Code::internal_error;
}

// The whole of it, with random results.
void play_to_the_end(Maker& maker, std::mt19937& chance) {
    while (!maker.now_is().is_over()) {
        ASSERT_TRUE(maker.advance()) << "nothing is due";
        maker.play_all(chance);
    }
}

TEST(Decide, ASwissTournamentOfAnySizeEndsWithoutARepeatedPair) {
    std::mt19937 chance(1);
    for (int players = 2; players <= 17; ++players) {
        const int rounds = std::min(5, players % 2 == 0 ? players - 1 : players);
        Maker maker(settings_of(swiss, rounds));
        maker.enter(players);
        maker.start();

        play_to_the_end(maker, chance);

        const auto pairs = meetings(maker.now_is());
        EXPECT_EQ(std::set(pairs.begin(), pairs.end()).size(), pairs.size()) << players;
        EXPECT_EQ(due(maker.now_is()), std::nullopt);
        EXPECT_EQ(maker.now_is().state, TournamentState::finished);
    }
}

TEST(Decide, ARoundRobinLetsEverybodyMeetOnceOrTwice) {
    std::mt19937 chance(2);
    for (int players = 2; players <= 9; ++players) {
        for (const int times : {1, 2}) {
            Maker maker(settings_of(robin, times));
            maker.enter(players);
            maker.start();

            play_to_the_end(maker, chance);

            const auto pairs = meetings(maker.now_is());
            const auto all = static_cast<std::size_t>(players * (players - 1) / 2);
            EXPECT_EQ(pairs.size(), all * static_cast<std::size_t>(times));
            EXPECT_EQ(std::set(pairs.begin(), pairs.end()).size(), all);
            EXPECT_EQ(maker.now_is().end, TournamentEnd::completed);
        }
    }
}

TEST(Decide, NobodyPlaysMoreGamesOfARoundRobinThanAtATime) {
    TournamentSettings settings = settings_of(robin, 1);
    settings.parallel = 2;
    Maker maker(settings);
    maker.enter(6);
    maker.start();

    maker.advance();

    std::vector<int> running(6, 0);
    for (const Round& round : maker.now_is().rounds) {
        for (const Table& table : round.tables) {
            if (!table.running()) continue;
            for (const int player : table.players) ++running[static_cast<std::size_t>(player)];
        }
    }
    EXPECT_EQ(running, std::vector<int>(6, 2));
    EXPECT_TRUE(openings(maker.now_is(), 10).empty());
}

TEST(Decide, ALogThatWasStoredGivesTheSameTournament) {
    std::mt19937 chance(3);
    Maker maker(settings_of(swiss, 4));
    maker.enter(7);
    maker.start();

    play_to_the_end(maker, chance);

    const Tournament again = replayed(maker.log());
    EXPECT_EQ(again.seq, maker.now_is().seq);
    EXPECT_EQ(meetings(again), meetings(maker.now_is()));
    EXPECT_EQ(again.settings, maker.now_is().settings);
    const auto before = standings(maker.now_is(), {});
    const auto after = standings(again, {});
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(after[i].player, before[i].player);
        EXPECT_EQ(after[i].values, before[i].values);
    }
}

TEST(Decide, AResultOfAnotherGameChangesNothing) {
    Maker maker(settings_of(swiss, 1));
    maker.enter(2);
    maker.start();
    maker.advance();
    const GameResult result{{2, 0}, {false, false}, Decided::game, {}};
    const protocol::TableKey at{1, 1, 1};

    const Decision other = record(maker.now_is(), at, GameId{77}, result, maker.now());
    maker.decide(at, {2, 0});
    const Decision again = record(maker.now_is(), at, GameId{1},
                                  {{0, 2}, {false, false}, Decided::game, {}}, maker.now());

    EXPECT_TRUE(other.events.empty());
    EXPECT_TRUE(again.events.empty());
    EXPECT_EQ(maker.now_is().table(at).units, (std::vector{2, 0}));
}

TEST(Decide, LateEntryIsPossibleUntilHalfOfTheRoundsArePaired) {
    std::mt19937 chance(4);
    Maker maker(settings_of(swiss, 4));
    maker.enter(6);
    maker.start();
    for (int round = 1; round <= 3; ++round) {
        maker.advance();
        const auto late = enter(maker.now_is(), account(10 + round), {}, false, maker.now());
        if (round <= 2) {
            maker.take(late);
            EXPECT_EQ(maker.now_is().players.back().first_round, round + 1);
        } else {
            EXPECT_EQ(code_of(late), Code::entry_closed);
        }
        maker.play_all(chance);
    }
    const auto players = outcomes(maker.now_is(), Unfinished::half);
    EXPECT_EQ(players[6].outcomes[0].kind, pairing::Kind::absent);
    EXPECT_EQ(players[6].outcomes[0].halves, 0);
}

TEST(Decide, AHalfPointByeIsGivenOnceAndInTime) {
    std::mt19937 chance(5);
    Maker maker(settings_of(swiss, 4));
    maker.enter(5);
    maker.start();
    maker.advance();

    EXPECT_EQ(code_of(rest(maker.now_is(), account(1), 1, maker.now())), Code::round_open);
    EXPECT_EQ(code_of(rest(maker.now_is(), account(1), 4, maker.now())), Code::invalid_field);
    EXPECT_EQ(code_of(rest(maker.now_is(), account(9), 2, maker.now())), Code::not_entered);
    maker.take(rest(maker.now_is(), account(1), 2, maker.now()));
    maker.play_all(chance);
    maker.advance();

    const Round& second = maker.now_is().rounds[1];
    EXPECT_EQ(second.tables.size(), 2U);
    ASSERT_EQ(second.resting.size(), 1U);
    EXPECT_EQ(second.resting[0], (std::pair{0, protocol::Resting::half_bye}));
    EXPECT_EQ(code_of(rest(maker.now_is(), account(1), 3, maker.now())), Code::limit_reached);
}

TEST(Decide, TwoForfeitsInARowWithdrawAndOneDoesNot) {
    Maker maker(settings_of(swiss, 4));
    maker.enter(4);
    maker.start();
    for (int round = 1; round <= 2; ++round) {
        maker.advance();
        for (int table = 1; table <= 2; ++table) {
            const protocol::TableKey at{round, table, 1};
            const auto& players = maker.now_is().table(at).players;
            if (players[0] == 3)
                maker.decide(at, {0, 2}, {true, false});
            else if (players[1] == 3)
                maker.decide(at, {2, 0}, {false, true});
            else
                maker.decide(at, {2, 0});
        }
        EXPECT_EQ(maker.now_is().player(3).is_in(), round == 1);
    }
    EXPECT_EQ(maker.now_is().player(3).withdrawn, WithdrawalCause::forfeits);
    maker.advance();
    EXPECT_EQ(maker.now_is().rounds[2].tables.size(), 1U);
}

TEST(Decide, ARoundRobinForgetsWhoLeavesEarlyAndForfeitsTheRestOfTheOthers) {
    for (const int played : {1, 2}) {
        TournamentSettings settings = settings_of(robin, 1);
        settings.parallel = 1;
        Maker maker(settings);
        maker.enter(4);
        maker.start();
        int left = played;
        while (left > 0) {
            maker.advance();
            for (int round = 1; round <= 3; ++round) {
                for (int table = 1; table <= 2; ++table) {
                    const protocol::TableKey at{round, table, 1};
                    if (!maker.now_is().table(at).running()) continue;
                    if (maker.now_is().table(at).has(0)) --left;
                    maker.decide(at, {2, 0});
                }
            }
        }

        maker.take(
            withdraw(maker.now_is(), account(1), WithdrawalCause::themselves, false, maker.now()));

        int removed = 0;
        int forfeited = 0;
        for (const Round& round : maker.now_is().rounds) {
            for (const Table& table : round.tables) {
                if (!table.has(0) || !table.units) continue;
                removed += table.decided == Decided::removed ? 1 : 0;
                forfeited += table.decided == Decided::forfeit ? 1 : 0;
            }
        }
        EXPECT_EQ(removed, played == 1 ? 3 : 0);
        EXPECT_EQ(forfeited, played == 1 ? 0 : 1);
    }
}

TEST(Decide, APlayerWhoHasLeftHoldsNoRoundUp) {
    Maker maker(settings_of(swiss, 3));
    maker.enter(4);
    maker.start();
    maker.advance();
    maker.decide({1, 1, 1}, {2, 0});
    const int leaver = maker.now_is().table({1, 2, 1}).players[0];

    maker.take(withdraw(maker.now_is(), maker.now_is().player(leaver).account,
                        WithdrawalCause::themselves, false, maker.now()));

    EXPECT_TRUE(maker.now_is().rounds[0].ended_at);
    EXPECT_TRUE(maker.now_is().table({1, 2, 1}).is_open());
    maker.advance();
    EXPECT_EQ(maker.now_is().rounds.size(), 2U);
    maker.decide({1, 2, 1}, {0, 2});
    EXPECT_EQ(maker.now_is().table({1, 2, 1}).units, (std::vector{0, 2}));
}

TEST(Decide, ARoundLimitPairsOnAndFinalStandingsWait) {
    TournamentSettings settings = settings_of(swiss, 2);
    settings.rules.round_limit_days = 3;
    Maker maker(settings);
    maker.enter(4);
    maker.start();
    maker.advance();
    maker.decide({1, 1, 1}, {2, 0});
    EXPECT_FALSE(maker.advance());

    maker.pass(std::chrono::days(3));
    EXPECT_TRUE(maker.advance());
    EXPECT_EQ(maker.now_is().rounds.size(), 2U);
    maker.decide({2, 1, 1}, {2, 0});
    maker.decide({2, 2, 1}, {2, 0});
    EXPECT_FALSE(maker.advance());
    maker.decide({1, 2, 1}, {2, 0});
    EXPECT_TRUE(maker.advance());

    EXPECT_EQ(maker.now_is().state, TournamentState::finished);
}

TEST(Decide, ABreakIsKeptBetweenRounds) {
    TournamentSettings settings = settings_of(swiss, 2);
    settings.break_minutes = 10;
    Maker maker(settings);
    maker.enter(2);
    maker.start();
    maker.advance();
    maker.decide({1, 1, 1}, {2, 0});

    EXPECT_FALSE(maker.advance());
    EXPECT_EQ(due(maker.now_is()), maker.now() + std::chrono::minutes(10));
}

TEST(Decide, TooFewPlayersExtendTheStartTenTimesOrCancel) {
    TournamentSettings settings = settings_of(swiss, 2);
    settings.starts = protocol::StartRule{noon, 3, 7, {}};
    Maker maker(settings);
    maker.enter(2);
    for (int i = 0; i < 10; ++i) {
        EXPECT_TRUE(maker.advance());
        EXPECT_EQ(maker.now_is().starts_at, noon + std::chrono::days(7 * (i + 1)));
        maker.pass(std::chrono::days(7));
    }
    EXPECT_TRUE(maker.advance());
    EXPECT_EQ(maker.now_is().state, TournamentState::cancelled);
    EXPECT_EQ(maker.now_is().end, TournamentEnd::too_few_players);
    EXPECT_EQ(due(maker.now_is()), std::nullopt);
}

TEST(Decide, AStartIsDueAtItsTimeOrWhenItIsFull) {
    TournamentSettings settings = settings_of(swiss, 2);
    settings.starts = protocol::StartRule{noon, 2, {}, {}};
    Maker timed(settings);
    timed.enter(2);
    EXPECT_TRUE(starts_now(timed.now_is(), noon));
    EXPECT_FALSE(starts_now(timed.now_is(), noon - std::chrono::milliseconds(1)));

    settings.starts = protocol::StartRule{{}, 2, {}, 3};
    Maker full(settings);
    full.enter(2);
    EXPECT_FALSE(starts_now(full.now_is(), noon));
    full.take(enter(full.now_is(), account(3), {}, false, noon));
    EXPECT_TRUE(starts_now(full.now_is(), noon));
    EXPECT_EQ(due(full.now_is()), Instant::min());
}

TEST(Decide, SettingsFreezeWithTheFirstPlayerAndTheStart) {
    Maker maker(settings_of(swiss, 2));
    const auto changed = [&](const std::string& key) {
        return code_of(
            change(maker.now_is(), account(1), settings_of(swiss, 3), {key}, maker.now()));
    };
    EXPECT_EQ(changed("rounds"), Code::internal_error);
    maker.enter(2);
    EXPECT_EQ(changed("rounds"), Code::frozen_setting);
    EXPECT_EQ(changed("starts"), Code::internal_error);
    maker.start();
    EXPECT_EQ(changed("starts"), Code::frozen_setting);
    EXPECT_EQ(changed("about"), Code::internal_error);
}

TEST(Decide, AnAnnulledGameIsReplayedOrCountsForNobody) {
    Maker maker(settings_of(swiss, 1));
    maker.enter(4);
    maker.start();
    maker.advance();

    maker.take(annul(maker.now_is(), {1, 1, 1}, true, account(1), "why", maker.now()));
    EXPECT_TRUE(maker.now_is().table({1, 1, 1}).needs_game());
    EXPECT_EQ(openings(maker.now_is(), 10).front(), (protocol::TableKey{1, 1, 2}));
    maker.take(annul(maker.now_is(), {1, 2, 1}, false, account(1), "why", maker.now()));
    EXPECT_EQ(maker.now_is().table({1, 2, 1}).units, (std::vector{0, 0}));
    maker.advance();
    maker.decide({1, 1, 2}, {2, 0});
    EXPECT_EQ(code_of(annul(maker.now_is(), {1, 1, 2}, true, account(1), "why", maker.now())),
              Code::game_over);
}

TEST(Decide, ARulingCountsAndEndsTheRound) {
    Maker maker(settings_of(swiss, 2));
    maker.enter(2);
    maker.start();
    maker.advance();
    const Ruling ruling{{{0, 2}, {true, false}, Decided::forfeit, {}}, account(9), "absent"};

    maker.take(rule(maker.now_is(), {1, 1, 1}, ruling, maker.now()));

    EXPECT_TRUE(maker.now_is().rounds[0].ended_at);
    EXPECT_EQ(code_of(rule(maker.now_is(), {1, 1, 1}, ruling, maker.now())), Code::game_over);
}

TEST(Decide, OrganisersAreOneToTen) {
    Maker maker(settings_of(swiss, 2));
    const auto set = [&](int number, bool is_added) {
        return set_organiser(maker.now_is(), account(number), account(1), is_added, maker.now());
    };
    EXPECT_EQ(code_of(set(1, false)), Code::limit_reached);
    for (int number = 2; number <= 10; ++number) maker.take(set(number, true));
    EXPECT_EQ(code_of(set(11, true)), Code::limit_reached);
    EXPECT_TRUE(set(10, true)->events.empty());
    maker.take(set(10, false));
    EXPECT_EQ(maker.now_is().organisers.size(), 9U);
}

TEST(Decide, ATournamentWithoutAFurtherPairingEndsEarlyAndSaysSo) {
    std::mt19937 chance(6);
    Maker maker(settings_of(swiss, 5));
    maker.enter(2);
    maker.start();

    play_to_the_end(maker, chance);

    EXPECT_EQ(maker.now_is().end, TournamentEnd::no_pairing);
    EXPECT_EQ(maker.now_is().rounds.size(), 1U);
}

}  // namespace
}  // namespace tanbo::tournament
