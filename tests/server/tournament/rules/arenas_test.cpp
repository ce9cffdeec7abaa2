#include "server/tournament/rules/arenas.hpp"

#include <algorithm>
#include <chrono>
#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "server/tournament/pairing/arena.hpp"
#include "server/tournament/rules/openings.hpp"
#include "tests/server/tournament/rules/event_maker.hpp"
#include "tests/support/repetitions.hpp"

// Arenas, by their logs.
namespace tanbo::tournament {
namespace {

using protocol::Code;
using protocol::WithdrawalCause;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

constexpr int arena_minutes = 30;

// It has started with so many players, and its first games are in progress.
Maker arena_with(int players) {
    TournamentSettings settings = settings_of(TournamentFormat::arena, 0);
    settings.arena = protocol::ArenaRules{arena_minutes};
    Maker maker(settings);
    maker.enter(players);
    maker.start();
    maker.advance();
    return maker;
}

std::size_t table_count(const Maker& maker) {
    return maker.now_is().rounds.front().tables.size();
}

const Table& table_at(const Maker& maker, int number) {
    return maker.now_is().table({1, number, 1});
}

// The accounts of a table.
std::set<int> accounts_at(const Maker& maker, int number) {
    std::set<int> accounts;
    for (const int player : table_at(maker, number).players) {
        accounts.insert(
            static_cast<int>(protocol::number_of(maker.now_is().player(player).account)));
    }
    return accounts;
}

// The account wins the game of that table, by forfeit if they say so.
void win(Maker& maker, int number, int winner, bool is_forfeit = false) {
    const Table& table = table_at(maker, number);
    const auto index = table.index_of(maker.now_is().find(account(winner)).value());
    std::vector<int> halves = {0, 0};
    halves[index] = 2;
    std::vector<bool> forfeits = {false, false};
    forfeits[1 - index] = is_forfeit;
    maker.decide({1, number, 1}, halves, forfeits);
}

Code refusal_of_arena(const Decides& decided) {
    return decided.has_error() ? decided.error().code : Code::internal_error;
}

Decides entered(const Maker& maker, int number) {
    return enter(maker.now_is(), account(number), 1500, false, maker.now());
}

void leave_arena(Maker& maker, int number) {
    maker.take(
        withdraw(maker.now_is(), account(number), WithdrawalCause::themselves, false, maker.now()));
}

int points_of(const Maker& maker, int number) {
    const int player = maker.now_is().find(account(number)).value();
    const auto rows = standings(maker.now_is(), names_of(maker.now_is()));
    return std::ranges::find(rows, player, &Ranked::player)->units;
}

TEST(Arenas, MatchNeighboursByRankAsTheyStart) {
    const Maker maker = arena_with(4);

    EXPECT_EQ(table_count(maker), 2U);
    EXPECT_EQ(accounts_at(maker, 1), (std::set{1, 2}));
    EXPECT_EQ(accounts_at(maker, 2), (std::set{3, 4}));
    EXPECT_TRUE(table_at(maker, 2).running());
    EXPECT_TRUE(free_players(maker.now_is()).empty());
    EXPECT_EQ(current_round(maker.now_is()), 1);
}

TEST(Arenas, MatchAtTurnsOfThreeSeconds) {
    Maker maker = arena_with(5);
    const int waiting = free_players(maker.now_is()).front();
    maker.pass(milliseconds(3'001));
    win(maker, 1, *accounts_at(maker, 1).begin());

    EXPECT_EQ(due(maker.now_is()), noon + seconds(6));
    maker.pass(milliseconds(2'998));
    EXPECT_FALSE(maker.advance());
    maker.pass(milliseconds(1));
    EXPECT_TRUE(maker.advance());

    EXPECT_EQ(table_count(maker), 3U);
    EXPECT_TRUE(table_at(maker, 3).has(waiting));
    EXPECT_EQ(due(maker.now_is()), std::nullopt);
}

TEST(Arenas, ATurnThatIsLateStaysDueWhileMorePlayersComeFree) {
    Maker maker = arena_with(9);
    maker.pass(seconds(5));
    win(maker, 1, *accounts_at(maker, 1).begin());
    maker.pass(seconds(5));
    win(maker, 2, *accounts_at(maker, 2).begin());

    EXPECT_EQ(due(maker.now_is()), noon + seconds(6));
    EXPECT_TRUE(maker.advance());
    EXPECT_EQ(table_count(maker), 6U);
    EXPECT_FALSE(maker.advance());
}

TEST(Arenas, TwoWhoHaveJustMetWaitForOthersBeforeTheyMeetAgain) {
    Maker maker = arena_with(2);
    maker.pass(seconds(60));
    win(maker, 1, 1);

    EXPECT_EQ(due(maker.now_is()), noon + seconds(75));
    maker.pass(seconds(8));
    Maker with_third = maker;
    with_third.take(entered(with_third, 7));
    with_third.pass(seconds(1));
    EXPECT_TRUE(with_third.advance());
    maker.pass(seconds(6));
    EXPECT_FALSE(maker.advance());
    maker.pass(seconds(1));
    EXPECT_TRUE(maker.advance());

    EXPECT_EQ(accounts_at(maker, 2), (std::set{1, 2}));
    EXPECT_TRUE(accounts_at(with_third, 2).contains(7));
    // Colours alternate.
    EXPECT_EQ(table_at(maker, 1).players[0], table_at(maker, 2).players[1]);
}

TEST(Arenas, PlayersComeAndGoWhileItRuns) {
    Maker maker = arena_with(3);
    maker.pass(seconds(30));
    maker.take(entered(maker, 9));
    EXPECT_TRUE(maker.advance());
    EXPECT_EQ(accounts_at(maker, 2), (std::set{3, 9}));
    win(maker, 2, 9);

    leave_arena(maker, 9);
    EXPECT_EQ(refusal_of_arena(entered(maker, 9)), Code::too_soon);
    EXPECT_EQ(points_of(maker, 9), 2);
    EXPECT_EQ(free_players(maker.now_is()), std::vector{2});
    maker.pass(arena_return_after);
    EXPECT_EQ(refusal_of_arena(entered(maker, 3)), Code::already_entered);
    maker.take(entered(maker, 9));
    EXPECT_EQ(free_players(maker.now_is()).size(), 2U);
    EXPECT_EQ(points_of(maker, 9), 2);
}

TEST(Arenas, APlayerWhoLeavesFinishesTheGame) {
    Maker maker = arena_with(2);
    leave_arena(maker, 2);
    win(maker, 1, 2);

    EXPECT_EQ(points_of(maker, 2), 2);
    EXPECT_EQ(free_players(maker.now_is()), std::vector{0});
}

TEST(Arenas, ATableWithoutAGameIsLostByItsLeaver) {
    Maker maker = arena_with(2);
    win(maker, 1, 1);
    maker.pass(seconds(15));
    // As if the process died before the game began.
    maker.take(advance(maker.now_is(), {}, {}, maker.now()));
    ASSERT_EQ(table_count(maker), 2U);
    leave_arena(maker, 1);

    EXPECT_EQ(table_at(maker, 2).decided, Decided::forfeit);
    EXPECT_EQ(points_of(maker, 2), 2);
}

TEST(Arenas, APauseKeepsNewGamesAway) {
    Maker maker = arena_with(3);
    const auto paused = [&maker](int number, bool is_paused) {
        return pause(maker.now_is(), account(number), is_paused, maker.now());
    };
    maker.take(paused(1, true));
    EXPECT_TRUE(paused(1, true)->events.empty());
    win(maker, 1, 1);
    EXPECT_EQ(free_players(maker.now_is()).size(), 2U);
    maker.pass(seconds(9));
    EXPECT_TRUE(maker.advance());
    EXPECT_EQ(accounts_at(maker, 2), (std::set{2, 3}));

    maker.take(paused(1, false));
    EXPECT_EQ(free_players(maker.now_is()), std::vector{0});
    EXPECT_EQ(refusal_of_arena(paused(7, true)), Code::not_entered);
    for (int i = 1; i < arena_pauses_max; ++i) {
        maker.take(paused(1, true));
        maker.take(paused(1, false));
    }
    EXPECT_EQ(refusal_of_arena(paused(1, true)), Code::limit_reached);
    EXPECT_TRUE(paused(2, true));
    Maker swiss(settings_of(TournamentFormat::swiss, 3));
    swiss.enter(2);
    EXPECT_EQ(refusal_of_arena(pause(swiss.now_is(), account(1), true, noon)), Code::invalid_field);
}

TEST(Arenas, GamesThatAreRunningAtTheEndCount) {
    Maker maker = arena_with(4);
    maker.pass(minutes(arena_minutes) - seconds(1));
    win(maker, 1, 1);
    EXPECT_EQ(refusal_of_arena(entered(maker, 9)), Code::internal_error);
    maker.pass(seconds(1));
    EXPECT_FALSE(maker.advance());
    EXPECT_EQ(refusal_of_arena(entered(maker, 9)), Code::entry_closed);
    EXPECT_EQ(due(maker.now_is()), std::nullopt);

    maker.pass(seconds(40));
    win(maker, 2, 4);
    EXPECT_LE(due(maker.now_is()).value(), maker.now());
    EXPECT_TRUE(maker.advance());

    EXPECT_EQ(maker.now_is().state, TournamentState::finished);
    EXPECT_EQ(maker.now_is().end, protocol::TournamentEnd::completed);
    EXPECT_EQ(table_count(maker), 2U);
    EXPECT_EQ(points_of(maker, 4), 2);
    EXPECT_FALSE(maker.advance());
}

TEST(Arenas, TurnsInADowntimeHappenOnceAfterwards) {
    Maker maker = arena_with(4);
    win(maker, 1, 1);
    win(maker, 2, 3);
    maker.pass(minutes(2));
    EXPECT_TRUE(maker.advance());
    EXPECT_EQ(table_count(maker), 4U);
    EXPECT_FALSE(maker.advance());

    win(maker, 3, 1);
    win(maker, 4, 2);
    maker.pass(minutes(arena_minutes));
    EXPECT_TRUE(maker.advance());
    EXPECT_EQ(maker.now_is().state, TournamentState::finished);
    EXPECT_EQ(table_count(maker), 4U);
}

TEST(Arenas, TwoForfeitsInARowWithdrawAPlayerUntilTheyReturn) {
    Maker maker = arena_with(2);
    for (int game = 1; game <= 2; ++game) {
        EXPECT_TRUE(maker.now_is().player(1).is_in());
        win(maker, game, 1, true);
        maker.pass(minutes(1));
        maker.advance();
    }
    EXPECT_EQ(maker.now_is().player(1).withdrawn, WithdrawalCause::forfeits);
    EXPECT_EQ(points_of(maker, 1), 4);

    maker.pass(arena_return_after);
    maker.take(entered(maker, 2));
    maker.pass(seconds(15));
    maker.advance();
    win(maker, 3, 1, true);
    EXPECT_TRUE(maker.now_is().player(1).is_in());
}

TEST(Arenas, AnAnnulledGameFreesItsPlayers) {
    Maker maker = arena_with(3);
    maker.pass(seconds(10));
    maker.take(annul(maker.now_is(), {1, 1, 1}, true, account(1), "wrong board", maker.now()));

    EXPECT_EQ(table_at(maker, 1).decided, Decided::annulled);
    EXPECT_EQ(free_players(maker.now_is()).size(), 3U);
    maker.pass(seconds(2));
    EXPECT_TRUE(maker.advance());
    // The result of the new game is taken away, and its player is at no second table.
    win(maker, 2, 3);
    maker.pass(seconds(3));
    EXPECT_TRUE(maker.advance());
    const auto free = free_players(maker.now_is());
    maker.take(annul(maker.now_is(), {1, 2, 1}, true, account(1), "engine", maker.now()));
    EXPECT_EQ(points_of(maker, 3), 0);
    EXPECT_EQ(free_players(maker.now_is()), free);
}

TEST(Arenas, WinsAgainstBetterPlayersDecideBetweenEqualPoints) {
    Maker maker = arena_with(4);
    win(maker, 1, 1);  // against 2
    win(maker, 2, 4);  // against 3
    maker.pass(seconds(3));
    maker.advance();
    // 1 and 4 meet, and 2 and 3 do.
    ASSERT_EQ(accounts_at(maker, 3), (std::set{1, 4}));
    win(maker, 3, 1);
    win(maker, 4, 3);

    const auto rows = standings(maker.now_is(), names_of(maker.now_is()));
    std::vector<int> order;
    order.reserve(rows.size());
    for (const Ranked& row : rows) order.push_back(row.player + 1);
    EXPECT_EQ(order, (std::vector{1, 4, 3, 2}));  // 4 has beaten 3, who has a point
    const auto parts = explain(maker.now_is(), 0);
    ASSERT_EQ(parts.size(), 2U);
    ASSERT_EQ(parts[0].parts.size(), 2U);
    EXPECT_EQ(parts[0].parts[1].round, 1);
    EXPECT_EQ(parts[0].parts[1].opponent, 3);
}

TEST(Arenas, StopMatchingAfterTheirLastTable) {
    Maker maker = arena_with(6);
    Tournament full = maker.now_is();
    Table over = full.rounds.front().tables.front();
    over.units = {2, 0};
    full.rounds.front().tables.assign(protocol::arena_tables_max - 1, over);

    const Decision one = advance(full, {}, {}, maker.now() + seconds(3));
    EXPECT_EQ(one.next.rounds.front().tables.size(), std::size_t{protocol::arena_tables_max});
    EXPECT_TRUE(advance(one.next, {}, {}, maker.now() + seconds(60)).events.empty());
    EXPECT_EQ(next_match_at(one.next), std::nullopt);
}

// An arena that lives by what is due: games last a while, and players come, pause and go.
class LivelyArena {
public:
    explicit LivelyArena(unsigned seed) : chance_(seed), maker_(arena_with(4 + below(30))) {}

    const Maker& play() {
        while (maker_.now_is().state == TournamentState::running) {
            if (maker_.now() < arena_ends_at(maker_.now_is())) stir();
            end_games();
            // The director looks four times a second.
            const auto at = due(maker_.now_is());
            if (at && *at <= maker_.now()) maker_.advance();
            check();
            maker_.pass(milliseconds(250));
        }
        return maker_;
    }
    int longest_wait_ms() const { return longest_; }

private:
    int below(int count) { return static_cast<int>(chance_() % static_cast<unsigned>(count)); }

    void stir() {
        const int who = 1 + below(40);
        const int what = below(400);
        if (what == 0) {
            if (const auto in = entered(maker_, who)) maker_.take(in);
        } else if (what < 3) {
            const auto done = pause(maker_.now_is(), account(who), what == 1, maker_.now());
            if (done) maker_.take(done);
        } else if (what == 3) {
            const auto out = withdraw(maker_.now_is(), account(who), WithdrawalCause::themselves,
                                      false, maker_.now());
            if (out) maker_.take(out);
        }
    }

    void end_games() {
        for (int number = 1; number <= static_cast<int>(table_count(maker_)); ++number) {
            if (!table_at(maker_, number).running()) continue;
            const auto known = ends_.find(number);
            const Instant at = known == ends_.end()
                                   ? (ends_[number] = maker_.now() + seconds(20 + below(160)))
                                   : known->second;
            if (at > maker_.now()) continue;
            const int first = 2 * below(2);
            maker_.decide({1, number, 1}, {first, 2 - first});
        }
    }

    void check() {
        std::set<int> seated;
        for (const Table& table : maker_.now_is().rounds.front().tables) {
            if (!table.is_open()) continue;
            for (const int player : table.players) {
                EXPECT_TRUE(seated.insert(player).second) << "two tables of player " << player;
            }
        }
        const auto free = free_players(maker_.now_is());
        const bool goes_on = maker_.now() < arena_ends_at(maker_.now_is());
        std::map<int, int> waits;
        for (const int player : free) {
            waits[player] = waits_[player] + (free.size() > 2 && goes_on ? 250 : 0);
            longest_ = std::max(longest_, waits[player]);
        }
        waits_ = std::move(waits);
    }

    std::mt19937 chance_;
    Maker maker_;
    std::map<int, Instant> ends_;  // of games, by table
    std::map<int, int> waits_;
    int longest_ = 0;
};

TEST(Arenas, RandomOnesKeepTheirPromisesAndComeBackFromTheirLogs) {
    for (int seed = 1; seed <= tests::repetitions(30); ++seed) {
        LivelyArena arena(static_cast<unsigned>(seed));
        const Maker& over = arena.play();

        EXPECT_LT(arena.longest_wait_ms(), 30'000) << seed;
        EXPECT_GT(table_count(over), 20U);
        const Tournament again = replayed(over.log());
        EXPECT_EQ(again.seq, over.now_is().seq);
        const auto names = names_of(again);
        const auto rows = standings(over.now_is(), names);
        const auto folded = standings(again, names);
        ASSERT_EQ(rows.size(), folded.size());
        int points = 0;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            EXPECT_EQ(rows[i].player, folded[i].player);
            EXPECT_EQ(rows[i].units, folded[i].units);
            EXPECT_EQ(rows[i].values, folded[i].values);
            points += rows[i].units;
        }
        EXPECT_EQ(points, 2 * static_cast<int>(table_count(over)));
    }
}

TEST(Arenas, PlayersWhoAreApartMeetOnlyIfNoOneElseIsThere) {
    TournamentSettings settings = settings_of(TournamentFormat::arena, 0);
    settings.arena = protocol::ArenaRules{arena_minutes};
    settings.keeps_clubs_apart = false;
    settings.apart = {{account(1), account(2)}};
    Maker maker(settings);
    maker.enter(4);
    maker.start();
    maker.advance();
    ASSERT_EQ(table_count(maker), 2U);
    for (const Table& table : maker.now_is().rounds.front().tables) {
        EXPECT_FALSE(table.has(0) && table.has(1));  // the strongest two
    }

    Maker alone(settings);
    alone.enter(2);
    alone.start();
    EXPECT_EQ(next_match_at(alone.now_is()),
              alone.now() + pairing::arena_rematch_turns * arena_turn);
    alone.advance();
    EXPECT_EQ(table_count(alone), 0U);
    alone.pass(pairing::arena_rematch_turns * arena_turn);
    alone.advance();
    EXPECT_EQ(table_count(alone), 1U);
}

}  // namespace
}  // namespace tanbo::tournament
