// Two nodes over one database do the same thing at the same time, on every engine.

#include <array>
#include <future>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "server/store/chat.hpp"
#include "server/store/chat_mutes.hpp"
#include "server/store/chat_reports.hpp"
#include "server/store/notices.hpp"
#include "server/store/watches.hpp"
#include "server/store/webhooks.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/store_node.hpp"
#include "tests/server/support/engines.hpp"

namespace tanbo::store {
namespace {

class StoreNodesTest : public testing::TestWithParam<test::Engine> {
protected:
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
    one.write([this](Transaction& transaction) {
        insert_webhook(transaction, {.account = anna, .url = "https://example.com"});
    });
    const Webhook hook =
        one.database.read([this](Reader& reader) { return webhooks_of(reader, anna).front(); });

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

// --- as many as there may be ---

TEST_P(StoreNodesTest, LetAnAccountMuteAsManyAsThereMayBeAndNoMore) {
    std::vector<AccountId> others;
    one.write([&](Transaction& transaction) {
        others.clear();
        for (int i = 0; i < mutes_max + 20; ++i) {
            others.push_back(add_account(transaction, "p" + std::to_string(i)));
        }
        for (int i = 0; i < mutes_max - 20; ++i) {
            insert_mute(transaction, anna, others[static_cast<std::size_t>(i)], Instant());
        }
    });
    std::array<int, 2> made = {0, 0};

    on_both(20, [&](StoreNode& node, int i) {
        const bool is_one = &node == &one;
        const auto muted = static_cast<std::size_t>(mutes_max - 20 + 2 * i + (is_one ? 0 : 1));
        auto change = MuteChange::was_there;
        node.write([&](Transaction& transaction) {
            change = insert_mute(transaction, anna, others[muted], Instant());
        });
        if (change == MuteChange::made) ++made[is_one ? 0 : 1];
    });

    const auto kept =
        other.database.read([this](Reader& reader) { return list_mutes(reader, anna); });
    EXPECT_EQ(kept.size(), static_cast<std::size_t>(mutes_max));
    EXPECT_EQ(made[0] + made[1], 20);
}

TEST_P(StoreNodesTest, LetAnAccountHaveAsManyWebhooksAsThereMayBeAndNoMore) {
    std::array<int, 2> made = {0, 0};

    on_both(webhooks_max, [&](StoreNode& node, int i) {
        const std::size_t side = &node == &one ? 0 : 1;
        const std::string url =
            "https://example.com/" + std::to_string(side) + "/" + std::to_string(i);
        std::optional<WebhookId> id;
        node.write([&](Transaction& transaction) {
            id = insert_webhook(transaction, {.account = anna, .url = url});
        });
        if (id) ++made[side];
    });

    EXPECT_EQ(made[0] + made[1], webhooks_max);
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
    std::array<int, 2> made = {0, 0};

    on_both(open_reports_max, [&](StoreNode& node, int i) {
        const std::size_t side = &node == &one ? 0 : 1;
        const ChatMessageId message = said[static_cast<std::size_t>(2 * i) + side];
        std::optional<ReportId> id;
        node.write([&](Transaction& transaction) {
            id = find_or_insert_report(transaction, {.message = message, .reporter = anna});
        });
        if (id) ++made[side];
    });

    EXPECT_EQ(made[0] + made[1], open_reports_max);
}

TEST_P(StoreNodesTest, LetAGameBeWatchedByAsManyAsThereMayBeAndNoMore) {
    std::vector<AccountId> others;
    one.write([&](Transaction& transaction) {
        others.clear();
        for (int i = 0; i < watchers_max + 20; ++i) {
            others.push_back(add_account(transaction, "p" + std::to_string(i)));
        }
        for (int i = 0; i < watchers_max - 20; ++i) {
            set_watch(transaction, {.account = others[static_cast<std::size_t>(i)], .game = game});
        }
    });
    std::array<int, 2> made = {0, 0};

    on_both(20, [&](StoreNode& node, int i) {
        const std::size_t side = &node == &one ? 0 : 1;
        const auto place = static_cast<std::size_t>(watchers_max - 20 + 2 * i) + side;
        bool is_set = false;
        node.write([&](Transaction& transaction) {
            is_set = set_watch(transaction, {.account = others[place], .game = game});
        });
        if (is_set) ++made[side];
    });

    EXPECT_EQ(made[0] + made[1], 20);
}

INSTANTIATE_TEST_SUITE_P(Both, StoreNodesTest, test::engines, test::name_of_engine);

}  // namespace
}  // namespace tanbo::store
