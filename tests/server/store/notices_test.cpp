#include "server/store/notices.hpp"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/waiting.hpp"
#include "server/store/watches.hpp"
#include "server/store/webhooks.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/plans.hpp"

namespace tanbo::store {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class NoticesTest : public StorageTest {
protected:
    NoticesTest() {
        open();
        add_players();
    }

    template <typename Closure>
    auto read(Closure closure) {
        return database->read(closure);
    }
    void write(const std::function<void(Transaction&)>& closure) { commits->write(closure); }

    void watch(AccountId account, GameId which, WatchMode mode = WatchMode::each) {
        write([&](Transaction& transaction) {
            EXPECT_TRUE(set_watch(transaction, {account, which, mode, instant_of(1'000)}));
        });
    }
    Webhook webhook(AccountId account, const std::string& url = "https://example.org/") {
        Webhook made;
        write([&](Transaction& transaction) {
            made.account = account;
            made.url = url;
            made.id = insert_webhook(transaction, made).value();
        });
        return made;
    }
    void queue(const Webhook& hook, int times) {
        write([&](Transaction& transaction) {
            for (int i = 0; i < times; ++i) {
                queue_delivery(transaction, hook, "undo", std::to_string(i), instant_of(1'000 + i));
            }
        });
    }
    std::vector<Delivery> deliveries(const Webhook& hook) {
        return read([&](Reader& reader) { return list_deliveries(reader, hook.id, 10'000); });
    }
    int waiting(const Webhook& hook) {
        int count = 0;
        for (const Delivery& delivery : deliveries(hook)) {
            count += delivery.state == DeliveryState::waiting ? 1 : 0;
        }
        return count;
    }
};

// --- what waits ---

TEST_F(NoticesTest, ListWhatIsDueFirstAndThenWhatWaitsLongest) {
    write([this](Transaction& transaction) {
        insert_waiting(transaction,
                       {black, no_due, instant_of(5), WaitingKind::seat, GameId{1}, 0, "{}"});
        insert_waiting(transaction,
                       {black, no_due, instant_of(4), WaitingKind::challenge, GameId{}, 9, "{}"});
        insert_waiting(transaction, {black, instant_of(700), instant_of(6), WaitingKind::seat,
                                     GameId{2}, 0, "{}"});
        insert_waiting(transaction, {black, instant_of(600), instant_of(7), WaitingKind::seat,
                                     GameId{3}, 0, "{}"});
        insert_waiting(transaction, {white, instant_of(100), instant_of(1), WaitingKind::seat,
                                     GameId{4}, 0, "{}"});
    });
    std::vector<std::int64_t> since;
    std::optional<WaitingCursor> after;

    for (int page = 0; page < 9; ++page) {
        const auto rows =
            read([&](Reader& reader) { return list_waiting(reader, black, after, 1); });
        if (rows.empty()) break;
        const Waiting& row = rows.front();
        since.push_back(engine::number_of(row.since_at));
        after = {row.due_at, row.since_at, row.kind, row.game, row.item};
    }

    // With the move in the game that he plays, where nothing has happened since instant 0.
    EXPECT_THAT(since, ElementsAre(7, 6, 0, 4, 5));
}

TEST_F(NoticesTest, ListEveryMoveOfThoseWhoPlayManyGames) {
    constexpr int games = 6'000;
    write([this](Transaction& transaction) {
        for (int made = 1; made < games; ++made) add_game(transaction, black, white);
    });

    EXPECT_EQ(
        read([this](Reader& reader) { return list_waiting(reader, black, {}, 2 * games); }).size(),
        std::size_t{games});
    EXPECT_EQ(read([this](Reader& reader) { return list_moves(reader, black, 2 * games); }).size(),
              std::size_t{games});
}

TEST_F(NoticesTest, ForgetWhatWaitsByItsSubject) {
    write([this](Transaction& transaction) {
        for (const AccountId who : {black, white}) {
            insert_waiting(transaction, {who, instant_of(9), instant_of(1), WaitingKind::proposal,
                                         game, 7, "{}"});
        }
        insert_waiting(transaction,
                       {black, instant_of(9), instant_of(1), WaitingKind::seat, game, 0, "{}"});

        delete_waiting(transaction, game, WaitingKind::proposal, 7, white);
    });
    const auto list = [this](AccountId who) {
        return read([&](Reader& reader) { return list_waiting(reader, who, {}, 10); });
    };

    EXPECT_THAT(list(white), IsEmpty());
    EXPECT_EQ(list(black).size(), 3U);  // his move in the game, too
}

// --- watches ---

TEST_F(NoticesTest, CountThoseWhoWatch) {
    watch(black, game);
    watch(black, game, WatchMode::off);
    watch(white, game, WatchMode::end);
    write([this](Transaction& transaction) {
        delete_watch(transaction, white, game);
        delete_watch(transaction, white, game);
    });

    EXPECT_EQ(read([this](Reader& reader) { return count_watchers(reader, game); }), 1);
    EXPECT_EQ(read([this](Reader& reader) { return find_watch(reader, black, game); })->mode,
              WatchMode::off);
    EXPECT_THAT(read([this](Reader& reader) { return watches_of(reader, game); }), IsEmpty());
}

TEST_F(NoticesTest, LetNobodyWatchMoreGamesThanThereMayBe) {
    bool is_last_taken = false;
    bool is_one_more_taken = true;

    write([&](Transaction& transaction) {
        for (int i = 0; i < watches_max; ++i) {
            const GameId other = add_game(transaction, white, white);
            is_last_taken = set_watch(transaction, {black, other, WatchMode::end, instant_of(1)});
        }
        is_one_more_taken = set_watch(transaction, {black, game, WatchMode::end, instant_of(1)});
    });

    EXPECT_TRUE(is_last_taken);
    EXPECT_FALSE(is_one_more_taken);
}

TEST_F(NoticesTest, LetNoMoreWatchAGameThanThereMayBe) {
    bool is_last_taken = false;
    bool is_one_more_taken = true;

    write([&](Transaction& transaction) {
        for (int i = 0; i < watchers_max; ++i) {
            const AccountId other = add_account(transaction, "watcher" + std::to_string(i));
            is_last_taken = set_watch(transaction, {other, game, WatchMode::end, instant_of(1)});
        }
        is_one_more_taken = set_watch(transaction, {black, game, WatchMode::end, instant_of(1)});
    });

    EXPECT_TRUE(is_last_taken);
    EXPECT_FALSE(is_one_more_taken);
}

// --- webhooks ---

TEST_F(NoticesTest, HaveAtMostFiveWebhooks) {
    for (int i = 0; i < webhooks_max; ++i)
        webhook(black, "https://example.org/" + std::to_string(i));

    write([this](Transaction& transaction) {
        Webhook more;
        more.account = black;
        more.url = "https://example.org/more";
        EXPECT_FALSE(insert_webhook(transaction, more));
    });

    EXPECT_EQ(read([this](Reader& reader) { return notice_settings(reader, black); }).webhooks, 5);
}

TEST_F(NoticesTest, KnowWhichKindsAWebhookWants) {
    Webhook hook;
    EXPECT_TRUE(hook.wants("undo"));
    hook.kinds = "undo,your-turn";

    EXPECT_TRUE(hook.wants("undo"));
    EXPECT_TRUE(hook.wants("your-turn"));
    EXPECT_FALSE(hook.wants("your"));
    EXPECT_FALSE(hook.wants("paused"));
}

TEST_F(NoticesTest, GiveUpTheOldestPastTheCap) {
    const Webhook hook = webhook(black);

    queue(hook, deliveries_waiting_max);
    const int at_the_cap = waiting(hook);
    queue(hook, 1);

    EXPECT_EQ(at_the_cap, deliveries_waiting_max);
    EXPECT_EQ(waiting(hook), deliveries_waiting_max);
    const auto first = read([&](Reader& reader) { return first_waiting(reader, hook.id); });
    EXPECT_EQ(first->number, 2);
    EXPECT_EQ(deliveries(hook).back().state, DeliveryState::failed);
}

TEST_F(NoticesTest, KeepTheNewestOfWhatWasDelivered) {
    const Webhook hook = webhook(black);
    queue(hook, deliveries_kept_max + 10);

    for (int number = 1; number <= deliveries_kept_max + 10; ++number) {
        write([&](Transaction& transaction) {
            record_attempt(transaction, hook, number, {instant_of(number), 204, {}},
                           DeliveryState::delivered, instant_of(number));
        });
    }

    EXPECT_EQ(deliveries(hook).size(), static_cast<std::size_t>(deliveries_kept_max));
    EXPECT_FALSE(read([&](Reader& reader) { return find_webhook(reader, hook.id); })->next_at);
}

TEST_F(NoticesTest, ForgetEverythingOfAnAccountThatGoes) {
    const Webhook hook = webhook(black);
    queue(hook, 2);
    watch(black, game);
    write([this](Transaction& transaction) {
        add_notification(transaction, {black, "undo", game, "{}", instant_of(1)});
        insert_waiting(transaction,
                       {black, instant_of(9), instant_of(1), WaitingKind::seat, game, 0, "{}"});

        forget_notices(transaction, black);
    });

    EXPECT_THAT(deliveries(hook), IsEmpty());
    EXPECT_THAT(read([this](Reader& reader) { return webhooks_of(reader, black); }), IsEmpty());
    EXPECT_EQ(read([this](Reader& reader) { return count_watchers(reader, game); }), 0);
    EXPECT_EQ(read([this](Reader& reader) { return notice_settings(reader, black); }).newest, 0);
    EXPECT_THAT(read([this](Reader& reader) { return list_notifications(reader, black, {}, 9); }),
                IsEmpty());
    const auto left = read([this](Reader& reader) { return list_waiting(reader, black, {}, 9); });
    ASSERT_EQ(left.size(), 1U);
    EXPECT_EQ(left.front().kind, WaitingKind::move);  // for as long as he plays
}

// --- plans ---

// Runs every statement of these files once, on the writer's own connection.
TEST_F(NoticesTest, AreFoundByWalksAlongIndexes) {
    SqliteConnection connection(database->path(), Access::read);
    Reader reader(connection);
    connection.begin_reading();
    notice_settings(reader, black);
    list_notifications(reader, black, {}, 5);
    list_waiting(reader, black, {}, 5);
    list_moves(reader, black, 5);
    list_due_moves(reader, black, 5);
    find_watch(reader, black, game);
    list_watches(reader, black, {}, 5);
    watches_of(reader, game);
    count_watchers(reader, game);
    webhooks_of(reader, black);
    due_webhooks(reader, instant_of(5), 5);
    first_waiting(reader, WebhookId{1});
    list_deliveries(reader, WebhookId{1}, 5);
    const auto statements = statements_of(connection);

    std::size_t checked = 0;
    for (const std::string& statement : statements) {
        if (!statement.starts_with("SELECT") && !statement.starts_with("\nSELECT")) continue;
        const std::string plan = query_plan(connection, statement);
        EXPECT_TRUE(is_walk_along_an_index(plan)) << statement << "\n" << plan;
        ++checked;
    }
    EXPECT_GE(checked, 12U);
}

TEST_F(NoticesTest, WouldBeSeenToSortOrScan) {
    SqliteConnection connection(database->path(), Access::read);
    connection.begin_reading();

    const std::string scan = query_plan(connection, "SELECT number FROM notifications");
    const std::string sort =
        query_plan(connection, "SELECT number FROM notifications WHERE account = 1 ORDER BY at");

    EXPECT_FALSE(is_walk_along_an_index(scan)) << scan;
    EXPECT_FALSE(is_walk_along_an_index(sort)) << sort;
}

}  // namespace
}  // namespace tanbo::store
