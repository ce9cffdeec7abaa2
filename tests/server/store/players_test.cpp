#include "server/store/tables/accounts/players.hpp"

#include <gtest/gtest.h>

#include "server/store/tables/accounts/handle_key.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/plans.hpp"

namespace tanbo::store {
namespace {

class PlayersTest : public StorageTest {
protected:
    PlayersTest() {
        open();
        add_players();
    }

    void add(const std::string& handle, AccountKind kind = AccountKind::member) {
        const std::string key = handle_key(handle);
        write([&](Transaction& transaction) {
            NewAccount account;
            account.handle = handle;
            account.handle_key = key;
            account.kind = kind;
            ASSERT_TRUE(create_account(transaction, account));
        });
    }
    std::vector<std::string> found(std::string_view prefix, int limit = 100) {
        std::vector<std::string> handles;
        std::optional<std::string> after;
        do {
            const PlayersPage page = database->read(
                [&](Reader& reader) { return search_players(reader, prefix, after, limit); });
            for (const FoundPlayer& player : page.players) handles.push_back(player.handle);
            after = page.next;
        } while (after);
        return handles;
    }
    PlayerCounts counts(AccountId account) {
        return database->read([=](Reader& reader) { return count_games(reader, account); });
    }
    void place(GameId id, SeatNumber seat, AccountId account, std::optional<int> place) {
        GamePlayer player = seated(seat, account);
        player.place = place;
        write([&](Transaction& transaction) { set_player(transaction, id, player); });
    }
};

using Handles = std::vector<std::string>;

TEST_F(PlayersTest, AreFoundByTheBeginningOfTheirHandle) {
    add("Anna");
    add("anna-lena");
    add("ann", AccountKind::bot);
    add("guest-anna", AccountKind::guest);
    add("ben");

    EXPECT_EQ(found("ann", 1), (Handles{"ann", "Anna", "anna-lena"}));
    EXPECT_EQ(found("anna"), (Handles{"Anna", "anna-lena"}));
    EXPECT_EQ(found("guest"), Handles{});
    EXPECT_EQ(found("", 2), (Handles{"ann", "Anna", "anna-lena", "ben", "black", "white"}));
    EXPECT_EQ(found("annz"), Handles{});
}

TEST_F(PlayersTest, HaveTheirGamesCountedAsTheyGoOn) {
    EXPECT_EQ(counts(black), (PlayerCounts{.active = 1}));

    write([this](Transaction& transaction) {
        finish_game(transaction, game, SeatNumber{0}, "last-standing", instant_of(5));
    });
    place(game, 0, black, 1);
    place(game, 1, white, 2);

    EXPECT_EQ(counts(black), (PlayerCounts{.won = 1}));
    EXPECT_EQ(counts(white), (PlayerCounts{.lost = 1}));
}

TEST_F(PlayersTest, HaveGamesCountedThatNobodyWon) {
    write([this](Transaction& transaction) {
        finish_game(transaction, game, {}, "withdrawn", instant_of(5));
    });

    EXPECT_EQ(counts(black), (PlayerCounts{.none = 1}));
}

TEST_F(PlayersTest, TakeTheirGameAlongWhenTheyExchangeSeatsOrGiveOneUp) {
    AccountId red{};
    write([&](Transaction& transaction) { red = add_account(transaction, "red"); });

    place(game, 0, white, {});
    place(game, 1, red, {});

    EXPECT_EQ(counts(black), PlayerCounts{});
    EXPECT_EQ(counts(white), (PlayerCounts{.active = 1}));
    EXPECT_EQ(counts(red), (PlayerCounts{.active = 1}));
}

TEST_F(PlayersTest, AreCountedRightAfterASummaryIsDerivedAnew) {
    write([this](Transaction& transaction) {
        NewGame row;
        row.setup = "9x9";
        row.creator = black;
        row.players = {seated(0, black), {.seat = 1, .account = {}, .place = {}, .handle = {}}};
        reset_game(transaction, game, row);
    });

    EXPECT_EQ(counts(black), PlayerCounts{});
    EXPECT_EQ(counts(white), PlayerCounts{});
}

TEST_F(PlayersTest, AreFoundAlongAnIndex) {
    write([](Transaction& transaction) {
        search_players(transaction, "a", {}, 5);
        count_games(transaction, AccountId{1});
    });
    SqliteConnection reader(database->path(), Access::read);

    for (const std::string& sql : statements_of(stopped_writer())) {
        const std::string plan = query_plan(reader, sql);
        EXPECT_TRUE(is_walk_along_an_index(plan)) << sql << "\n" << plan;
    }
}

// A page far down costs as much as the first. The control: the same question by another bound.
TEST_F(PlayersTest, CostTheSameFarDownAPrefix) {
    constexpr int players = 2'000;
    write([](Transaction& transaction) {
        for (int i = 0; i < players; ++i) {
            NewAccount account;
            const std::string handle = "p" + std::to_string(10'000 + i);
            account.handle = account.handle_key = handle;
            ASSERT_TRUE(create_account(transaction, account));
        }
    });
    static_cast<void>(stopped_writer());
    SqliteConnection connection(database->path(), Access::read);
    connection.begin_reading();
    Reader reader(connection);
    const auto cost = [&](const std::optional<std::string>& after) {
        steps_taken(connection);
        EXPECT_EQ(search_players(reader, "p", after, 10).players.size(), 10U);
        return steps_taken(connection);
    };

    const std::int64_t first = cost({});
    EXPECT_LE(cost("p11900"), first + first / 4);
    EXPECT_EQ(search_players(reader, "p", "p11900", 1).players.at(0).handle, "p11901");
    EXPECT_EQ(search_players(reader, "p", "a", 1).players.at(0).handle, "p10000");

    const std::string by_two_bounds = R"(
SELECT id FROM accounts INDEXED BY accounts_by_handle
WHERE kind <> 'guest' AND deleted_at IS NULL AND handle_key >= 'p' AND +handle_key > 'p11900'
ORDER BY handle_key LIMIT 10)";
    EXPECT_GT(steps_of(connection, by_two_bounds), 10 * first);
    connection.rollback();
}

}  // namespace
}  // namespace tanbo::store
