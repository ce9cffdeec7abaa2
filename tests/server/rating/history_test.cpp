#include "server/rating/history.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "server/rating/ratings.hpp"
#include "server/rating/repeats.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/support/random.hpp"

namespace tanbo::rating {
namespace {

using protocol::AccountId;
using protocol::GameId;
using store::Transaction;
using tests::Random;

// The ratings of everybody after the games, calculated in memory, one after the other.
struct Reference {
    struct Standing {
        Figure figure;
        std::optional<engine::Instant> last_at;
        std::int64_t games = 0;
    };
    using Key = std::pair<AccountId, std::string>;

    explicit Reference(std::vector<RatedGame> games) {
        std::ranges::sort(games, {}, &RatedGame::order);
        for (const RatedGame& game : games) add(game);
    }

    void add(const RatedGame& game) {
        std::vector<Entrant> entrants;
        for (const RatedPlayer& player : game.players) {
            const Standing& before = standings[{player.account, game.family}];
            entrants.push_back({before.figure, before.last_at, player.place});
        }
        const auto at = game.order.at;
        const auto after = rate(*method_of_family(game.family), entrants, at);
        const double weight = weight_of({.of_pair = repeats_before(game)});
        earlier.push_back(game);
        for (std::size_t i = 0; i < after.size(); ++i) {
            Standing& standing = standings[{game.players[i].account, game.family}];
            const Figure figure = partly(rested(entrants[i], at), after[i], weight);
            standing = {figure, at, standing.games + 1};
            history[{game.order.game, game.players[i].account}] = figure;
        }
    }

    int repeats_before(const RatedGame& game) const {
        int most = 0;
        for (const RatedPlayer& better : game.players) {
            for (const RatedPlayer& other : game.players) {
                if (better.place < other.place) {
                    most = std::max(most, lead_of(better.account, other.account, game));
                }
            }
        }
        return most;
    }

    int lead_of(AccountId better, AccountId other, const RatedGame& game) const {
        int lead = 0;
        for (const RatedGame& one : earlier) {
            if (one.family != game.family || one.order.at < game.order.at - repeats_window)
                continue;
            const auto mine = std::ranges::find(one.players, better, &RatedPlayer::account);
            const auto theirs = std::ranges::find(one.players, other, &RatedPlayer::account);
            if (mine == one.players.end() || theirs == one.players.end()) continue;
            lead += mine->place < theirs->place ? 1 : 0;
            lead -= mine->place > theirs->place ? 1 : 0;
        }
        return lead;
    }

    std::vector<RatedGame> earlier;

    std::map<Key, Standing> standings;
    std::map<std::pair<GameId, AccountId>, Figure> history;
};

class HistoryTest : public store::StorageTest {
protected:
    static constexpr int players = 6;

    HistoryTest() {
        open();
        write([this](Transaction& transaction) {
            for (int i = 0; i < players; ++i) {
                accounts.push_back(store::add_account(transaction, "player" + std::to_string(i)));
            }
        });
    }

    void write(const std::function<void(Transaction&)>& closure) { commits->write(closure); }

    // Games of two and of four, many of which end at one instant, in the order of their ids.
    std::vector<RatedGame> random_games(Random& random, int count) {
        std::vector<RatedGame> games;
        write([&](Transaction& transaction) {
            for (int i = 0; i < count; ++i) games.push_back(random_game(random, transaction));
        });
        return games;
    }

    RatedGame random_game(Random& random, Transaction& transaction) {
        RatedGame entry;
        entry.order.game = store::add_game(transaction, accounts[0], accounts[1]);
        entry.order.at = engine::instant_of(1'000'000'000LL * random.below(20));
        const std::size_t seats = random.below(3) == 0 ? 4 : 2;
        entry.family = seats == 4 ? "19x19-4p" : "9x9";
        std::set<AccountId> taken;
        while (entry.players.size() < seats) {
            const AccountId account = accounts[random.below(players)];
            if (!taken.insert(account).second) continue;
            const int place = seats == 2 ? static_cast<int>(entry.players.size()) + 1
                                         : static_cast<int>(random.below(4)) + 1;
            entry.players.push_back(
                {account, static_cast<store::SeatNumber>(entry.players.size()), place});
        }
        return entry;
    }

    // The first wins it.
    RatedGame game_of(AccountId winner, AccountId loser, std::int64_t at) {
        RatedGame entry;
        write([&](Transaction& transaction) {
            entry.order.game = store::add_game(transaction, winner, loser);
        });
        entry.order.at = engine::instant_of(at);
        entry.family = "9x9";
        entry.players = {{winner, 0, 1}, {loser, 1, 2}};
        return entry;
    }

    // Which of the accounts this job has.
    std::vector<bool> locked(const Transaction& transaction) const {
        std::vector<bool> each;
        for (const AccountId account : accounts) each.push_back(transaction.has_locked(account));
        return each;
    }

    static std::vector<RatedGame> shuffled(std::vector<RatedGame> games, Random& random) {
        for (std::size_t i = games.size() - 1; i > 0; --i) {
            std::swap(games[i], games[random.below(static_cast<std::uint32_t>(i + 1))]);
        }
        return games;
    }

    void enter_all(const std::vector<RatedGame>& games) {
        write([&games](Transaction& transaction) {
            for (const RatedGame& entry : games) enter(transaction, entry);
        });
    }

    // Every figure is that of the reference to the last bit, and there are no others.
    void expect_equal(const Reference& reference) {
        std::size_t ratings = 0;
        std::size_t seats = 0;
        write([&](Transaction& transaction) {
            for (const AccountId account : accounts) {
                for (const auto& row : store::find_ratings(transaction, account)) {
                    ++ratings;
                    const auto& standing = reference.standings.at({account, row.family});
                    EXPECT_EQ(to_figure(row.figure), standing.figure);
                    EXPECT_EQ(row.at, standing.last_at);
                    EXPECT_EQ(row.games, standing.games);
                    EXPECT_EQ(row.is_provisional, is_provisional(*method_of_family(row.family),
                                                                 standing.figure, standing.games));
                }
            }
            for (const auto& [key, figure] : reference.history) {
                for (const auto& row : store::rated_seats(transaction, key.first)) {
                    if (row.account != key.second) continue;
                    ++seats;
                    EXPECT_EQ(to_figure(row.after), figure);
                }
            }
        });
        EXPECT_EQ(ratings, reference.standings.size());
        EXPECT_EQ(seats, reference.history.size());
    }

    std::vector<AccountId> accounts;
};

TEST_F(HistoryTest, RatesANewcomerWhoWins) {
    Random random(1);
    std::vector<RatedGame> games = random_games(random, 1);
    games[0].family = "9x9";
    games[0].players = {{accounts[0], 0, 2}, {accounts[1], 1, 1}};

    enter_all(games);

    write([&](Transaction& transaction) {
        const auto winner = store::find_rating(transaction, accounts[1], "9x9");
        ASSERT_TRUE(winner);
        EXPECT_EQ(std::pair(winner->games, winner->wins),
                  std::pair(std::int64_t{1}, std::int64_t{1}));
        EXPECT_TRUE(winner->is_provisional);
        const Strength strength = find(transaction, accounts[1], "9x9");
        EXPECT_EQ(strength.rating, winner->figure.rating);
        EXPECT_NEAR(strength.rating, 1662.2, 0.1);
        EXPECT_NEAR(strength.deviation, 290.3, 0.1);
        EXPECT_EQ(find(transaction, accounts[0], "9x9").games, 1);
        const Strength newcomer = find(transaction, accounts[2], "9x9");
        EXPECT_EQ(newcomer.rating, 1500);
        EXPECT_TRUE(newcomer.provisional);
    });
}

TEST_F(HistoryTest, ComesToTheSameFiguresInWhateverOrderGamesAreEntered) {
    Random random(2);
    const auto games = random_games(random, 80);
    const Reference reference(games);

    enter_all(shuffled(games, random));

    expect_equal(reference);
}

TEST_F(HistoryTest, CalculatesOneGameIfGamesComeInTheirOrder) {
    Random random(3);
    auto games = random_games(random, 40);
    std::ranges::sort(games, {}, &RatedGame::order);

    write([&games](Transaction& transaction) {
        for (const RatedGame& entry : games) EXPECT_EQ(enter(transaction, entry), 1U);
    });

    expect_equal(Reference(games));
}

TEST_F(HistoryTest, ForgetsAGameThatIsStruck) {
    Random random(4);
    auto games = random_games(random, 80);
    enter_all(games);

    for (int i = 0; i < 20; ++i) {
        const auto which = random.below(static_cast<std::uint32_t>(games.size()));
        const GameId struck = games[which].order.game;
        write([struck](Transaction& transaction) { EXPECT_GE(strike(transaction, struck), 1U); });
        games.erase(games.begin() + which);
    }

    expect_equal(Reference(games));
}

TEST_F(HistoryTest, LeavesNothingOfAPlayerWhoseGamesAreAllStruck) {
    Random random(5);
    const auto games = random_games(random, 12);
    enter_all(games);

    write([&games](Transaction& transaction) {
        for (const RatedGame& entry : games) strike(transaction, entry.order.game);
        EXPECT_EQ(strike(transaction, games[0].order.game), 0U);
    });

    expect_equal(Reference({}));
}

TEST_F(HistoryTest, TouchesOnlyGamesThatFollowFromTheOneThatIsStruck) {
    Random random(6);
    std::vector<RatedGame> games = random_games(random, 3);
    for (std::size_t i = 0; i < games.size(); ++i) {
        games[i].family = "9x9";
        games[i].order.at = engine::Instant(std::chrono::seconds(i));
        games[i].players = {{accounts[2 * i], 0, 1}, {accounts[2 * i + 1], 1, 2}};
    }
    games[2].players[0].account = accounts[0];
    enter_all(games);

    std::size_t calculated = 0;
    write([&](Transaction& transaction) { calculated = strike(transaction, games[0].order.game); });

    EXPECT_EQ(calculated, 2U);
    expect_equal(Reference({games[1], games[2]}));
}

// Two games of one player may end at once, on two nodes.
TEST_F(HistoryTest, LocksWhoPlayedAndWhoseFiguresFollowFromIt) {
    const RatedGame first = game_of(accounts[0], accounts[1], 1'000);
    const RatedGame second = game_of(accounts[1], accounts[2], 2'000);
    enter_all({second});

    std::vector<bool> by_enter;
    std::vector<bool> by_strike;
    write([&](Transaction& transaction) {
        enter(transaction, first);
        by_enter = locked(transaction);
    });
    write([&](Transaction& transaction) {
        strike(transaction, first.order.game);
        by_strike = locked(transaction);
    });

    const std::vector<bool> three = {true, true, true, false, false, false};
    EXPECT_EQ(by_enter, three);
    EXPECT_EQ(by_strike, three);
}

TEST_F(HistoryTest, RefusesAGameThatIsEnteredAlready) {
    Random random(7);
    const auto games = random_games(random, 1);
    enter_all(games);

    EXPECT_EQ(store::fault_of([&] { enter_all(games); }), store::Fault::constraint);
}

}  // namespace
}  // namespace tanbo::rating
