#include <gtest/gtest.h>

#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/games/notes.hpp"
#include "server/store/tables/messages/chat.hpp"
#include "server/store/tables/messages/chat_mutes.hpp"
#include "server/store/tables/messages/chat_reports.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "server/store/tables/messages/push_subscriptions.hpp"
#include "server/store/tables/messages/watches.hpp"
#include "server/store/tables/messages/webhooks.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

// A job that looks before it writes, or gives out a number, does so under a lock: of another node's
// doings nothing comes in between.
class LocksTest : public StorageTest {
protected:
    LocksTest() {
        open();
        add_players();
    }

    using Work = std::function<void(Transaction&)>;

    // Whether a job that does only this has the lock at its end.
    template <class Id>
    bool locks(Id id, const Work& work) {
        bool has_locked = false;
        commits->write([&](Transaction& transaction) {
            EXPECT_FALSE(transaction.has_locked(id)) << "not by the job before";
            work(transaction);
            has_locked = transaction.has_locked(id);
        });
        return has_locked;
    }
    ChatMessageId say() {
        std::optional<ChatMessageId> id;
        commits->write(
            [&](Transaction& transaction) { id = insert_message(transaction, message()); });
        return id.value();
    }
    NewChatMessage message() const {
        NewChatMessage made;
        made.game = game;
        made.author = black;
        made.text = "hello";
        return made;
    }
    WebhookId hook() {
        std::optional<WebhookId> id;
        commits->write([&](Transaction& transaction) {
            id = insert_webhook(transaction, {.account = black, .url = "https://example.com"});
        });
        return id.value();
    }
};

TEST_F(LocksTest, LockTheGameForItsNextEventAndMessage) {
    EXPECT_TRUE(locks(game, [&](Transaction& t) { append(t, game, 1); }));
    EXPECT_TRUE(locks(game, [&](Transaction& t) { lock_game(t, game); }));
    EXPECT_TRUE(locks(game, [&](Transaction& t) { insert_message(t, message()); }));
    EXPECT_TRUE(
        locks(game, [&](Transaction& t) { set_watch(t, {.account = black, .game = game}); }));
}

TEST_F(LocksTest, LockTheAccountForWhatItMayHaveOnlySoManyOf) {
    EXPECT_TRUE(locks(black, [&](Transaction& t) { insert_mute(t, black, white, Instant()); }));
    EXPECT_TRUE(
        locks(black, [&](Transaction& t) { set_note(t, black, {game, "a note", Instant()}); }));
    EXPECT_TRUE(
        locks(black, [&](Transaction& t) { set_watch(t, {.account = black, .game = game}); }));
    EXPECT_TRUE(locks(black, [&](Transaction& t) {
        insert_webhook(t, {.account = black, .url = "https://example.com"});
    }));
    const ChatMessageId said = say();
    EXPECT_TRUE(locks(white, [&](Transaction& t) {
        find_or_insert_report(t, {.message = said, .reporter = white});
    }));
}

TEST_F(LocksTest, LockTheAccountForTheNumbersOfItsNoticesAndDeliveries) {
    EXPECT_TRUE(locks(black, [&](Transaction& t) {
        add_notification(t, {.account = black, .kind = "challenge"});
    }));
    const WebhookId id = hook();
    EXPECT_TRUE(locks(black, [&](Transaction& t) {
        queue_delivery(t, find_webhook(t, id).value(), "challenge", "{}", Instant());
    }));
}

TEST_F(LocksTest, LockTheAccountForWhetherTheQueueOfAWebhookGoesOn) {
    const WebhookId id = hook();
    const auto locks_for = [&](const std::function<void(Transaction&, const Webhook&)>& act) {
        return locks(black, [&](Transaction& t) { act(t, find_webhook(t, id).value()); });
    };

    EXPECT_TRUE(locks_for([](Transaction& t, const Webhook& webhook) {
        record_attempt(t, webhook, 1, {}, DeliveryState::delivered, Instant());
    }));
    EXPECT_TRUE(locks_for(
        [](Transaction& t, const Webhook& webhook) { set_webhook_on(t, webhook, false); }));
    EXPECT_TRUE(
        locks_for([](Transaction& t, const Webhook& webhook) { delete_webhook(t, webhook); }));
}

// A transaction that queues a push holds the lock: the subscription does not go meanwhile.
TEST_F(LocksTest, LockTheAccountForWhatEndsItsPushes) {
    const PushSubscription push{.account = black,
                                .endpoint = "https://push.example.com",
                                .p256dh = std::string(65, 'p'),
                                .auth = std::string(16, 'a')};
    commits->write([&](Transaction& t) { insert_token(t, {.account = black}); });

    EXPECT_TRUE(locks(black, [&](Transaction& t) { put_push_subscription(t, push); }));
    EXPECT_TRUE(locks(black, [&](Transaction& t) {
        PushSubscription other = push;
        other.account = white;
        put_push_subscription(t, other);
    }));
    commits->write([&](Transaction& t) { put_push_subscription(t, push); });
    EXPECT_TRUE(locks(black, [&](Transaction& t) { delete_token(t, Digest()); }));
}

TEST_F(LocksTest, AreGoneWithTheJob) {
    EXPECT_TRUE(locks(black, [&](Transaction& t) { t.lock_account(black); }));
    EXPECT_FALSE(locks(black, [&](Transaction&) {}));
}

}  // namespace
}  // namespace tanbo::store
