#include <algorithm>
#include <set>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include "server/store/sqlite/connection.hpp"
#include "server/store/tables/accounts/secrets.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/games/deadlines.hpp"
#include "server/store/tables/games/downtimes.hpp"
#include "server/store/tables/games/game_lists.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "server/store/tables/games/idempotency.hpp"
#include "server/store/tables/games/plans.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/plans.hpp"

namespace tanbo::store {
namespace {

class SummariesTest : public StorageTest {
protected:
    SummariesTest() {
        open();
        add_players();
    }
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
    custom.created_at = instant_of(500);
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
    EXPECT_EQ(summary.created_at, instant_of(500));
    EXPECT_EQ(summary.updated_at, instant_of(500));
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
        start_game(transaction, id, instant_of(10));
        advance_game(transaction, id,
                     {.seq = 4, .ply = 1, .to_move = SeatNumber{1}, .updated_at = instant_of(11)});
    });
    const GameSummary active = found(id);
    write([&](Transaction& transaction) {
        advance_game(transaction, id,
                     {.seq = 6, .ply = 2, .to_move = {}, .updated_at = instant_of(12)});
        set_player(
            transaction, id,
            {.seat = 0, .account = black, .state = PlayerState::out, .place = 2, .handle = {}});
        finish_game(transaction, id, SeatNumber{1}, "last-standing", instant_of(12));
    });
    const GameSummary finished = found(id);

    EXPECT_EQ(active.status, GameStatus::active);
    EXPECT_EQ(active.started_at, instant_of(10));
    EXPECT_EQ(active.seq, 4);
    EXPECT_EQ(active.ply, 1);
    EXPECT_EQ(active.to_move, SeatNumber{1});
    EXPECT_EQ(active.updated_at, instant_of(11));
    EXPECT_EQ(active.players[1].account, white);
    EXPECT_EQ(finished.status, GameStatus::finished);
    EXPECT_EQ(finished.winner, SeatNumber{1});
    EXPECT_EQ(finished.to_move, std::nullopt);
    EXPECT_EQ(finished.finished_at, instant_of(12));
    EXPECT_EQ(finished.players[0].state, PlayerState::out);
    EXPECT_EQ(finished.players[0].place, 2);
    EXPECT_EQ(list({.status = GameStatus::finished, .player = white}).games.size(), 1U)
        << "the copies of the status follow";
}

TEST_F(SummariesTest, KeepWhatIsOfNoLogIfTheyAreMadeAnew) {
    NewGame offer;
    offer.setup = "9x9";
    offer.creator = black;
    offer.players = {seated(0, black), seated(1, white)};
    GameId rated{};
    GameId ended{};
    write([&](Transaction& transaction) {
        for (GameId* const id : {&rated, &ended}) {
            *id = create_game(transaction, offer);
            start_game(transaction, *id, instant_of(10));
            set_game_rating(transaction, *id, 1'800);
            set_watchers(transaction, *id, 3);
        }
        finish_game(transaction, ended, {}, "drawn", instant_of(20));
    });

    write([&](Transaction& transaction) {
        for (const GameId id : {rated, ended}) {
            reset_game(transaction, id, offer);
            start_game(transaction, id, instant_of(10));
        }
        finish_game(transaction, ended, {}, "drawn", instant_of(20));
        const GameId other = create_game(transaction, offer);
        start_game(transaction, other, instant_of(200'000));
        set_game_rating(transaction, other, 1'700);
    });

    EXPECT_EQ(list({.order = GamesOrder::rating}).games.front().id, rated);
    EXPECT_EQ(list({.order = GamesOrder::watchers}).games.front().id, rated);
    const GamesPage by_activity = list({.order = GamesOrder::activity});
    ASSERT_EQ(by_activity.games.size(), 3U) << "the ended one is gone, that of all tests is there";
    EXPECT_EQ(by_activity.games[1].id, rated);
}

TEST_F(SummariesTest, RefuseWhatIsNotThere) {
    const auto refuses = [this](const std::function<void(Transaction&)>& closure) {
        return fault_of([&] { write(closure); }) == Fault::constraint;
    };
    const GameId missing{999};

    EXPECT_TRUE(refuses([&](Transaction& t) { advance_game(t, missing, {.to_move = {}}); }));
    EXPECT_TRUE(refuses([&](Transaction& t) { start_game(t, missing, instant_of(1)); }));
    EXPECT_TRUE(
        refuses([&](Transaction& t) { finish_game(t, missing, {}, "withdrawn", instant_of(1)); }));
    EXPECT_TRUE(refuses([&](Transaction& t) { set_player(t, game, seated(5, black)); }));
    EXPECT_TRUE(refuses([&](Transaction& t) { set_player(t, game, seated(0, AccountId{999})); }));
    EXPECT_TRUE(refuses([&](Transaction& t) { add_game(t, black, AccountId{999}); }));
    EXPECT_FALSE(database->read([&](Reader& reader) { return find_game(reader, missing); }));
}

// More than one statement reads, in another order than theirs, one twice and one that is missing.
TEST_F(SummariesTest, AreFoundTogetherAsTheyAreOneByOne) {
    std::vector<GameId> wanted;
    write([&](Transaction& transaction) {
        for (int index = 0; index < 60; ++index) {
            wanted.push_back(add_game(transaction, index % 2 == 0 ? black : white, white));
        }
    });
    std::ranges::reverse(wanted);
    wanted.push_back(wanted.front());
    wanted.insert(wanted.begin() + 3, GameId{987'654});

    const auto all = database->read([&](Reader& reader) { return find_games(reader, wanted); });

    std::erase(wanted, GameId{987'654});
    ASSERT_EQ(all.size(), wanted.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const GameSummary alone = found(wanted[i]);
        EXPECT_EQ(all[i].id, wanted[i]);
        EXPECT_EQ(all[i].creator_handle, alone.creator_handle);
        ASSERT_EQ(all[i].players.size(), alone.players.size());
        for (std::size_t seat = 0; seat < alone.players.size(); ++seat) {
            EXPECT_EQ(all[i].players[seat].seat, alone.players[seat].seat);
            EXPECT_EQ(all[i].players[seat].handle, alone.players[seat].handle);
        }
    }
    EXPECT_TRUE(database->read([](Reader& reader) { return find_games(reader, {}); }).empty());
}

// A list would look for each of its games a second time.
TEST_F(SummariesTest, AreReadWithoutTheRowsOfTheirPlayers) {
    write([this](Transaction& transaction) { find_games(transaction, std::span(&game, 1)); });

    const std::set<std::string> statements = statements_of(stopped_writer());

    EXPECT_TRUE(std::ranges::any_of(
        statements, [](const std::string& sql) { return sql.contains("FROM games WHERE id IN"); }));
    for (const std::string& sql : statements) {
        EXPECT_FALSE(sql.contains("FROM game_players")) << sql;
    }
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

// Every statement but those of the lists, which have tests of their own.
void use_everything(Transaction& transaction, GameId game, AccountId account) {
    read_events(transaction, game, 3, 10);
    find_event(transaction, game, 3);
    last_seq(transaction, game);
    append(transaction, game, 1);
    advance_game(transaction, game, {.to_move = {}});
    start_game(transaction, game, instant_of(1));
    set_player(transaction, game, seated(0, account));
    finish_game(transaction, game, {}, "withdrawn", instant_of(1));
    game_ids(transaction, game, 5);
    find_games(transaction, std::span(&game, 1));
    find_account(transaction, account);
    find_account(transaction, "key");
    find_token(transaction, {}, instant_of(1));
    delete_token(transaction, {});
    prune_tokens(transaction, instant_of(1), 1);
    find_answer(transaction, "scope", {});
    prune_answers(transaction, instant_of(1), 1);
    find_secret(transaction, "name");
    set_deadline(transaction, {.game = game, .due_at = instant_of(5), .remind_at = instant_of(4)});
    find_deadline(transaction, game);
    due_games(transaction, instant_of(9), 5);
    due_reminders(transaction, instant_of(9), 5);
    postpone_deadline(transaction, game, instant_of(7));
    remove_deadline(transaction, game);
    set_heartbeat(transaction, instant_of(1));
    last_heartbeat(transaction);
    add_downtime(transaction, {engine::Instant(), engine::Instant(std::chrono::seconds(1))});
    downtimes_after(transaction, engine::Instant());
    last_downtime_end(transaction);
    join_oldest_downtimes(transaction, 1);
    try_writing(transaction);
    set_plan(transaction, game, {.account = account, .plan = "{}"}, instant_of(1));
    find_plan(transaction, game, account);
    plans_of(transaction, game);
    has_plans(transaction, game);
    remove_plan(transaction, game, account);
}

TEST_F(SummariesTest, AreFoundAlongIndexesOnly) {
    write([this](Transaction& transaction) { use_everything(transaction, game, black); });
    SqliteConnection reader(database->path(), Access::read);

    const std::set<std::string> statements = statements_of(stopped_writer());

    EXPECT_GE(statements.size(), 15U);
    for (const std::string& sql : statements) {
        const std::string plan = query_plan(reader, sql);
        EXPECT_TRUE(is_walk_along_an_index(plan)) << sql << "\n" << plan;
    }
}

// How often a statement changes an index.
int index_changes(SqliteConnection& connection, const std::string& sql) {
    int changes = 0;
    for (const std::string& operation : column_of(connection, "EXPLAIN " + sql, 1)) {
        changes += operation == "IdxInsert" || operation == "IdxDelete" ? 1 : 0;
    }
    return changes;
}

TEST_F(SummariesTest, ChangeNoIndexButThatOfTurnsInAUsualMove) {
    const auto move_at = [this](std::int64_t at, std::int64_t before) {
        write([=, this](Transaction& transaction) {
            advance_game(transaction, game,
                         {.seq = at,
                          .ply = 1,
                          .to_move = SeatNumber{0},
                          .turn = Turn{black, {}, instant_of(at)},
                          .updated_at = instant_of(at),
                          .before = instant_of(before)});
        });
    };
    // Statements are kept: none is prepared for the second move within a minute.
    move_at(60'001, 59'999);
    const std::set<std::string> of_first = statements_of(stopped_writer());
    close();
    open();
    move_at(119'999, 60'001);
    const std::set<std::string> of_second = statements_of(stopped_writer());
    SqliteConnection reader(database->path(), Access::read);

    int changes_of_first = 0;
    for (const std::string& sql : of_first) changes_of_first += index_changes(reader, sql);
    int changes_of_second = 0;
    for (const std::string& sql : of_second) changes_of_second += index_changes(reader, sql);

    constexpr int of_turns = 2;  // a key taken out, and one put in
    EXPECT_GT(changes_of_first, of_turns) << "the control: a move in another minute";
    EXPECT_EQ(changes_of_second, of_turns);
    EXPECT_EQ(found(game).updated_at, instant_of(119'999));
}

}  // namespace
}  // namespace tanbo::store
