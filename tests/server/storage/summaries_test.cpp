#include <algorithm>
#include <random>
#include <set>
#include <sstream>

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "server/storage/connection.hpp"
#include "server/storage/game_summaries.hpp"
#include "server/storage/idempotency.hpp"
#include "server/storage/secrets.hpp"
#include "server/storage/tokens.hpp"
#include "tests/server/storage/fixture.hpp"

namespace tanbo::storage {
namespace {

class SummariesTest : public StorageTest {
protected:
    SummariesTest() {
        open();
        add_players();
    }
    void write(const std::function<void(Transaction&)>& closure) { commits->write(closure); }
    GameSummary found(GameId id) {
        return database->read([id](Reader& reader) { return find_game(reader, id); }).value();
    }
    GamesPage list(const GamesQuery& query) {
        return database->read([&](Reader& reader) { return list_games(reader, query); });
    }
};

TEST_F(SummariesTest, GiveBackANewGame) {
    NewGame custom;
    custom.opening = R"({"board":[3,3]})";
    custom.creator = white;
    custom.visibility = Visibility::players;
    custom.created_at = 500;
    custom.players = {{.seat = 0, .account = black, .state = PlayerState::invited, .handle = {}},
                      {.seat = 1, .account = {}, .state = PlayerState::open, .handle = {}}};
    GameId id{};

    write([&](Transaction& transaction) { id = create_game(transaction, custom); });

    const GameSummary summary = found(id);
    EXPECT_EQ(summary.id, id);
    EXPECT_EQ(summary.setup, std::nullopt);
    EXPECT_EQ(summary.opening, custom.opening);
    EXPECT_EQ(summary.creator, white);
    EXPECT_EQ(summary.visibility, Visibility::players);
    EXPECT_EQ(summary.created_at, 500);
    EXPECT_EQ(summary.updated_at, 500);
    EXPECT_EQ(summary.status, GameStatus::open);
    EXPECT_EQ(summary.seq, 0);
    EXPECT_EQ(summary.to_move, std::nullopt);
    EXPECT_EQ(summary.started_at, std::nullopt);
    ASSERT_EQ(summary.players.size(), 2U);
    EXPECT_EQ(summary.players[0].handle, "black");
    EXPECT_EQ(summary.players[0].state, PlayerState::invited);
    EXPECT_EQ(summary.players[1].account, std::nullopt);
    EXPECT_EQ(summary.players[1].handle, "");
}

TEST_F(SummariesTest, FollowAGameToItsEnd) {
    NewGame offer;
    offer.setup = "9x9";
    offer.creator = black;
    offer.players = {seated(0, black), {.seat = 1, .account = {}, .place = {}, .handle = {}}};
    GameId id{};
    write([&](Transaction& transaction) { id = create_game(transaction, offer); });

    write([&](Transaction& transaction) {
        set_player(transaction, id, seated(1, white));
        start_game(transaction, id, 10);
        advance_game(transaction, id,
                     {.seq = 4, .ply = 1, .to_move = SeatNumber{1}, .updated_at = 11});
    });
    const GameSummary active = found(id);
    write([&](Transaction& transaction) {
        advance_game(transaction, id, {.seq = 6, .ply = 2, .to_move = {}, .updated_at = 12});
        set_player(
            transaction, id,
            {.seat = 0, .account = black, .state = PlayerState::out, .place = 2, .handle = {}});
        finish_game(transaction, id, SeatNumber{1}, 12);
    });
    const GameSummary finished = found(id);

    EXPECT_EQ(active.status, GameStatus::active);
    EXPECT_EQ(active.started_at, 10);
    EXPECT_EQ(active.seq, 4);
    EXPECT_EQ(active.ply, 1);
    EXPECT_EQ(active.to_move, SeatNumber{1});
    EXPECT_EQ(active.updated_at, 11);
    EXPECT_EQ(active.players[1].account, white);
    EXPECT_EQ(finished.status, GameStatus::finished);
    EXPECT_EQ(finished.winner, SeatNumber{1});
    EXPECT_EQ(finished.to_move, std::nullopt);
    EXPECT_EQ(finished.finished_at, 12);
    EXPECT_EQ(finished.players[0].state, PlayerState::out);
    EXPECT_EQ(finished.players[0].place, 2);
    EXPECT_EQ(list({.status = GameStatus::finished, .player = white}).games.size(), 1U)
        << "the copies of the status follow";
}

TEST_F(SummariesTest, RefuseWhatIsNotThere) {
    const auto refuses = [this](const std::function<void(Transaction&)>& closure) {
        return fault_of([&] { write(closure); }) == Fault::constraint;
    };
    const GameId missing{999};

    EXPECT_TRUE(refuses([&](Transaction& t) { advance_game(t, missing, {.to_move = {}}); }));
    EXPECT_TRUE(refuses([&](Transaction& t) { start_game(t, missing, 1); }));
    EXPECT_TRUE(refuses([&](Transaction& t) { finish_game(t, missing, {}, 1); }));
    EXPECT_TRUE(refuses([&](Transaction& t) { set_player(t, game, seated(5, black)); }));
    EXPECT_TRUE(refuses([&](Transaction& t) { set_player(t, game, seated(0, AccountId{999})); }));
    EXPECT_TRUE(refuses([&](Transaction& t) { add_game(t, black, AccountId{999}); }));
    EXPECT_FALSE(database->read([&](Reader& reader) { return find_game(reader, missing); }));
}

TEST_F(SummariesTest, WalkOverAllGamesInAscendingOrder) {
    write([this](Transaction& transaction) {
        for (int index = 0; index < 4; ++index) add_game(transaction, black, white);
    });

    const auto [first, rest] = database->read([](Reader& reader) {
        const auto head = game_ids(reader, GameId{0}, 2);
        return std::pair(head, game_ids(reader, head.back(), 100));
    });

    EXPECT_EQ(first.size(), 2U);
    EXPECT_EQ(rest.size(), 3U);
    EXPECT_TRUE(std::ranges::is_sorted(rest));
    EXPECT_GT(rest.front(), first.back());
}

// The four filters and the page size in every combination, against a plain search through a copy.
class ListTest : public SummariesTest {
protected:
    ListTest() {
        std::mt19937 random(19930401);
        const auto pick = [&](std::uint32_t below) { return random() % below; };
        write([&](Transaction& transaction) {
            std::vector<AccountId> accounts = {black, white, add_account(transaction, "red")};
            for (int index = 0; index < 300; ++index) {
                NewGame next;
                next.setup = pick(2) == 0 ? "9x9" : "19x19";
                next.creator = accounts[pick(3)];
                next.visibility = pick(4) == 0 ? Visibility::players : Visibility::everyone;
                next.status = static_cast<GameStatus>(pick(3));
                next.players = {seated(0, accounts[pick(3)]), seated(1, accounts[pick(3)])};
                create_game(transaction, next);
            }
            for (const GameId id : game_ids(transaction, GameId{0}, 1000)) {
                all.push_back(find_game(transaction, id).value());
            }
        });
    }
    static bool fits(const GameSummary& summary, const GamesQuery& query) {
        const auto is_player = [&](const GamePlayer& player) {
            return player.account == query.player;
        };
        const bool is_visible =
            summary.visibility == Visibility::everyone || (query.player && query.private_too);
        return is_visible && (!query.status || summary.status == *query.status) &&
               (!query.setup || summary.setup == query.setup) &&
               (!query.player || std::ranges::any_of(summary.players, is_player));
    }
    std::vector<GameId> expected(const GamesQuery& query) const {
        std::vector<GameId> ids;
        for (const GameSummary& summary : all) {
            if (fits(summary, query)) ids.push_back(summary.id);
        }
        std::ranges::reverse(ids);
        return ids;
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

    std::vector<GameSummary> all;
};

TEST_F(ListTest, ShowsEveryFittingGameOnceWhateverIsAskedTogether) {
    for (const std::optional<GameStatus> status :
         {std::optional<GameStatus>(), std::optional(GameStatus::open),
          std::optional(GameStatus::finished)}) {
        for (const std::optional<std::string>& setup :
             {std::optional<std::string>(), std::optional<std::string>("9x9")}) {
            for (const std::optional<AccountId> player :
                 {std::optional<AccountId>(), std::optional(black)}) {
                for (const bool private_too : {false, true}) {
                    const GamesQuery query{.status = status,
                                           .setup = setup,
                                           .player = player,
                                           .private_too = private_too,
                                           .before = {},
                                           .limit = 7};
                    ASSERT_FALSE(expected(query).empty());
                    EXPECT_EQ(walked(query), expected(query));
                }
            }
        }
    }
}

TEST_F(ListTest, KeepsThePageSizeWithinItsLimits) {
    const GamesQuery query{.limit = games_page_max + 1};

    EXPECT_EQ(std::ssize(list(query).games), games_page_max);
    EXPECT_EQ(list({.limit = 0}).games.size(), 1U);
}

TEST_F(ListTest, HasNoNextPageAfterOneThatIsExactlyFull) {
    const int games = static_cast<int>(expected({.setup = "9x9"}).size());

    EXPECT_EQ(list({.setup = "9x9", .limit = games}).next, std::nullopt);
    EXPECT_NE(list({.setup = "9x9", .limit = games - 1}).next, std::nullopt);
}

// What SQLite would do for a statement, one step a line.
std::string query_plan(Connection& connection, const std::string& sql) {
    std::string steps;
    Statement explain(connection.handle(), "EXPLAIN QUERY PLAN " + sql);
    Query rows(explain);
    while (rows.step()) steps += std::string(rows.text(3)) + "\n";
    return steps;
}

bool is_walk_along_an_index(const std::string& plan) {
    std::istringstream steps(plan);
    for (std::string step; std::getline(steps, step);) {
        if (step == "SCAN CONSTANT ROW") continue;  // an INSERT of values
        if (step.find("TEMP B-TREE") != std::string::npos || step.starts_with("SCAN")) return false;
    }
    return true;
}

// Every statement that this connection has prepared.
std::set<std::string> statements_of(Connection& connection) {
    std::set<std::string> statements;
    for (sqlite3_stmt* next = sqlite3_next_stmt(connection.handle(), nullptr); next != nullptr;
         next = sqlite3_next_stmt(connection.handle(), next)) {
        statements.insert(sqlite3_sql(next));
    }
    return statements;
}

void use_everything(Transaction& transaction, GameId game, AccountId account) {
    for (const bool by_player : {false, true}) {
        for (const bool by_status : {false, true}) {
            for (const bool by_setup : {false, true}) {
                GamesQuery query;
                if (by_player) query.player = account;
                if (by_status) query.status = GameStatus::open;
                if (by_setup) query.setup = "9x9";
                list_games(transaction, query);
                query.private_too = true;
                list_games(transaction, query);
            }
        }
    }
    read_events(transaction, game, 3, 10);
    find_event(transaction, game, 3);
    last_seq(transaction, game);
    append(transaction, game, 1);
    advance_game(transaction, game, {.to_move = {}});
    start_game(transaction, game, 1);
    set_player(transaction, game, seated(0, account));
    finish_game(transaction, game, {}, 1);
    game_ids(transaction, game, 5);
    find_account(transaction, account);
    find_account(transaction, "key");
    find_token(transaction, {}, 1);
    delete_token(transaction, {});
    prune_tokens(transaction, 1, 1);
    find_answer(transaction, "scope", {});
    prune_answers(transaction, 1, 1);
    find_secret(transaction, "name");
}

TEST_F(ListTest, WalksAlongIndexesOnly) {
    write([this](Transaction& transaction) { use_everything(transaction, game, black); });
    Connection reader(database->path(), Access::read);

    const std::set<std::string> statements = statements_of(database->writer());

    EXPECT_GE(statements.size(), 25U);
    for (const std::string& sql : statements) {
        const std::string plan = query_plan(reader, sql);
        EXPECT_TRUE(is_walk_along_an_index(plan)) << sql << "\n" << plan;
    }
}

TEST_F(ListTest, WouldNoticeAScanAndASort) {
    Connection reader(database->path(), Access::read);

    EXPECT_FALSE(
        is_walk_along_an_index(query_plan(reader, "SELECT id FROM games WHERE updated_at > 5")));
    EXPECT_FALSE(is_walk_along_an_index(
        query_plan(reader, "SELECT id FROM games WHERE visibility = 'public' ORDER BY ply")));
}

TEST_F(ListTest, LeavesTheIndexesAloneInAUsualMove) {
    Connection reader(database->path(), Access::read);
    Statement explain(reader.handle(),
                      "EXPLAIN UPDATE games SET seq = 1, ply = 1, to_move = 1, updated_at = 1"
                      " WHERE id = 1");
    Query program(explain);

    int index_changes = 0;
    while (program.step()) {
        const std::string_view operation = program.text(1);
        index_changes += operation == "IdxInsert" || operation == "IdxDelete" ? 1 : 0;
    }

    EXPECT_EQ(index_changes, 0);
}

}  // namespace
}  // namespace tanbo::storage
