#include "server/store/tables/games/game_lists.hpp"

#include <algorithm>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/sql.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/plans.hpp"

namespace tanbo::store {
namespace {

// The request for a list, and what a plain search through a copy finds.
class GameListsTest : public StorageTest {
protected:
    struct Known {
        GameSummary summary;
        std::int64_t rating;
        std::int64_t watchers;
    };

    GameListsTest() {
        open();
        add_players();
        commits->write([this](Transaction& transaction) {
            accounts = {black, white, add_account(transaction, "red")};
            set_watchers(transaction, game, 0);
            all.push_back({find_game(transaction, game).value(), 0, 0});
            for (int index = 0; index < 300; ++index) add_random_game(transaction);
        });
    }

    std::uint32_t pick(std::uint32_t below) { return static_cast<std::uint32_t>(random() % below); }

    void add_random_game(Transaction& transaction) {
        NewGame next;
        next.setup = pick(2) == 0 ? "9x9" : "19x19";
        next.creator = accounts[pick(3)];
        next.visibility = pick(4) == 0 ? Visibility::players : Visibility::everyone;
        next.players = {seated(0, accounts[pick(3)]), seated(1, accounts[pick(3)])};
        next.terms.rated = pick(2) == 0;
        const GameId id = create_game(transaction, next);
        const std::uint32_t stage = pick(3);
        if (stage > 0) start_game(transaction, id, instant_of(1));
        const std::uint32_t mover = pick(3);  // 2: none
        advance_game(
            transaction, id,
            {.seq = 1,
             .ply = 0,
             .to_move = mover < 2 && stage == 1 ? std::optional(static_cast<SeatNumber>(mover))
                                                : std::nullopt,
             .updated_at = instant_of(60'000 * pick(20) + 7)});
        if (stage == 2) finish(transaction, id);
        const Known known{{}, pick(5) * 100, pick(4)};
        set_game_rating(transaction, id, known.rating);
        set_watchers(transaction, id, known.watchers);
        all.push_back({find_game(transaction, id).value(), known.rating, known.watchers});
    }
    void finish(Transaction& transaction, GameId id) {
        const std::uint32_t winner = pick(3);  // 2: none
        const auto seat = static_cast<SeatNumber>(winner);
        finish_game(transaction, id, winner < 2 ? std::optional(seat) : std::nullopt,
                    "last-standing", instant_of(pick(50)));
        if (winner == 2) return;
        const GameSummary finished = find_game(transaction, id).value();
        for (GamePlayer player : finished.players) {
            player.place = player.seat == seat ? 1 : 2;
            set_player(transaction, id, player);
        }
    }

    static GamesCursor cursor_of(const Known& known, GamesOrder order) {
        const GameSummary& row = known.summary;
        switch (order) {
            case GamesOrder::newest:
                return {0, row.id};
            case GamesOrder::activity:
                return {engine::number_of(row.updated_at) / 60'000 * 60'000, row.id};
            case GamesOrder::rating:
                return {known.rating, row.id};
            case GamesOrder::watchers:
                return {known.watchers, row.id};
            case GamesOrder::ended:
                return {engine::number_of(row.finished_at.value_or(Instant{})), row.id};
        }
        return {};
    }
    // In the order of ends.
    std::int64_t key_of(GameId id) const {
        const auto known =
            std::ranges::find(all, id, [](const Known& one) { return one.summary.id; });
        return cursor_of(*known, GamesOrder::ended).key;
    }
    static std::optional<GameStatus> status_of(const GamesQuery& query) {
        if (query.order == GamesOrder::newest) return query.status;
        return query.order == GamesOrder::ended ? GameStatus::finished : GameStatus::active;
    }
    static bool ended_for(const GameSummary& row, const GamesQuery& query) {
        return std::ranges::any_of(row.players, [&](const GamePlayer& player) {
            if (player.account != query.player) return false;
            if (!query.player_result) return true;
            const PlayerResult result = !player.place       ? PlayerResult::none
                                        : player.place == 1 ? PlayerResult::won
                                                            : PlayerResult::lost;
            return result == *query.player_result;
        });
    }
    static bool fits(const GameSummary& row, const GamesQuery& query) {
        const bool is_visible =
            row.visibility == Visibility::everyone || (query.player && query.private_too);
        const auto status = status_of(query);
        return is_visible && (!status || row.status == *status) &&
               (!query.setup || row.setup == query.setup) &&
               (!query.player || ended_for(row, query)) &&
               (!query.won_by || row.winner == query.won_by->seat) &&
               (!query.rated || row.terms.rated == *query.rated) &&
               (!query.opponent || sits_in(row, *query.opponent)) &&
               (!query.mover || is_to_move(row, query)) &&
               (!query.from || row.finished_at >= query.from) &&
               (!query.until || row.finished_at < query.until);
    }
    static bool sits_in(const GameSummary& row, AccountId account) {
        return row.players[0].account == account || row.players[1].account == account;
    }
    static bool is_to_move(const GameSummary& row, const GamesQuery& query) {
        if (!row.to_move) return false;
        const bool is_player = row.players[*row.to_move].account == query.player;
        return query.mover == Mover::player ? is_player : !is_player;
    }
    std::vector<GameId> expected(const GamesQuery& query) const {
        std::vector<GamesCursor> found;
        for (const Known& known : all) {
            if (fits(known.summary, query)) found.push_back(cursor_of(known, query.order));
        }
        std::ranges::sort(found, std::greater());
        std::vector<GameId> ids;
        for (const GamesCursor& cursor : found) ids.push_back(cursor.id);
        return ids;
    }

    GamesPage list(const GamesQuery& query) {
        return database->read([&](Reader& reader) { return list_games(reader, query); });
    }
    // All pages, one after the other.
    std::vector<GameId> walked(GamesQuery query) {
        std::vector<GameId> ids;
        do {
            const GamesPage page = list(query);
            EXPECT_LE(std::ssize(page.games), query.limit);
            for (const GameSummary& summary : page.games) {
                EXPECT_FALSE(summary.players.empty());
                ids.push_back(summary.id);
            }
            query.before = page.next;
        } while (query.before);
        return ids;
    }

    // Calls use(query) with every combination that is served.
    template <class Use>
    void for_every_query(const Use& use) {
        for (int order = 0; order <= static_cast<int>(GamesOrder::ended); ++order) {
            for (int bits = 0; bits < 128; ++bits) {
                GamesQuery query;
                query.order = static_cast<GamesOrder>(order);
                query.limit = 7;
                if (bits & 1) query.status = GameStatus::open;
                if (bits & 2) query.setup = "9x9";
                if (bits & 4) query.player = black;
                query.private_too = (bits & 8) != 0;
                if (bits & 16) query.from = instant_of(10);
                if (bits & 32) query.until = instant_of(40);
                if (bits & 64) (query.player ? ask_lost(query) : ask_won_by_white(query));
                if (is_served(query)) use(query);
            }
        }
    }
    // The same with every filter that no index holds.
    template <class Use>
    void for_every_examined_query(const Use& use) {
        for_every_query([&](GamesQuery query) {
            query.rated = true;
            use(query);
            query.rated.reset();
            if (!query.player) return;
            query.opponent = white;
            use(query);
            query.rated = false;
            use(query);
        });
        for (const Mover mover : {Mover::player, Mover::other}) {
            use({.status = GameStatus::active, .player = black, .mover = mover, .limit = 7});
            use({.status = GameStatus::active,
                 .setup = "9x9",
                 .player = black,
                 .rated = true,
                 .mover = mover,
                 .limit = 1});
        }
    }
    static void ask_lost(GamesQuery& query) { query.player_result = PlayerResult::lost; }
    static void ask_won_by_white(GamesQuery& query) { query.won_by = WonBy{SeatNumber{1}}; }

    std::mt19937 random{19930401};
    std::vector<AccountId> accounts;
    std::vector<Known> all;
};

TEST_F(GameListsTest, ShowEveryFittingGameOnceWhateverIsAskedTogether) {
    int queries = 0;

    for_every_query([&](const GamesQuery& query) {
        ++queries;
        ASSERT_FALSE(expected(query).empty());
        EXPECT_EQ(walked(query), expected(query)) << "order " << static_cast<int>(query.order);
    });

    EXPECT_EQ(queries, 92);
}

TEST_F(GameListsTest, ShowEveryGameOnceThatIsFoundByExamining) {
    int queries = 0;

    for_every_examined_query([&](const GamesQuery& query) {
        ++queries;
        EXPECT_EQ(walked(query), expected(query)) << "query " << queries;
        EXPECT_FALSE(expected(query).empty() && !query.from) << "query " << queries;
    });

    EXPECT_EQ(queries, 176);
}

TEST_F(GameListsTest, FindWhatNobodyWon) {
    const GamesQuery nobody{.order = GamesOrder::ended, .won_by = WonBy{}};
    const GamesQuery none{
        .order = GamesOrder::ended, .player = white, .player_result = PlayerResult::none};

    EXPECT_EQ(walked(nobody), expected(nobody));
    EXPECT_EQ(walked(none), expected(none));
    EXPECT_FALSE(expected(none).empty());
}

TEST_F(GameListsTest, SayWhichQuestionsHaveNoIndex) {
    EXPECT_FALSE(is_served({.order = GamesOrder::activity, .player = black}));
    EXPECT_FALSE(is_served({.order = GamesOrder::rating, .status = GameStatus::active}));
    EXPECT_FALSE(is_served({.from = instant_of(5)}));
    EXPECT_FALSE(is_served({.order = GamesOrder::watchers, .until = instant_of(5)}));
    EXPECT_FALSE(is_served({.player = black, .player_result = PlayerResult::won}));
    EXPECT_FALSE(is_served({.order = GamesOrder::ended, .player = black, .won_by = WonBy{}}));
    EXPECT_FALSE(is_served({.order = GamesOrder::ended, .player_result = PlayerResult::won}));
    EXPECT_FALSE(is_served({.opponent = black}));
    EXPECT_FALSE(is_served({.status = GameStatus::active, .mover = Mover::player}));
    EXPECT_FALSE(is_served({.player = black, .mover = Mover::other}));
    EXPECT_TRUE(is_served({.order = GamesOrder::ended, .setup = "9x9", .won_by = WonBy{}}));
}

TEST_F(GameListsTest, KeepThePageSizeWithinItsLimits) {
    EXPECT_EQ(std::ssize(list({.limit = games_page_max + 1}).games), games_page_max);
    EXPECT_EQ(list({.limit = 0}).games.size(), 1U);
}

TEST_F(GameListsTest, HaveNoNextPageAfterOneThatIsExactlyFull) {
    const int games = static_cast<int>(expected({.setup = "9x9"}).size());

    EXPECT_EQ(list({.setup = "9x9", .limit = games}).next, std::nullopt);
    EXPECT_NE(list({.setup = "9x9", .limit = games - 1}).next, std::nullopt);
}

TEST_F(GameListsTest, GoOnAmongTheSameKeyOnlyIfMoreHaveIt) {
    int shared = 0;
    int spent = 0;
    GamesQuery query{.order = GamesOrder::ended, .limit = 3};
    const std::vector<GameId> games = expected(query);
    for (std::size_t given = 3; given < games.size(); given += 3) {
        const auto next = list(query).next;
        ASSERT_TRUE(next);
        const bool is_shared = key_of(games[given - 1]) == key_of(games[given]);
        ++(is_shared ? shared : spent);
        EXPECT_EQ(*next, (GamesCursor{key_of(games[given - 1]),
                                      is_shared ? games[given - 1] : GameId{0}}));
        query.before = next;
    }
    EXPECT_GT(shared, 0);
    EXPECT_GT(spent, 0);
}

TEST_F(GameListsTest, ForgetTheWatchersOfAllGames) {
    const auto watched = std::ranges::count_if(all, [](const Known& known) {
        return known.watchers > 0 && known.summary.visibility == Visibility::everyone &&
               known.summary.status != GameStatus::finished;
    });
    int forgotten = 0;

    commits->write([&](Transaction& transaction) {
        while (const int some = forget_watchers(transaction, 50)) forgotten += some;
    });

    EXPECT_EQ(forgotten, watched);
    for (Known& known : all) known.watchers = 0;
    const GamesQuery query{.order = GamesOrder::watchers, .limit = 9};
    EXPECT_EQ(walked(query), expected(query));
}

TEST_F(GameListsTest, AddUpTheWatchersOfAllNodes) {
    const Known& game = *std::ranges::find_if(all, [](const Known& known) {
        return known.watchers == 0 && known.summary.visibility == Visibility::everyone &&
               known.summary.status == GameStatus::active;
    });
    const auto watchers = [&] {
        const std::string sql = "SELECT watchers FROM game_ranks WHERE game = " +
                                std::to_string(protocol::number_of(game.summary.id));
        return SqliteConnection(database->path(), Access::read).value(sql);
    };
    const auto add = [&](std::int64_t node, std::int64_t count) {
        commits->write([&](Transaction& transaction) {
            set_node_watchers(transaction, node, game.summary.id, count);
        });
    };
    add(1, 3);
    add(2, 4);
    EXPECT_EQ(watchers(), "7");
    add(1, 1);
    EXPECT_EQ(watchers(), "5");

    commits->write([&](Transaction& transaction) {
        EXPECT_THAT(nodes_with_watchers(transaction), testing::ElementsAre(1, 2));
        EXPECT_EQ(forget_node_watchers(transaction, 2, 10), 1);
        EXPECT_THAT(nodes_with_watchers(transaction), testing::ElementsAre(1));
    });

    EXPECT_EQ(watchers(), "1");
}

TEST_F(GameListsTest, WalkAlongIndexesOnly) {
    commits->write([this](Transaction& transaction) {
        for_every_query([&](GamesQuery query) {
            list_games(transaction, query);
            query.before = GamesCursor{60'000, GameId{1'000}};  // among those of one key
            list_games(transaction, query);
        });
        for_every_examined_query([&](const GamesQuery& query) { list_games(transaction, query); });
        forget_watchers(transaction, 1);
        set_node_watchers(transaction, 1, all.front().summary.id, 2);
        set_node_watchers(transaction, 1, all.front().summary.id, 0);
        forget_node_watchers(transaction, 1, 1);
    });
    SqliteConnection reader(database->path(), Access::read);

    const std::set<std::string> statements = statements_of(stopped_writer());

    EXPECT_GE(statements.size(), 30U);
    for (const std::string& sql : statements) {
        const std::string plan = query_plan(reader, sql);
        EXPECT_TRUE(is_walk_along_an_index(plan)) << sql << "\n" << plan;
        const bool is_of_a_player = sql.contains("FROM game_players");
        EXPECT_TRUE(!is_of_a_player || plan.contains("USING COVERING INDEX")) << sql << "\n"
                                                                              << plan;
    }
}

TEST_F(GameListsTest, WouldNoticeAScanAndASort) {
    SqliteConnection reader(database->path(), Access::read);

    EXPECT_FALSE(
        is_walk_along_an_index(query_plan(reader, "SELECT id FROM games WHERE updated_at > 5")));
    EXPECT_FALSE(is_walk_along_an_index(
        query_plan(reader, "SELECT id FROM games WHERE visibility = 'public' ORDER BY ply")));
}

// Games by SQL: as many as a list would have to pass over if it passed over any. All share their
// keys: only the cursor's id tells them apart.
void add_many_games(SqliteConnection& connection, int count) {
    const std::string rows = std::to_string(count);
    connection.execute("BEGIN");
    connection.execute(
        "CREATE TEMP TABLE numbers AS WITH RECURSIVE n(i) AS"
        " (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < " +
        rows +
        ") SELECT i FROM n;"
        "INSERT INTO games (setup, creator, visibility, created_at, status, seq, ply, updated_at,"
        " started_at, finished_at, winner)"
        " SELECT CASE i % 3 WHEN 0 THEN '9x9' ELSE '13x13' END, 1,"
        " CASE i % 5 WHEN 0 THEN 'private' ELSE 'public' END, 1,"
        " CASE i % 2 WHEN 0 THEN 'active' ELSE 'finished' END, 9, 9, 1, 1,"
        " CASE i % 2 WHEN 1 THEN 20 END, CASE i % 4 WHEN 1 THEN 1 END FROM numbers;"
        "INSERT INTO game_ranks (game, setup, active_at)"
        " SELECT id, setup, 60000 FROM games AS g WHERE visibility = 'public'"
        " AND status = 'active' AND NOT EXISTS (SELECT 1 FROM game_ranks WHERE game = g.id);"
        "INSERT INTO game_players (game, seat, account, state, place, status, visibility, setup,"
        " finished_at)"
        " SELECT g.id, s.seat, s.seat + 1, 'in',"
        " CASE WHEN g.status = 'finished' AND g.winner IS NOT NULL THEN 2 - s.seat END, g.status,"
        " g.visibility, g.setup, g.finished_at"
        " FROM games AS g, (SELECT 0 AS seat UNION SELECT 1) AS s"
        " WHERE g.id > (SELECT coalesce(max(game), 0) FROM game_players);"
        "DROP TABLE numbers");
    connection.execute("COMMIT");
}

// The cost of each kind of page at its beginning and far down.
std::vector<std::int64_t> costs(SqliteConnection& connection,
                                const std::vector<GamesQuery>& queries) {
    std::vector<std::int64_t> steps;
    connection.begin_reading();
    Reader reader(connection);
    for (GamesQuery query : queries) {
        for (const std::optional<GamesCursor>& before :
             {std::optional<GamesCursor>(), std::optional(GamesCursor{60'000, GameId{900}})}) {
            query.before = before;
            steps_taken(connection);
            const GamesPage page = list_games(reader, query);
            steps.push_back(page.games.empty() ? 0 : steps_taken(connection));
        }
    }
    connection.rollback();
    return steps;
}

TEST_F(GameListsTest, CostTheSameWithManyGamesAsWithFew) {
    std::vector<GamesQuery> queries;
    for_every_query([&](const GamesQuery& query) { queries.push_back(query); });
    SqliteConnection& writer = stopped_writer();
    add_many_games(writer, 2'000);
    SqliteConnection reader(database->path(), Access::read);
    const std::vector<std::int64_t> few = costs(reader, queries);

    add_many_games(writer, 20'000);
    const std::vector<std::int64_t> many = costs(reader, queries);

    for (std::size_t i = 0; i < few.size(); ++i) {
        EXPECT_LE(many[i], few[i] + few[i] / 8) << "query " << i / 2;
        EXPECT_LT(many[i], 1'000) << "query " << i / 2;
    }
    // The control: the same question without its index.
    steps_taken(reader);
    const std::string scan = "SELECT id FROM games NOT INDEXED WHERE setup = '5x5x5' LIMIT 7";
    EXPECT_GT(steps_of(reader, scan), 20'000);
}

TEST_F(GameListsTest, ExamineNoMoreThanTheLimitForAPage) {
    const GamesQuery rated{.order = GamesOrder::ended, .rated = true, .limit = 7};
    const std::vector<GameId> expected_games = expected(rated);
    SqliteConnection& writer = stopped_writer();
    // All of them unrated, and all end at the same instant, in the middle of the others.
    add_many_games(writer, 5 * games_examined_max);
    SqliteConnection reader(database->path(), Access::read);
    reader.begin_reading();
    Reader in_reading(reader);

    std::vector<GameId> games;
    int empty_pages = 0;
    GamesQuery query = rated;
    do {
        const GamesPage page = list_games(in_reading, query);
        if (page.games.empty() && page.next) ++empty_pages;
        for (const GameSummary& game : page.games) games.push_back(game.id);
        query.before = page.next;
    } while (query.before);

    EXPECT_EQ(games, expected_games);
    EXPECT_GT(empty_pages, 0);
    reader.rollback();
}

TEST_F(GameListsTest, CostTheSameToExamineAmongManyGamesAsAmongFew) {
    std::vector<GamesQuery> queries;
    for_every_examined_query([&](const GamesQuery& query) { queries.push_back(query); });
    SqliteConnection& writer = stopped_writer();
    add_many_games(writer, 5'000);
    SqliteConnection reader(database->path(), Access::read);
    const std::vector<std::int64_t> few = costs(reader, queries);

    add_many_games(writer, 15'000);
    const std::vector<std::int64_t> many = costs(reader, queries);

    for (std::size_t i = 0; i < few.size(); ++i) {
        EXPECT_LT(few[i], 40'000) << "query " << i / 2;
        EXPECT_LT(many[i], 40'000) << "query " << i / 2;
    }
}

}  // namespace
}  // namespace tanbo::store
