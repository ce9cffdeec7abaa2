#include "server/rating/recorder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "server/rating/ratings.hpp"
#include "server/store/tables/accounts/audit.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "server/store/tables/games/derived_rows.hpp"
#include "server/store/tables/games/ratings.hpp"
#include "server/store/tables/games/ratings_counts.hpp"
#include "tests/server/game/fixture.hpp"
#include "tests/support/random.hpp"

namespace tanbo::rating {
namespace {

using protocol::AccountId;
using store::Reader;
using store::Transaction;
using tests::Random;

// Everything that a game's end writes, to compare two states bit for bit.
struct Everything {
    std::vector<std::tuple<AccountId, std::string, Figure, std::int64_t, std::int64_t,
                           base::Instant, bool, std::int64_t>>
        ratings;
    std::vector<std::tuple<protocol::GameId, AccountId, int, Figure, Figure>> history;
    std::vector<std::tuple<AccountId, std::int64_t, std::int64_t>> reliability;
    std::vector<std::tuple<std::string, std::int64_t, std::int64_t, std::int64_t>> head_to_head;
    std::vector<std::tuple<protocol::GameId, std::string, int, int>> encounters;
    std::vector<std::tuple<std::string, int, std::int64_t, std::int64_t, std::vector<std::int64_t>>>
        statistics;
    std::map<std::string, std::uint64_t> tables;  // checksums of all their rows

    bool operator==(const Everything&) const = default;
};

class RecorderTest : public game::GameTest {
protected:
    RecorderTest() {
        game::FixtureOptions options;
        options.observers = {&recorder};
        restart(options);
        players = {anna, ben, carl, dora, add_player("emil"), add_player("fay")};
    }

    // A game of the first so many of these; it has started.
    protocol::GameId start(const std::vector<engine::Player>& seated, bool is_rated,
                           const std::string& setup, bool is_private = false) {
        auto request = game_request(setup, seats_of(seated));
        request.terms.rated = is_rated;
        if (is_private) request.visibility = engine::Visibility::players;
        const protocol::GameId id = open_game(seated[0], std::move(request))->game;
        for (std::size_t i = 1; i < seated.size(); ++i) {
            EXPECT_TRUE(submit(id, engine::Join{seated[i], {}}).has_value());
        }
        return id;
    }

    static std::vector<std::string> seats_of(const std::vector<engine::Player>& seated) {
        std::vector<std::string> seats = {"me"};
        for (std::size_t i = 1; i < seated.size(); ++i) seats.push_back(seated[i].handle);
        return seats;
    }

    void leave(protocol::GameId id, const engine::Player& player) {
        const auto answer =
            submit(id, engine::Leave{player.account, engine::LeaveReason::resigned});
        EXPECT_TRUE(answer.has_value());
    }

    // A game of two that `loser` gives up after a stone of each.
    protocol::GameId play_two(const engine::Player& winner, const engine::Player& loser,
                              bool is_rated = true) {
        const protocol::GameId id = start({winner, loser}, is_rated, "9x9");
        play(id, 2);
        leave(id, loser);
        return id;
    }

    // Games of all kinds between anybody, on a clock that sometimes stands still or goes back.
    void play_at_random(Random& random, int games) {
        for (int i = 0; i < games; ++i) {
            static constexpr std::array<std::int64_t, 5> steps = {0, 0, 7, 86'400'000, -3'600'000};
            now_ms += steps[random.below(5)];
            std::vector<engine::Player> seated = players;
            for (std::size_t k = seated.size() - 1; k > 0; --k) {
                std::swap(seated[k], seated[random.below(static_cast<std::uint32_t>(k + 1))]);
            }
            const bool is_of_four = random.below(3) == 0;
            seated.resize(is_of_four ? 4 : 2);
            const bool is_rated = random.below(5) > 0;
            finish(start(seated, is_rated, is_of_four ? "19x19-4p" : "9x9"), seated, random);
        }
    }

    void finish(protocol::GameId id, std::vector<engine::Player> seated, Random& random) {
        play(id, static_cast<int>(random.below(7)));
        while (seated.size() > 1) {
            const auto at = random.below(static_cast<std::uint32_t>(seated.size()));
            leave(id, seated[at]);
            seated.erase(seated.begin() + at);
        }
        ended.push_back(id);
    }

    bool make_void(protocol::GameId id) {
        bool is_new = false;
        writer->write([&](Transaction& transaction) {
            is_new = void_game(transaction, id, engine::instant_of(1));
        });
        return is_new;
    }

    AccountId id_of_first() const { return players[0].account; }

    void come_from(const std::string& address, const std::vector<engine::Player>& all) {
        writer->write([&](Transaction& transaction) {
            for (const auto& player : all) {
                store::record_known_address(transaction, player.account, address,
                                            engine::instant_of(now_ms));
            }
        });
    }

    template <class Closure>
    auto read(Closure closure) {
        return database->read(closure);
    }

    int patterns() {
        return read([](Reader& reader) {
            const auto acts = store::list_audit(reader, {.limit = 50}).entries;
            return static_cast<int>(
                std::ranges::count(acts, "rating-pattern", &store::AuditEntry::act));
        });
    }

    Everything everything() {
        return read([this](Reader& reader) {
            Everything all;
            for (const auto& player : players) add_player_to(all, reader, id_of(player));
            for (const auto& one : players) {
                for (const auto& other : players) {
                    if (one.account < other.account) {
                        add_pair_to(all, reader, id_of(one), id_of(other));
                    }
                }
            }
            for (const std::string setup : {"9x9", "19x19-4p"}) {
                for (const auto& row : store::setup_counts(reader, setup)) {
                    std::vector<std::int64_t> seats;
                    for (const auto& seat : row.seats) {
                        seats.push_back(seat.wins);
                        seats.push_back(seat.places);
                    }
                    all.statistics.emplace_back(setup, static_cast<int>(row.swap), row.games,
                                                row.plies, seats);
                }
            }
            all.tables = store::rating_checksums(reader);
            return all;
        });
    }

    static AccountId id_of(const engine::Player& player) { return player.account; }

    static void add_player_to(Everything& all, Reader& reader, AccountId account) {
        for (const auto& row : store::find_ratings(reader, account)) {
            all.ratings.emplace_back(account, row.family, to_figure(row.figure), row.games,
                                     row.wins, row.at, row.is_provisional, row.standing);
        }
        for (const auto& row : store::rated_games(reader, account, {}, {}, 10'000)) {
            all.history.emplace_back(row.order.game, account, row.place, to_figure(row.before),
                                     to_figure(row.after));
        }
        const auto reliability = store::find_reliability(reader, account);
        all.reliability.emplace_back(account, reliability.finished, reliability.left);
    }

    static void add_pair_to(Everything& all, Reader& reader, AccountId one, AccountId other) {
        for (const auto& row : store::head_to_head(reader, one, other)) {
            all.head_to_head.emplace_back(row.setup, row.games, row.ahead, row.behind);
        }
        for (const auto& row : store::encounters(reader, one, other, {}, 10'000)) {
            all.encounters.emplace_back(row.order.game, row.setup, row.place, row.opponent_place);
        }
    }

    Recorder recorder;
    std::vector<engine::Player> players;
    std::vector<protocol::GameId> ended;
};

TEST_F(RecorderTest, RatesARatedGameWithItsLastEvent) {
    play_two(anna, ben);

    const auto all = everything();

    ASSERT_EQ(all.ratings.size(), 2U);
    const auto strength =
        read([this](Reader& reader) { return find(reader, AccountId{anna.account}, "9x9"); });
    EXPECT_GT(strength.rating, 1500);
    EXPECT_EQ(all.history.size(), 2U);
    EXPECT_EQ(all.encounters.size(), 1U);
    EXPECT_EQ(all.statistics.size(), 1U);
}

TEST_F(RecorderTest, RatesNoOtherButCountsIt) {
    play_two(anna, ben, false);

    const auto all = everything();

    EXPECT_TRUE(all.ratings.empty());
    EXPECT_EQ(all.encounters.size(), 1U);
    const auto reliability = read(
        [this](Reader& reader) { return rating::reliability(reader, AccountId{ben.account}); });
    EXPECT_EQ(std::pair(reliability.finished, reliability.left),
              std::pair(std::int64_t{1}, std::int64_t{0}));
    EXPECT_EQ(reliability.percent(), 100);
}

TEST_F(RecorderTest, TellsNobodyWhoMetInAPrivateGame) {
    const protocol::GameId id = start({anna, ben}, true, "9x9", true);
    play(id, 2, anna.account);
    leave(id, ben);

    const auto all = everything();

    EXPECT_EQ(all.ratings.size(), 2U);
    EXPECT_TRUE(all.encounters.empty());
}

// The fault: eight accounts from one address resigned 120 games before a stone was placed, and
// their friend was first in the standings.
TEST_F(RecorderTest, RatesNoGameWithoutAStoneFromEachSide) {
    const auto id = start({anna, ben}, true, "9x9");
    play(id, 1);
    leave(id, ben);

    read([this](Reader& reader) { EXPECT_EQ(find(reader, id_of_first(), "9x9").games, 0); });
}

TEST_F(RecorderTest, GivesLessAndLessForVictoriesOverOneOpponent) {
    std::vector<double> gains;
    double before = initial_rating;
    for (int i = 0; i < 12; ++i) {
        play_two(players[0], players[1]);
        const double after =
            read([this](Reader& reader) { return find(reader, id_of_first(), "9x9").rating; });
        gains.push_back(after - before);
        before = after;
    }

    EXPECT_GT(gains[3], 1);
    for (std::size_t i = 6; i < gains.size(); ++i) EXPECT_LT(gains[i], gains[i - 1] * 0.6) << i;
}

TEST_F(RecorderTest, MakesNoRatingOfPlayersFromOneNetwork) {
    come_from("192.0.2.7", players);
    for (std::size_t i = 0; i < 40; ++i) play_two(players[0], players[1 + i % 5]);

    const Strength farmed =
        read([this](Reader& reader) { return find(reader, id_of_first(), "9x9"); });

    EXPECT_EQ(farmed.games, 40);
    EXPECT_TRUE(farmed.provisional);
    EXPECT_LT(farmed.rating, 1900);
    EXPECT_EQ(patterns(), 4);
}

TEST_F(RecorderTest, GivesFullWeightToPlayersFromSeveralNetworks) {
    for (std::size_t i = 0; i < players.size(); ++i) {
        come_from("192.0.2." + std::to_string(i), {players[i]});
    }
    for (std::size_t i = 0; i < 25; ++i) play_two(players[0], players[1 + i % 5]);

    const Strength strong =
        read([this](Reader& reader) { return find(reader, id_of_first(), "9x9"); });

    EXPECT_GT(strong.rating, 1900);
    EXPECT_EQ(patterns(), 0);
}

TEST_F(RecorderTest, DerivesTheSameBitsFromTheArchive) {
    Random random(1);
    play_at_random(random, 60);
    for (int i = 0; i < 8; ++i) {
        make_void(ended[random.below(static_cast<std::uint32_t>(ended.size()))]);
    }
    play_at_random(random, 20);
    const Everything kept = everything();

    EXPECT_EQ(recompute(*store), ended.size());

    EXPECT_EQ(everything(), kept);
    EXPECT_GT(kept.history.size(), 60U);
}

// A case that the comparison above would miss otherwise.
TEST_F(RecorderTest, WouldNoticeARatingThatIsOff) {
    play_two(anna, ben);
    const Everything kept = everything();
    writer->write([this](Transaction& transaction) {
        auto row = *store::find_rating(transaction, id_of(anna), "9x9");
        row.figure.rating = std::nextafter(row.figure.rating, 2000);
        store::put_rating(transaction, row);
    });

    EXPECT_NE(everything(), kept);
    recompute(*store);
    EXPECT_EQ(everything(), kept);
}

TEST_F(RecorderTest, ForgetsAGameThatIsVoidButNotWhoLeftIt) {
    play_two(anna, ben);
    const Everything before = everything();
    const protocol::GameId cheated = play_two(anna, carl);

    EXPECT_TRUE(make_void(cheated));

    Everything after = everything();
    EXPECT_NE(after.reliability, before.reliability);
    after.reliability = before.reliability;
    after.tables["reliability"] = before.tables.at("reliability");
    EXPECT_EQ(after, before);
    EXPECT_FALSE(make_void(cheated));
}

TEST_F(RecorderTest, NeverCountsAGameThatWasVoidBeforeItsEnd) {
    const protocol::GameId id = start({anna, ben}, true, "9x9");
    EXPECT_TRUE(make_void(id));
    play(id, 4);

    leave(id, ben);

    const auto all = everything();
    EXPECT_TRUE(all.ratings.empty());
    EXPECT_TRUE(all.encounters.empty());
    EXPECT_TRUE(all.statistics.empty());
}

TEST_F(RecorderTest, RefusesToVoidAGameThatIsNotThere) {
    EXPECT_THROW(make_void(protocol::GameId{4711}), store::StorageError);
}

}  // namespace
}  // namespace tanbo::rating
