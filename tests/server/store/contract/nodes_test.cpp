// Two nodes over one database do the same thing at the same time, on every engine.

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "server/store/tables/messages/chat.hpp"
#include "server/store/tables/messages/chat_mutes.hpp"
#include "server/store/tables/messages/chat_reports.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/watches.hpp"
#include "server/store/tables/messages/webhooks.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/store_node.hpp"
#include "tests/server/support/engines.hpp"

namespace tanbo::store {
namespace {

class StoreNodesTest : public testing::TestWithParam<test::Engine> {
protected:
    using Work = std::function<void(Transaction&)>;

    StoreNodesTest() {
        one.write([this](Transaction& transaction) {
            anna = add_account(transaction, "anna");
            ben = add_account(transaction, "ben");
            game = add_game(transaction, anna, ben);
        });
    }

    // Both nodes do it so often, at the same time.
    void on_both(int times, const std::function<void(StoreNode&, int)>& act) {
        const auto all = [&](StoreNode& node) {
            for (int i = 0; i < times; ++i) act(node, i);
        };
        auto there = std::async(std::launch::async, [&] { all(other); });
        all(one);
        there.get();
    }

    // The other node begins while what the first has done is not committed, and ends if it does not
    // have to wait for that.
    void do_during(const Work& first, const Work& then) {
        std::future<void> there;
        one.write([&](Transaction& transaction) {
            first(transaction);
            there = std::async(std::launch::async, [&] { other.write(then); });
            there.wait_for(std::chrono::milliseconds(200));
        });
        there.get();
    }
    Webhook add_webhook() {
        one.write([this](Transaction& transaction) {
            insert_webhook(transaction, {.account = anna, .url = "https://example.com"});
        });
        return one.database.read(
            [this](Reader& reader) { return webhooks_of(reader, anna).front(); });
    }
    static Work queueing(const Webhook& hook) {
        return [&hook](Transaction& transaction) {
            queue_delivery(transaction, hook, "challenge", "{}", instant_of(1));
        };
    }
    static Work recording(const Webhook& hook, std::int64_t number) {
        return [&hook, number](Transaction& transaction) {
            record_attempt(transaction, hook, number, {}, DeliveryState::delivered, instant_of(2));
        };
    }
    bool is_due(const Webhook& hook) {
        return other.database.read(
            [&](Reader& reader) { return find_webhook(reader, hook.id)->next_at.has_value(); });
    }

    // Both nodes make so many each, of which each has a number of its own from 0 on. Returns how
    // many were made.
    int made_on_both(int times, const std::function<bool(Transaction&, std::size_t)>& make) {
        std::atomic<int> made = 0;
        on_both(times, [&](StoreNode& node, int i) {
            const std::size_t number = 2 * static_cast<std::size_t>(i) + (&node == &one ? 0 : 1);
            bool is_made = false;
            node.write([&](Transaction& transaction) { is_made = make(transaction, number); });
            if (is_made) ++made;
        });
        return made;
    }
    // Accounts for whom it has not been made yet, when near_end of `most` are left.
    std::vector<AccountId> add_others(int most,
                                      const std::function<bool(Transaction&, AccountId)>& make) {
        std::vector<AccountId> others;
        one.write([&](Transaction& transaction) {
            others.clear();
            for (int i = 0; i < most + near_end; ++i) {
                const AccountId account = add_account(transaction, "p" + std::to_string(i));
                if (i >= most - near_end) {
                    others.push_back(account);
                } else {
                    make(transaction, account);
                }
            }
        });
        return others;
    }

    static constexpr int near_end = 20;
    const test::SharedDatabase shared{GetParam()};
    StoreNode one{shared.options(1)};
    StoreNode other{shared.options(2)};
    AccountId anna{};
    AccountId ben{};
    GameId game{};
};

// --- numbers ---

TEST_P(StoreNodesTest, GiveEachNotificationOfAnAccountANumberOfItsOwn) {
    constexpr int times = 60;
    std::array<std::set<std::int64_t>, 2> given;

    on_both(times, [&](StoreNode& node, int) {
        std::int64_t number = 0;
        node.write([&](Transaction& transaction) {
            number = add_notification(transaction, {.account = anna, .kind = "challenge"}).newest;
        });
        given[&node == &one ? 0 : 1].insert(number);
    });

    std::set<std::int64_t> all = given[0];
    all.merge(given[1]);
    EXPECT_EQ(all.size(), 2U * times);
    EXPECT_EQ(*all.begin(), 1);
    EXPECT_EQ(*all.rbegin(), 2 * times);
}

TEST_P(StoreNodesTest, NumberTheLinesOfARoomWithoutAGap) {
    constexpr int times = 60;

    on_both(times, [&](StoreNode& node, int i) {
        NewChatMessage message;
        message.game = game;
        message.author = anna;
        const std::string text = std::to_string(i);
        message.text = text;
        node.write([&](Transaction& transaction) {
            EXPECT_TRUE(insert_message(transaction, message).has_value());
        });
    });

    // Two of the same number are refused by the table.
    ChatQuery query;
    query.game = game;
    query.limit = 2 * times + 1;
    const auto page =
        other.database.read([&](Reader& reader) { return list_messages(reader, query); });
    EXPECT_EQ(page.messages.size(), 2U * times);
}

TEST_P(StoreNodesTest, NumberTheRequestsOfAWebhookWithoutAGap) {
    constexpr int times = 40;
    const Webhook hook = add_webhook();

    on_both(times, [&](StoreNode& node, int) {
        node.write([&](Transaction& transaction) {
            queue_delivery(transaction, hook, "challenge", "{}", Instant());
        });
    });

    const auto page = other.database.read(
        [&](Reader& reader) { return list_deliveries(reader, hook.id, 2 * times + 1); });
    ASSERT_EQ(page.size(), 2U * times);
    for (std::size_t i = 0; i < page.size(); ++i) {
        EXPECT_EQ(page[i].number, static_cast<std::int64_t>(page.size() - i));
    }
}

// --- the queue of a webhook ---

// Once a queue stood still until something more was queued: what had been queued last went unseen
// while the delivery before it was recorded as the last.
TEST_P(StoreNodesTest, LetTheQueueOfAWebhookGoOnIfAnAttemptIsRecordedWhileMoreIsQueued) {
    const Webhook hook = add_webhook();
    one.write(queueing(hook));

    do_during(queueing(hook), recording(hook, 1));

    EXPECT_TRUE(is_due(hook));
    one.write(recording(hook, 2));
    EXPECT_FALSE(is_due(hook));
}

TEST_P(StoreNodesTest, LetTheQueueOfAWebhookGoOnIfMoreIsQueuedWhileAnAttemptIsRecorded) {
    const Webhook hook = add_webhook();
    one.write(queueing(hook));

    do_during(recording(hook, 1), queueing(hook));

    EXPECT_TRUE(is_due(hook));
    one.write(recording(hook, 2));
    EXPECT_FALSE(is_due(hook));
}

// --- as many as there may be ---

TEST_P(StoreNodesTest, LetAnAccountMuteAsManyAsThereMayBeAndNoMore) {
    const auto mute = [this](Transaction& transaction, AccountId muted) {
        return insert_mute(transaction, anna, muted, Instant()) == MuteChange::made;
    };
    const std::vector<AccountId> others = add_others(mutes_max, mute);

    const int made = made_on_both(near_end, [&](Transaction& transaction, std::size_t number) {
        return mute(transaction, others[number]);
    });

    const auto kept =
        other.database.read([this](Reader& reader) { return list_mutes(reader, anna); });
    EXPECT_EQ(kept.size(), static_cast<std::size_t>(mutes_max));
    EXPECT_EQ(made, near_end);
}

TEST_P(StoreNodesTest, LetAnAccountHaveAsManyWebhooksAsThereMayBeAndNoMore) {
    const int made = made_on_both(webhooks_max, [&](Transaction& transaction, std::size_t number) {
        const std::string url = "https://example.com/" + std::to_string(number);
        return insert_webhook(transaction, {.account = anna, .url = url}).has_value();
    });

    EXPECT_EQ(made, webhooks_max);
}

TEST_P(StoreNodesTest, LetAnAccountReportAsMuchAsThereMayBeAndNoMore) {
    std::vector<ChatMessageId> said;
    one.write([&](Transaction& transaction) {
        said.clear();
        for (int i = 0; i < 2 * open_reports_max; ++i) {
            NewChatMessage message;
            message.game = game;
            message.author = ben;
            message.text = "hello";
            said.push_back(insert_message(transaction, message).value());
        }
    });

    const int made =
        made_on_both(open_reports_max, [&](Transaction& transaction, std::size_t number) {
            const NewReport report{.message = said[number], .reporter = anna};
            return find_or_insert_report(transaction, report).has_value();
        });

    EXPECT_EQ(made, open_reports_max);
}

TEST_P(StoreNodesTest, LetAGameBeWatchedByAsManyAsThereMayBeAndNoMore) {
    const auto watch = [this](Transaction& transaction, AccountId watcher) {
        return set_watch(transaction, {.account = watcher, .game = game});
    };
    const std::vector<AccountId> others = add_others(watchers_max, watch);

    const int made = made_on_both(near_end, [&](Transaction& transaction, std::size_t number) {
        return watch(transaction, others[number]);
    });

    EXPECT_EQ(made, near_end);
}

INSTANTIATE_TEST_SUITE_P(Both, StoreNodesTest, test::engines, test::name_of_engine);

}  // namespace
}  // namespace tanbo::store
