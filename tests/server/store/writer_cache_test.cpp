#include "server/store/commit/writer_cache.hpp"

#include <functional>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/store/tables/accounts/account_changes.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/push_subscriptions.hpp"
#include "server/store/tables/messages/watches.hpp"
#include "server/store/tables/messages/webhooks.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

class WriterCacheTest : public StorageTest {
protected:
    WriterCacheTest() {
        open();
        add_players();
    }

    void note_all() {
        write([this](Transaction& transaction) {
            for (const AccountId account : {black, white})
                transaction.record_no_turn_channel(account);
        });
    }
    bool is_known(AccountId account) {
        bool known = false;
        write([&](Transaction& transaction) { known = transaction.has_no_turn_channel(account); });
        return known;
    }
    bool knows_watchers() {
        bool found = false;
        write([&](Transaction& transaction) { found = is_watched(transaction, game); });
        return found;
    }
    // By a connection of its own, of which the writer learns nothing.
    void watch_elsewhere() {
        DatabaseOptions others = options();
        others.is_exclusive = false;
        Database other(others);
        GroupCommit(other).write([this](Transaction& transaction) {
            set_watch(transaction, {white, game, WatchMode::each, instant_of(1)});
        });
    }
};

TEST_F(WriterCacheTest, KnowsWhoWatchesAGameThatNobodyWatchedBefore) {
    EXPECT_FALSE(knows_watchers());

    write([this](Transaction& transaction) {
        set_watch(transaction, {black, game, WatchMode::each, instant_of(1)});
    });

    EXPECT_TRUE(knows_watchers());
}

TEST_F(WriterCacheTest, KnowsWhoChoosesToBeToldOfAGameAgain) {
    const auto choose = [this](WatchMode mode) {
        write([this, mode](Transaction& transaction) {
            set_watch(transaction, {black, game, mode, instant_of(1)});
        });
    };
    choose(WatchMode::off);
    EXPECT_FALSE(knows_watchers());

    choose(WatchMode::each);

    EXPECT_TRUE(knows_watchers());
}

// It is the one that writes: what somebody else wrote is not looked for.
TEST_F(WriterCacheTest, LooksOnceForWhoWatches) {
    EXPECT_FALSE(knows_watchers());

    watch_elsewhere();

    EXPECT_FALSE(knows_watchers());
}

TEST_F(WriterCacheTest, LooksEachTimeIfOthersWriteToo) {
    close();
    DatabaseOptions shared = options();
    shared.is_exclusive = false;
    database = std::make_unique<Database>(shared);
    commits = std::make_unique<GroupCommit>(*database);
    EXPECT_FALSE(knows_watchers());

    watch_elsewhere();

    EXPECT_TRUE(knows_watchers());
}

TEST_F(WriterCacheTest, KeepsNothingThatWasFoundInWhatIsUndone) {
    write([this](Transaction& transaction) {
        set_watch(transaction, {black, game, WatchMode::each, instant_of(1)});
    });
    const auto look_after_removing = [this](Transaction& transaction) {
        delete_watch(transaction, black, game);
        EXPECT_FALSE(is_watched(transaction, game));
    };

    EXPECT_THROW(write([&](Transaction& transaction) {
                     look_after_removing(transaction);
                     throw StorageError(Fault::constraint, "refused");
                 }),
                 StorageError);
    EXPECT_TRUE(knows_watchers());
    write([&](Transaction& transaction) {
        look_after_removing(transaction);
        transaction.undo();
    });
    EXPECT_TRUE(knows_watchers());
    // The control.
    write(look_after_removing);
    watch_elsewhere();
    EXPECT_FALSE(knows_watchers());
}

TEST_F(WriterCacheTest, KeepsNothingOfABatchThatIsUndone) {
    note_all();
    ASSERT_TRUE(is_known(black));

    EXPECT_THROW(write([](Transaction&) { throw StorageError(Fault::full, "the disk is full"); }),
                 StorageError);

    EXPECT_FALSE(is_known(black));
}

TEST_F(WriterCacheTest, ForgetsThatNothingIsSentIfThatMayChange) {
    Webhook hook;
    Webhook other;
    AddressId address{};
    AccountChange change;
    write([&](Transaction& transaction) {
        hook.account = black;
        hook.url = "https://example.org/";
        hook.id = insert_webhook(transaction, hook).value();
        other = hook;
        other.url = "https://example.com/";
        address = insert_address(transaction, black, "a@example.org", true, instant_of(1)).value();
        insert_token(transaction, {.account = black});
        change.account = black;
        change.id = record_change(transaction, black, ChangeKind::address_added, instant_of(1),
                                  instant_of(9));
    });
    const std::vector<std::function<void(Transaction&)>> ways = {
        [&](Transaction& t) { set_notice_mode(t, black, NoticeMode::each); },
        [&](Transaction& t) { insert_webhook(t, other); },
        [&](Transaction& t) { set_webhook_kinds(t, hook.id, "your-turn"); },
        [&](Transaction& t) { set_webhook_on(t, hook, true); },
        [&](Transaction& t) {
            put_push_subscription(t, {.account = black,
                                      .endpoint = "https://push.example.com",
                                      .p256dh = std::string(65, 'p'),
                                      .auth = std::string(16, 'a')});
        },
        [&](Transaction& t) { verify_address(t, address, instant_of(2)); },
        [&](Transaction& t) { resume_address(t, address); },
        [&](Transaction& t) { make_primary(t, black, address); },
        [&](Transaction& t) { restore_change(t, change); },
    };

    for (std::size_t i = 0; i < ways.size(); ++i) {
        note_all();
        ASSERT_TRUE(is_known(black));
        write(ways[i]);
        EXPECT_FALSE(is_known(black)) << "way " << i;
    }
    // The control: somebody else's choice.
    note_all();
    write([this](Transaction& t) { set_notice_mode(t, white, NoticeMode::off); });
    EXPECT_TRUE(is_known(black));
}

}  // namespace
}  // namespace tanbo::store
