#include <map>
#include <memory>
#include <tuple>

#include <gtest/gtest.h>

#include "protocol/tournaments/answers.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "server/store/tables/games/tournaments.hpp"
#include "server/tournament/director.hpp"
#include "server/tournament/log.hpp"
#include "server/tournament/observer.hpp"
#include "server/tournament/tournaments.hpp"
#include "server/tournament/withdrawal.hpp"
#include "tests/server/game/engines.hpp"

// Whole tournaments over a file and over a PostgreSQL, directed by two nodes at once.
namespace tanbo::tournament {
namespace {

using test::Node;

class TournamentNodesTest : public game::TwoNodesTest {
protected:
    struct Directed {
        explicit Directed(Node& at)
            : node(at),
              tournaments(*at.referee, at.store, clock),
              director(*at.referee, at.store, clock) {}
        static base::Instant clock() {
            return base::Instant(std::chrono::milliseconds(1'700'000'000'000));
        }

        Node& node;
        Tournaments tournaments;
        Director director;
    };

    void begin(const std::string& settings, int count) {
        test::NodeOptions options;
        options.observers = {&observer};
        open(options);
        here = std::make_unique<Directed>(*one);
        there = std::make_unique<Directed>(*other);
        players = {anna, ben};
        while (std::ssize(players) < count) {
            players.push_back(one->add_player("player" + std::to_string(players.size())));
        }
        const auto request =
            protocol::decode_create_tournament(R"({"name":"Cup","rated":false,)" + settings + "}");
        const auto made =
            one->on([&] { return here->tournaments.create(anna.account, request.value(), {}); });
        id = made.value().id;
        for (int i = 0; i < count; ++i) {
            Directed& by = i % 2 == 0 ? *here : *there;
            const AccountId player = players[static_cast<std::size_t>(i)].account;
            ASSERT_TRUE(by.node.on([&] { return by.tournaments.join(player, id, {}); }));
        }
        if (present().is_ladder()) return;
        ASSERT_TRUE(one->on([&] { return here->tournaments.start(anna.account, id, {}); }));
    }

    Tournament present() {
        return one->store.read_now(
            [this](store::Reader& reader) { return load(reader, id).value().tournament; });
    }

    // Both nodes do what is due, at the same time, as long as something is.
    void direct() {
        for (;;) {
            auto mine = one->start([&] { return here->director.run_once(); });
            auto theirs = other->start([&] { return there->director.run_once(); });
            const auto first = mine.get();
            const auto second = theirs.get();
            if (first && second && *first == 0 && *second == 0) return;
        }
    }

    // Ends every game in progress: all place a stone, then all but the first leave.
    void play_all() {
        for (const Round& round : present().rounds) {
            for (const Table& table : round.tables) {
                if (table.running()) play(*table.running());
            }
        }
    }
    void play(GameId game) {
        const auto view = one->view(game)->shared_match();
        std::vector<AccountId> seated;
        for (const auto& seat : view->seats()) {
            if (seat.player) seated.push_back(seat.player->account);
        }
        for (std::uint32_t ply = 0; ply < seated.size(); ++ply) {
            const std::string point = legal_but(game, "");
            ASSERT_TRUE(one->submit(game, game::Move{seated[ply], point, ply, {}}));
        }
        for (std::size_t i = 1; i < seated.size(); ++i) {
            ASSERT_TRUE(other->submit(game, engine::Leave{seated[i]}));
        }
    }

    // The player challenges the one above on one node, who answers on the other.
    void challenge_above(std::size_t place, ChallengeAnswer answer) {
        const engine::Player& above = players[place - 1];
        const protocol::ChallengeRequest request{above.handle};
        ASSERT_TRUE(one->on(
            [&] { return here->tournaments.challenge(players[place].account, id, request, {}); }));
        const int number = static_cast<int>(std::ssize(present().rounds.front().tables));
        ASSERT_TRUE(other->on(
            [&] { return there->tournaments.answer(above.account, id, number, answer, {}); }));
    }

    // How many games each table has.
    std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, int> games_by_table() {
        std::map<std::tuple<std::int64_t, std::int64_t, std::int64_t>, int> counts;
        const auto games = one->store.read_now([this](store::Reader& reader) {
            return store::games_of_tournament(reader, id, {}, {}, {}, 10'000);
        });
        for (const auto& one_game : games) {
            ++counts[{one_game.at.round, one_game.at.table, one_game.at.number}];
        }
        return counts;
    }

    Observer observer;
    std::unique_ptr<Directed> here;
    std::unique_ptr<Directed> there;
    std::vector<engine::Player> players;
    TournamentId id{};
};

TEST_P(TournamentNodesTest, StartEachGameOfASwissTournamentOnce) {
    begin(R"("setup":"9x9","format":"swiss","rounds":3)", 6);

    for (int round = 1; round <= 3; ++round) {
        direct();
        ASSERT_EQ(std::ssize(present().rounds), round);
        play_all();
    }
    direct();

    EXPECT_EQ(present().state, TournamentState::finished);
    const auto counts = games_by_table();
    EXPECT_EQ(counts.size(), 9U);
    for (const auto& [table, games] : counts) EXPECT_EQ(games, 1);
    for (const Round& round : present().rounds) {
        for (const Table& table : round.tables) EXPECT_EQ(table.units, (std::vector{2, 0}));
    }
}

TEST_P(TournamentNodesTest, StartEachGameOfPodsOnce) {
    begin(R"("setup":"19x19-4p","format":"pods","rounds":3)", 7);

    for (int round = 1; round <= 3; ++round) {
        direct();
        ASSERT_EQ(std::ssize(present().rounds), round);
        play_all();
    }
    direct();

    EXPECT_EQ(present().state, TournamentState::finished);
    const auto counts = games_by_table();
    EXPECT_EQ(counts.size(), 6U);
    for (const auto& [table, games] : counts) EXPECT_EQ(games, 1);
    for (const Round& round : present().rounds) {
        ASSERT_EQ(round.tables.size(), 2U);
        for (const Table& table : round.tables) {
            const bool is_three = table.players.size() == 3;
            EXPECT_EQ(table.units,
                      is_three ? std::vector({840, 0, 420}) : std::vector({840, 0, 280, 560}));
        }
    }
}

TEST_P(TournamentNodesTest, StartEachGameOfARoundRobinOnce) {
    begin(R"("setup":"9x9","format":"round-robin","parallel":1)", 4);

    while (!present().is_over()) {
        direct();
        play_all();
    }

    EXPECT_EQ(games_by_table().size(), 6U);
    EXPECT_EQ(present().end, protocol::TournamentEnd::completed);
}

TEST_P(TournamentNodesTest, StartEachGameOfALadderOnce) {
    begin(R"("setup":"9x9","format":"ladder")", 6);

    for (const std::size_t place : {5UZ, 4UZ, 3UZ}) challenge_above(place, ChallengeAnswer::accept);
    challenge_above(1, ChallengeAnswer::decline);
    direct();
    EXPECT_EQ(games_by_table().size(), 3U);
    play_all();
    direct();

    for (const auto& [table, games] : games_by_table()) EXPECT_EQ(games, 1);
    for (const Table& table : present().rounds.front().tables) EXPECT_FALSE(table.is_open());
    EXPECT_EQ(present().ladder.players(), (std::vector{1, 0, 2, 3, 4, 5}));
    EXPECT_EQ(due(present()), std::nullopt);
}

TEST_P(TournamentNodesTest, KeepTheRowsThatFollowFromTheLog) {
    begin(R"("setup":"9x9","format":"swiss","rounds":1)", 4);
    direct();

    const auto counts = one->store.read_now(
        [this](store::Reader& reader) { return store::tournament_counts(reader, ben.account); });
    EXPECT_EQ(counts.playing, 1);
    play_all();
    direct();

    one->store.read_now([this](store::Reader& reader) {
        const auto over = store::tournament_counts(reader, ben.account);
        EXPECT_EQ(over.playing, 0);
        EXPECT_EQ(over.finished, 1);
        EXPECT_EQ(store::tournament_counts(reader, anna.account).organising, 0);
        EXPECT_TRUE(
            store::due_tournaments(reader, Instant::max() - std::chrono::hours(1), 9).empty());
        store::TournamentsQuery query;
        query.state = "finished";
        EXPECT_EQ(store::list_tournaments(reader, query).tournaments.size(), 1U);
        query.setup = "13x13";
        EXPECT_TRUE(store::list_tournaments(reader, query).tournaments.empty());
        query = {};
        query.account = ben.account;
        EXPECT_EQ(store::list_tournaments(reader, query).tournaments.front().id, id);
        return 0;
    });
}

TEST_P(TournamentNodesTest, WithdrawAnAccountThatGoes) {
    begin(R"("setup":"9x9","format":"swiss","rounds":3)", 4);
    direct();

    one->writer.write([this](store::Transaction& transaction) {
        withdraw_all(transaction, ben.account, Directed::clock());
    });

    const Tournament tournament = present();
    const auto player = tournament.find(ben.account);
    EXPECT_EQ(tournament.player(player.value()).withdrawn, protocol::WithdrawalCause::deleted);
}

INSTANTIATE_TEST_SUITE_P(Both, TournamentNodesTest, test::engines, test::name_of_engine);

}  // namespace
}  // namespace tanbo::tournament
