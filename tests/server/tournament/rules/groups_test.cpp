#include "server/tournament/rules/groups.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "server/tournament/rules/knockouts.hpp"
#include "server/tournament/rules/openings.hpp"
#include "tests/server/tournament/rules/event_maker.hpp"

namespace tanbo::tournament {
namespace {

using protocol::FinalStage;
using protocol::GroupRules;
using protocol::TableKey;

TournamentSettings grouped(GroupRules rules) {
    TournamentSettings settings = settings_of(TournamentFormat::round_robin, 1);
    settings.groups = rules;
    return settings;
}

Maker started(int players, GroupRules rules) {
    Maker maker(grouped(rules));
    maker.enter(players);
    maker.start();
    maker.advance();
    return maker;
}

// The player with the lower number wins every open game: groups end in the order of the seeds.
void favourites_win(Maker& maker) {
    for (int round = 1; round <= std::ssize(maker.now_is().rounds); ++round) {
        const auto& tables = maker.now_is().rounds[static_cast<std::size_t>(round) - 1].tables;
        for (int table = 1; table <= static_cast<int>(tables.size()); ++table) {
            const Table& one = maker.now_is().table({round, table, 1});
            if (!one.running()) continue;
            const bool is_first = one.players[0] < one.players[1];
            maker.decide({round, table, 1}, {is_first ? 2 : 0, is_first ? 0 : 2});
        }
    }
}

// Plays until nothing more happens; false if that never is.
bool play_on(Maker& maker) {
    for (int turn = 0; turn < 500; ++turn) {
        favourites_win(maker);
        if (!maker.advance()) return true;
    }
    return false;
}

void play_groups(Maker& maker) {
    for (int turn = 0; turn < 500 && !maker.now_is().has_final(); ++turn) {
        favourites_win(maker);
        maker.advance();
    }
}

int group_index(const Tournament& tournament, int player) {
    const auto groups = groups_of(tournament);
    for (std::size_t i = 0; i < groups.size(); ++i) {
        if (std::ranges::find(groups[i], player) != groups[i].end()) return static_cast<int>(i);
    }
    return -1;
}

TEST(Groups, EveryPlayerMeetsEachOtherOfTheGroupOnce) {
    const Maker maker = started(11, {3, {}, 2, FinalStage::knockout});

    std::set<std::pair<int, int>> met;
    for (const Round& round : maker.now_is().rounds) {
        std::set<int> seated;
        for (const Table& table : round.tables) {
            const int a = table.players[0];
            const int b = table.players[1];
            EXPECT_EQ(group_index(maker.now_is(), a), group_index(maker.now_is(), b));
            EXPECT_TRUE(met.emplace(std::min(a, b), std::max(a, b)).second);
            EXPECT_TRUE(seated.insert(a).second && seated.insert(b).second);
        }
        EXPECT_EQ(seated.size() + round.resting.size(), 11U);
    }
    EXPECT_EQ(met.size(), 6U + 6U + 3U);  // groups of 4, 4 and 3
    EXPECT_EQ(groups_of(maker.now_is())[0], (std::vector<int>{0, 5, 6}));
}

TEST(Groups, SizesSayHowManyGroupsThereAre) {
    const auto sizes = [](int players, GroupRules rules) {
        std::vector<std::size_t> sizes;
        for (const auto& group : groups_of(started(players, rules).now_is())) {
            sizes.push_back(group.size());
        }
        return sizes;
    };

    EXPECT_EQ(sizes(9, {{}, 4, 2, FinalStage::knockout}), (std::vector<std::size_t>{3, 3, 3}));
    EXPECT_EQ(sizes(8, {{}, 4, 2, FinalStage::knockout}), (std::vector<std::size_t>{4, 4}));
    EXPECT_EQ(sizes(5, {8, {}, 1, FinalStage::knockout}), (std::vector<std::size_t>{3, 2}));
}

TEST(Groups, TheFirstOfEachGroupPlayAKnockout) {
    Maker maker = started(8, {{}, 4, 2, FinalStage::knockout});
    play_groups(maker);

    // Groups of 0 3 4 7 and 1 2 5 6: first and second of each, far from each other.
    EXPECT_EQ(maker.now_is().finalists, (std::vector<int>{0, 1, 3, 2}));
    EXPECT_EQ(maker.now_is().group_rounds, 3);
    ASSERT_EQ(maker.now_is().rounds.size(), 4U);
    for (const Table& table : maker.now_is().rounds[3].tables) {
        EXPECT_NE(group_index(maker.now_is(), table.players[0]),
                  group_index(maker.now_is(), table.players[1]));
    }

    EXPECT_TRUE(play_on(maker));
    EXPECT_EQ(maker.now_is().state, TournamentState::finished);
    EXPECT_EQ(maker.now_is().end, protocol::TournamentEnd::completed);
    EXPECT_EQ(maker.now_is().rounds.size(), 5U);
    const auto rows = standings(maker.now_is(), names_of(maker.now_is()));
    EXPECT_EQ(rows[0].player, 0);
    EXPECT_EQ(rows[0].units, 2 * 5);
    EXPECT_EQ(rows[1].player, 1);
    EXPECT_EQ(rows[4].place, 5);
    EXPECT_EQ(rows[4].player, 4);  // third of a group, with as many points as the other third
    EXPECT_EQ(rows[5].place, 5);
    EXPECT_EQ(rows[7].place, 7);
}

TEST(Groups, OrARoundRobinOfAllWhoGoOn) {
    Maker maker = started(8, {2, {}, 2, FinalStage::round_robin});
    play_groups(maker);

    EXPECT_EQ(maker.now_is().rounds.size(), 3U + 3U);
    EXPECT_TRUE(play_on(maker));
    EXPECT_EQ(maker.now_is().end, protocol::TournamentEnd::completed);
    const auto rows = standings(maker.now_is(), names_of(maker.now_is()));
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(rows[i].player, static_cast<int>(i));
        EXPECT_EQ(rows[i].place, static_cast<int>(i) + 1);
    }
}

TEST(Groups, APlayerWhoLeavesEarlyIsForgottenInTheGroup) {
    Maker maker = started(8, {{}, 4, 2, FinalStage::knockout});
    maker.take(withdraw(maker.now_is(), account(1), protocol::WithdrawalCause::themselves, true,
                        maker.now()));
    play_groups(maker);

    EXPECT_EQ(maker.now_is().finalists, (std::vector<int>{3, 1, 4, 2}));
    EXPECT_EQ(stage_standings(group_stages(maker.now_is())[0]).front().units, 4);
}

TEST(Groups, APlayerWhoLeavesAfterTheGroupsGivesThePlaceToTheNext) {
    GroupRules rules{{}, 4, 2, FinalStage::knockout};
    TournamentSettings settings = grouped(rules);
    settings.break_minutes = 10;
    Maker maker(settings);
    maker.enter(8);
    maker.start();
    maker.advance();
    EXPECT_TRUE(play_on(maker));
    ASSERT_FALSE(maker.now_is().has_final());
    EXPECT_EQ(due(maker.now_is()), maker.now() + std::chrono::minutes(10));
    maker.take(withdraw(maker.now_is(), account(1), protocol::WithdrawalCause::themselves, false,
                        maker.now()));
    maker.pass(std::chrono::minutes(10));
    maker.advance();

    EXPECT_EQ(maker.now_is().finalists, (std::vector<int>{3, 1, 4, 2}));
    // The results of the group stay.
    EXPECT_EQ(stage_standings(group_stages(maker.now_is())[0]).front().player, 0);
}

TEST(Groups, APlayerWhoLeavesTheFinalStageLosesTheMatch) {
    Maker maker = started(8, {{}, 4, 2, FinalStage::knockout});
    play_groups(maker);
    maker.take(withdraw(maker.now_is(), account(1), protocol::WithdrawalCause::themselves, true,
                        maker.now()));

    EXPECT_TRUE(play_on(maker));
    EXPECT_EQ(maker.now_is().end, protocol::TournamentEnd::completed);
    EXPECT_EQ(standings(maker.now_is(), names_of(maker.now_is())).front().player, 1);
    for (const Round& round : maker.now_is().rounds) {
        for (const Table& table : round.tables) EXPECT_NE(table.decided, Decided::removed);
    }
}

TEST(Groups, AGameThatALeaverFinishesHoldsUpNoFinal) {
    Maker maker = started(4, {1, {}, 2, FinalStage::knockout});
    // The players of one running game are out, and go on with it.
    const Table idle = maker.now_is().rounds[0].tables[0];
    for (const int player : idle.players) {
        maker.take(withdraw(maker.now_is(), maker.now_is().player(player).account,
                            protocol::WithdrawalCause::themselves, false, maker.now()));
    }
    play_groups(maker);

    ASSERT_TRUE(maker.now_is().has_final());
    EXPECT_EQ(maker.now_is().finalists.size(), 2U);
}

TEST(Groups, TooFewWhoGoOnEndIt) {
    Maker maker = started(4, {2, {}, 1, FinalStage::knockout});
    for (int number = 1; number <= 3; ++number) {
        maker.take(withdraw(maker.now_is(), account(number), protocol::WithdrawalCause::themselves,
                            true, maker.now()));
    }
    EXPECT_TRUE(play_on(maker));

    EXPECT_EQ(maker.now_is().end, protocol::TournamentEnd::too_few_players);
}

TEST(Groups, TieBreaksAreExplainedWithinTheGroup) {
    Maker maker = started(8, {{}, 4, 2, FinalStage::knockout});
    EXPECT_TRUE(play_on(maker));

    const auto rows = standings(maker.now_is(), names_of(maker.now_is()));
    for (const Ranked& row : rows) {
        const auto explained = explain(maker.now_is(), row.player);
        ASSERT_EQ(explained.size(), maker.now_is().settings.ties.size());
        for (std::size_t i = 0; i < explained.size(); ++i) {
            const auto& parts = explained[i].parts;
            for (const auto& part : parts) {
                EXPECT_LT(part.round, 3);
                EXPECT_EQ(group_index(maker.now_is(), part.opponent),
                          group_index(maker.now_is(), row.player));
            }
            if (!parts.empty()) EXPECT_EQ(pairing::sum(parts), row.values[i]);
        }
    }
}

TEST(Groups, TheLogYieldsTheSameAgain) {
    std::mt19937 chance(5);
    for (int players = 4; players <= 20; ++players) {
        for (const auto last : {FinalStage::knockout, FinalStage::round_robin}) {
            Maker maker = started(players, {{}, 4, 2, last});
            for (int turn = 0; turn < 300 && !maker.now_is().is_over(); ++turn) {
                if (turn % 7 == 3 && maker.now_is().players_in() > 3) {
                    const int player = static_cast<int>(chance() % static_cast<unsigned>(players));
                    if (maker.now_is().player(player).is_in()) {
                        maker.take(withdraw(maker.now_is(), maker.now_is().player(player).account,
                                            protocol::WithdrawalCause::themselves, false,
                                            maker.now()));
                    }
                }
                maker.play_all(chance);
                maker.advance();
            }
            ASSERT_TRUE(maker.now_is().is_over()) << players;
            const Tournament again = replayed(maker.log());
            EXPECT_EQ(again.finalists, maker.now_is().finalists);
            EXPECT_EQ(again.rounds_planned, maker.now_is().rounds_planned);
            const auto one = standings(maker.now_is(), names_of(maker.now_is()));
            const auto other = standings(again, names_of(again));
            ASSERT_EQ(one.size(), other.size());
            for (std::size_t i = 0; i < one.size(); ++i) {
                EXPECT_EQ(one[i].player, other[i].player);
                EXPECT_EQ(one[i].place, other[i].place);
                EXPECT_EQ(one[i].units, other[i].units);
            }
            EXPECT_LE(std::ssize(maker.now_is().rounds), maker.now_is().rounds_planned);
        }
    }
}

}  // namespace
}  // namespace tanbo::tournament
