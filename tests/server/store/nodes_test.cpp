#include <array>
#include <future>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "server/store/chat.hpp"
#include "server/store/chat_mutes.hpp"
#include "server/store/notices.hpp"
#include "server/store/secrets.hpp"
#include "server/store/sign_ups.hpp"
#include "server/store/store.hpp"
#include "server/store/webhooks.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

// One of two nodes over one database, each with a writer of its own.
struct StoreNode {
    explicit StoreNode(const std::filesystem::path& path)
        : database({.path = path, .is_exclusive = false}),
          writer(database),
          store(database, writer) {}
    ~StoreNode() { writer.stop(); }

    // Two writers of one file may wait for each other longer than SQLite lets them.
    void write(const std::function<void(Transaction&)>& work) {
        constexpr int tries_max = 100;
        for (int tries = 1;; ++tries) {
            try {
                return writer.write(work);
            } catch (const StorageError& error) {
                if (error.fault() != Fault::busy || tries == tries_max) throw;
            }
        }
    }

    Database database;
    GroupCommit writer;
    Store store;
};

class StoreNodesTest : public testing::Test {
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
    // As though another node had been first, between a look and what is written after it.
    void be_first(const std::string& trigger) {
        Database database({.path = path, .is_exclusive = false});
        sqlite_writer(database).execute(trigger);
    }

    test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "tanbo.db";
    StoreNode one{path};
    StoreNode other{path};
    AccountId anna{};
    AccountId ben{};
    GameId game{};
};

// --- numbers ---

TEST_F(StoreNodesTest, GiveEachNotificationOfAnAccountANumberOfItsOwn) {
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

TEST_F(StoreNodesTest, NumberTheLinesOfARoomWithoutAGap) {
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

TEST_F(StoreNodesTest, NumberTheRequestsOfAWebhookWithoutAGap) {
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

TEST_F(StoreNodesTest, LetAnAccountMuteAsManyAsThereMayBeAndNoMore) {
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

TEST_F(StoreNodesTest, LetAnAccountHaveAsManyWebhooksAsThereMayBeAndNoMore) {
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

// --- who was first ---

TEST_F(StoreNodesTest, FindTheSecretThatAnotherNodeHasMade) {
    const Digest first = load_secret(one.store, "a secret", Instant());

    EXPECT_EQ(load_secret(other.store, "a secret", Instant()), first);
}

TEST_F(StoreNodesTest, TakeTheSecretOfWhoeverWasFirst) {
    be_first(R"(CREATE TRIGGER other_node BEFORE INSERT ON secrets BEGIN
                INSERT INTO secrets (name, value, created_at)
                VALUES (NEW.name, zeroblob(32), 0); END)");

    EXPECT_EQ(load_secret(one.store, "a secret", Instant()), Digest{});
    EXPECT_EQ(load_secret(other.store, "a secret", Instant()), Digest{});
}

TEST_F(StoreNodesTest, SignAnAddressUpOnceAndTheOtherTimeAgain) {
    std::optional<SignUpId> first;
    std::optional<SignUpId> again;

    one.write([&](Transaction& transaction) {
        first = put_sign_up(transaction, "zoe@example.org", "zoe", instant_of(1));
    });
    other.write([&](Transaction& transaction) {
        again = put_sign_up(transaction, "Zoe@example.org", "zoe2", instant_of(2));
    });

    EXPECT_EQ(first, again);
}

TEST_F(StoreNodesTest, AskAgainForASignUpOfWhoeverWasFirst) {
    be_first(R"(CREATE TRIGGER other_node BEFORE INSERT ON sign_ups BEGIN
                INSERT INTO sign_ups (address, address_key, handle, expires_at)
                VALUES (NEW.address, NEW.address_key, 'theirs', 1); END)");
    int runs = 0;

    const Fault fault = fault_of([&] {
        one.writer.write([&](Transaction& transaction) {
            ++runs;
            put_sign_up(transaction, "zoe@example.org", "zoe", instant_of(1));
        });
    });

    EXPECT_EQ(fault, Fault::stale);
    EXPECT_EQ(runs, job_runs_max);
}

}  // namespace
}  // namespace tanbo::store
