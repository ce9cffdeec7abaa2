#include "server/store/tables/messages/notices.hpp"

#include <algorithm>
#include <random>
#include <string>
#include <tuple>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/tables/accounts/known_addresses.hpp"
#include "server/store/tables/games/downtimes.hpp"
#include "server/store/tables/games/waiting.hpp"
#include "server/store/tables/messages/watches.hpp"
#include "server/store/tables/messages/webhooks.hpp"
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

    void watch(AccountId account, GameId which, WatchMode mode = WatchMode::each) {
        write([&](Transaction& transaction) {
            EXPECT_TRUE(set_watch(transaction, {account, which, mode, instant_of(1'000)}));
        });
    }
    std::vector<AccountId> watchers_above(AccountId after, Watchers which, int limit = 100) {
        return read(
            [&](Reader& reader) { return watchers_after(reader, game, which, after, limit); });
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

    // With the move in the game that they play, where nothing has happened since instant 0.
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

// Who is to move in it since `since`, if their time runs out at `due_at`.
void set_turn(Transaction& transaction, GameId game, AccountId mover, std::optional<Instant> due_at,
              Instant since) {
    advance_game(transaction, game,
                 {.seq = 1,
                  .ply = 1,
                  .to_move = SeatNumber{0},
                  .turn = Turn{mover, due_at, since},
                  .updated_at = since});
}

TEST_F(NoticesTest, KeepSinceWhenATurnLastsThroughWhatDoesNotPassItOn) {
    const auto since = [this](AccountId account) {
        std::vector<std::int64_t> since;
        for (const Waiting& move :
             read([&](Reader& reader) { return list_moves(reader, account, 5); })) {
            since.push_back(engine::number_of(move.since_at));
        }
        return since;
    };
    const auto advance = [this](std::optional<Turn> turn, int at) {
        write([&](Transaction& transaction) {
            advance_game(transaction, game,
                         {.seq = at,
                          .ply = 1,
                          .to_move = SeatNumber{0},
                          .turn = turn,
                          .updated_at = instant_of(at)});
        });
    };

    advance(Turn{white, {}, instant_of(10)}, 10);
    advance(Turn{white, instant_of(90), {}}, 20);
    EXPECT_THAT(since(white), ElementsAre(10));
    EXPECT_THAT(since(black), IsEmpty());

    advance({}, 30);
    EXPECT_THAT(since(white), IsEmpty());

    advance(Turn{black, {}, {}}, 40);
    EXPECT_THAT(since(black), ElementsAre(40));
}

// One after the other, `limit` at a time.
std::vector<Waiting> all_pages(Reader& reader, AccountId account, int limit) {
    std::vector<Waiting> all;
    std::optional<WaitingCursor> after;
    while (true) {
        const auto page = list_waiting(reader, account, after, limit);
        all.insert(all.end(), page.begin(), page.end());
        if (page.size() < static_cast<std::size_t>(limit)) return all;
        const Waiting& last = all.back();
        after = {last.due_at, last.since_at, last.kind, last.game, last.item};
    }
}

TEST_F(NoticesTest, GiveEveryMoveOnceInOrderAlsoIfDowntimesPutTheirTimesOff) {
    constexpr int games = 300;
    std::mt19937 random(7);
    const auto pick = [&random](int below) {
        return static_cast<std::int64_t>(random() % static_cast<std::uint32_t>(below));
    };
    using Key = std::tuple<Instant, Instant, GameId>;
    std::vector<Key> expected;
    const std::vector<engine::Span> downtimes{{instant_of(200), instant_of(400)},
                                              {instant_of(500), instant_of(650)}};
    write([&](Transaction& transaction) {
        expected.emplace_back(no_due, instant_of(0), game);  // that of the fixture
        for (const engine::Span& downtime : downtimes) add_downtime(transaction, downtime);
        for (int made = 0; made < games; ++made) {
            const GameId id = add_game(transaction, black, white);
            const Instant since = instant_of(pick(5) * 150);
            std::optional<Instant> due_at;
            if (made % 3 > 0) due_at = since + engine::Millis(1 + pick(300));
            set_turn(transaction, id, black, due_at, since);
            const auto later = std::ranges::upper_bound(downtimes, since, {}, &engine::Span::until);
            expected.emplace_back(
                due_at ? postponed(*due_at, since, {later, downtimes.end()}) : no_due, since, id);
        }
    });
    std::ranges::sort(expected);

    for (const int limit : {1, 7, 50, 1'000}) {
        std::vector<Key> given;
        for (const Waiting& move :
             read([&](Reader& reader) { return all_pages(reader, black, limit); })) {
            given.emplace_back(move.due_at, move.since_at, move.game);
        }
        EXPECT_EQ(given, expected) << limit;
    }
    EXPECT_THAT(read([this](Reader& reader) { return list_due_moves(reader, black, 1'000); }),
                testing::SizeIs(games * 2 / 3));
}

TEST_F(NoticesTest, TakeAnyCursor) {
    write([this](Transaction& transaction) {
        add_downtime(transaction, {instant_of(2), instant_of(9)});
        set_turn(transaction, game, black, instant_of(100), instant_of(1));
    });
    const auto found_after = [this](Instant due_at) {
        const WaitingCursor after{due_at, Instant::min(), WaitingKind::move, GameId{}, 0};
        return read([&](Reader& reader) { return list_waiting(reader, black, after, 5).size(); });
    };

    EXPECT_EQ(found_after(Instant::min()), 1U);
    EXPECT_EQ(found_after(Instant::min() + engine::Millis(1)), 1U);
    EXPECT_EQ(found_after(instant_of(107)), 1U);
    EXPECT_EQ(found_after(instant_of(108)), 0U);
    EXPECT_EQ(found_after(no_due), 0U);
}

TEST_F(NoticesTest, CostTheSameIfManyMovesWait) {
    const auto add = [this](int games) {
        write([&](Transaction& transaction) {
            for (int made = 0; made < games; ++made) {
                const GameId id = add_game(transaction, black, white);
                const bool has_clock = made % 2 == 0;
                set_turn(transaction, id, black,
                         has_clock ? std::optional(instant_of(9'000 + made)) : std::nullopt,
                         instant_of(made));
            }
        });
    };
    const auto steps = [this](const WaitingCursor& after) {
        SqliteConnection connection(database->path(), Access::read);
        connection.begin_reading();
        Reader reader(connection);
        EXPECT_EQ(list_waiting(reader, black, after, 10).size(), 10U);
        const std::int64_t taken = steps_taken(connection);
        connection.rollback();
        return taken;
    };
    const WaitingCursor first{Instant::min(), Instant::min(), WaitingKind::move, {}, 0};
    const WaitingCursor untimed{no_due, instant_of(41), WaitingKind::move, GameId{41}, 0};
    const auto cost = [&] { return std::vector{steps(first), steps(untimed)}; };
    add(100);
    const auto few = cost();

    add(5'000);
    const auto many = cost();

    for (std::size_t i = 0; i < few.size(); ++i) EXPECT_LE(many[i], few[i] + few[i] / 4) << i;
    // The control: a page of all of them.
    SqliteConnection connection(database->path(), Access::read);
    connection.begin_reading();
    Reader reader(connection);
    list_moves(reader, black, 10'000);
    EXPECT_GT(steps_taken(connection), 20 * many.front());
    connection.rollback();
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
    EXPECT_EQ(list(black).size(), 3U);  // their move in the game, too
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
    EXPECT_THAT(watchers_above({}, Watchers::all), IsEmpty());
}

TEST_F(NoticesTest, FindThoseWhoWatchByWhatTheyChose) {
    AccountId moves{};
    AccountId end{};
    write([&](Transaction& transaction) {
        moves = add_account(transaction, "moves");
        end = add_account(transaction, "end");
    });
    watch(moves, game);
    watch(end, game, WatchMode::end);
    watch(black, game);  // who plays
    watch(white, game, WatchMode::off);

    EXPECT_THAT(watchers_above({}, Watchers::of_moves), ElementsAre(black, moves));
    EXPECT_THAT(watchers_above({}, Watchers::of_end), ElementsAre(moves, end));
    EXPECT_THAT(watchers_above({}, Watchers::all), ElementsAre(black, moves, end));
    EXPECT_THAT(watchers_above(moves, Watchers::all), ElementsAre(end));
    EXPECT_THAT(watchers_above({}, Watchers::all, 1), ElementsAre(black));
}

TEST_F(NoticesTest, LetOneAddressHaveAFifthOfThoseWhoWatchAGame) {
    const auto add = [&](const std::string& handle, const std::string& address) {
        bool is_taken = false;
        write([&](Transaction& transaction) {
            const AccountId other = add_account(transaction, handle);
            record_known_address(transaction, other, address, instant_of(1));
            is_taken = set_watch(transaction, {other, game, WatchMode::end, instant_of(1)});
        });
        return is_taken;
    };
    for (int i = 0; i < watchers_of_address_max; ++i) {
        ASSERT_TRUE(add("watcher" + std::to_string(i), "192.0.2.1"));
    }

    EXPECT_FALSE(add("one-more", "192.0.2.1"));

    EXPECT_TRUE(add("another", "192.0.2.2"));
    EXPECT_TRUE(add("here", "127.0.0.1"));
}

// --- news for those who watch ---

TEST_F(NoticesTest, KeepNewsOfAGameInTheirOrderUntilAllAreTold) {
    const WatcherNews first{game, 9, "watched-move", R"({"a":1})", instant_of(5), 10, 8};
    write([&](Transaction& transaction) {
        queue_watcher_news(transaction, {game, 10, "watched-move", "{}", instant_of(6), 11, 10});
        queue_watcher_news(transaction, first);
    });
    const auto next = [this](GameId after) {
        return read([&](Reader& reader) { return next_watcher_news(reader, after); });
    };

    const auto found = next({});

    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(found->event, 9U);
    EXPECT_EQ(found->data, R"({"a":1})");
    EXPECT_EQ(found->at, instant_of(5));
    EXPECT_EQ(found->seq, 10U);
    EXPECT_EQ(found->since_seq, 8U);
    EXPECT_FALSE(next(game).has_value());
    write([&](Transaction& transaction) {
        EXPECT_TRUE(lock_watcher_news(transaction, *found));
        set_told_up_to(transaction, *found, 3);
        EXPECT_FALSE(lock_watcher_news(transaction, *found)) << "others have gone on";
    });
    EXPECT_EQ(next({})->told_up_to, 3);
    write([&](Transaction& transaction) {
        EXPECT_TRUE(has_watcher_news(transaction, game));
        delete_watcher_news(transaction, first);
    });
    EXPECT_EQ(next({})->event, 10U);
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

// Once what waited was forgotten, until something more was queued.
TEST_F(NoticesTest, GoOnWithTheQueueOfAWebhookThatIsTurnedOnThoughItIsOn) {
    const Webhook hook = webhook(black);
    queue(hook, 1);

    write([&](Transaction& transaction) { set_webhook_on(transaction, hook, true); });

    EXPECT_EQ(
        read([](Reader& reader) { return due_webhooks(reader, instant_of(1'000), 9); }).size(), 1U);
    EXPECT_EQ(waiting(hook), 1);
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
    EXPECT_EQ(left.front().kind, WaitingKind::move);  // for as long as they play
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
    for (const Watchers which : {Watchers::of_moves, Watchers::of_end, Watchers::all}) {
        watchers_after(reader, game, which, AccountId{}, 5);
    }
    next_watcher_news(reader, game);
    has_watcher_news(reader, game);
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
