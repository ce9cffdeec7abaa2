#include "server/store/tables/messages/push_subscriptions.hpp"

#include <gmock/gmock.h>

#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

class PushSubscriptionsTest : public StorageTest {
protected:
    PushSubscriptionsTest() {
        open();
        add_players();
        for (std::uint8_t number = 1; number <= 20; ++number) sign_in(number, black);
    }

    static Digest digest(std::uint8_t number) {
        Digest made{};
        made[0] = number;
        return made;
    }
    void sign_in(std::uint8_t number, AccountId account) {
        write([&](Transaction& transaction) {
            insert_token(transaction, {.hash = digest(number), .account = account});
        });
    }
    void subscribe(std::uint8_t session, const std::string& endpoint, AccountId account,
                   const std::string& kinds = "challenge") {
        write([&](Transaction& transaction) {
            PushSubscription made;
            made.account = account;
            made.token = digest(session);
            made.endpoint = endpoint;
            made.p256dh = std::string(65, 'p');
            made.auth = std::string(16, '\0');
            made.kinds = kinds;
            made.language = "de";
            made.created_at = instant_of(session);
            put_push_subscription(transaction, made);
        });
    }
    std::vector<std::string> endpoints(AccountId account) {
        std::vector<std::string> found;
        read([&](Reader& reader) {
            for (const auto& one : push_subscriptions_of(reader, account, instant_of(0))) {
                found.push_back(one.endpoint);
            }
            return 0;
        });
        return found;
    }
    std::optional<PushSubscription> of_session(std::uint8_t session) {
        return read(
            [&](Reader& reader) { return find_push_subscription(reader, digest(session)); });
    }
    void queue(PushSubscriptionId id, const std::string& tag, std::int64_t number) {
        write([&](Transaction& transaction) {
            put_push_message(transaction, id,
                             {.tag = tag, .number = number, .created_at = instant_of(number)});
        });
    }
    std::optional<PushMessage> first(PushSubscriptionId id) {
        return read([&](Reader& reader) { return first_push_message(reader, id); });
    }
    bool is_due() {
        return read([](Reader& reader) {
            return !due_push_subscriptions(reader, Instant::max(), 9).empty();
        });
    }
};

TEST_F(PushSubscriptionsTest, ComeBackAsTheyWereStored) {
    subscribe(1, "https://push.example/a", black, "challenge,your-turn");

    const auto found = of_session(1);

    ASSERT_TRUE(found);
    EXPECT_EQ(found->account, black);
    EXPECT_EQ(found->token, digest(1));
    EXPECT_EQ(found->endpoint, "https://push.example/a");
    EXPECT_EQ(found->p256dh, std::string(65, 'p'));
    EXPECT_EQ(found->auth, std::string(16, '\0'));
    EXPECT_EQ(found->language, "de");
    EXPECT_TRUE(found->wants("your-turn"));
    EXPECT_FALSE(found->wants("your"));
    EXPECT_TRUE(read([this](Reader& reader) { return notice_settings(reader, black); }).has_pushes);
    EXPECT_FALSE(
        read([this](Reader& reader) { return notice_settings(reader, white); }).has_pushes);
}

TEST_F(PushSubscriptionsTest, AreOneASession) {
    subscribe(1, "https://push.example/a", black);
    subscribe(1, "https://push.example/b", black);

    EXPECT_THAT(endpoints(black), testing::ElementsAre("https://push.example/b"));
}

TEST_F(PushSubscriptionsTest, BelongToWhoeverUsesTheBrowserNow) {
    sign_in(30, white);
    subscribe(1, "https://push.example/a", black);

    subscribe(30, "https://push.example/a", white);

    EXPECT_THAT(endpoints(black), testing::IsEmpty());
    EXPECT_THAT(endpoints(white), testing::ElementsAre("https://push.example/a"));
}

TEST_F(PushSubscriptionsTest, KeepWhatWaitsIfOnlyTheirKindsChange) {
    subscribe(1, "https://push.example/a", black);
    const auto id = of_session(1)->id;
    queue(id, "game-1", 1);

    subscribe(1, "https://push.example/a", black, "your-turn");

    EXPECT_EQ(of_session(1)->id, id);
    EXPECT_TRUE(of_session(1)->wants("your-turn"));
    EXPECT_TRUE(first(id));
}

TEST_F(PushSubscriptionsTest, EndWithTheirSession) {
    subscribe(1, "https://push.example/a", black);
    subscribe(2, "https://push.example/b", black);
    queue(of_session(1)->id, "game-1", 1);

    write([&](Transaction& transaction) { delete_token(transaction, digest(1)); });

    EXPECT_THAT(endpoints(black), testing::ElementsAre("https://push.example/b"));
    EXPECT_FALSE(is_due());
}

TEST_F(PushSubscriptionsTest, EndWithATokenThatIsPruned) {
    write([&](Transaction& transaction) {
        insert_token(transaction,
                     {.hash = digest(40), .account = black, .expires_at = instant_of(50)});
    });
    subscribe(40, "https://push.example/a", black);
    EXPECT_EQ(endpoints(black).size(), 1U);
    EXPECT_TRUE(read([&](Reader& reader) {
        return push_subscriptions_of(reader, black, instant_of(50)).empty();
    }));

    write([](Transaction& transaction) { prune_tokens(transaction, instant_of(50), 9); });

    EXPECT_FALSE(of_session(40));
}

TEST_F(PushSubscriptionsTest, AreTenAtMostAndTheOldestGoes) {
    for (std::uint8_t session = 1; session <= push_subscriptions_max; ++session) {
        subscribe(session, "https://push.example/" + std::to_string(session), black);
    }
    const std::size_t at_the_cap = endpoints(black).size();

    subscribe(11, "https://push.example/11", black);

    EXPECT_EQ(at_the_cap, static_cast<std::size_t>(push_subscriptions_max));
    EXPECT_EQ(endpoints(black).size(), at_the_cap);
    EXPECT_EQ(endpoints(black).front(), "https://push.example/2");
}

TEST_F(PushSubscriptionsTest, HoldOneMessageOfASubjectAndFiftyAtMost) {
    subscribe(1, "https://push.example/a", black);
    const auto id = of_session(1)->id;
    for (int number = 1; number <= push_messages_max; ++number) {
        queue(id, "game-" + std::to_string(number), number);
    }
    queue(id, "game-1", push_messages_max + 1);
    EXPECT_EQ(first(id)->number, 2) << "the newer one took its place";

    queue(id, "game-51", push_messages_max + 2);

    EXPECT_EQ(first(id)->number, 3);
}

TEST_F(PushSubscriptionsTest, RecordAnAttempt) {
    subscribe(1, "https://push.example/a", black);
    const auto one = *of_session(1);
    queue(one.id, "game-1", 1);
    queue(one.id, "game-2", 2);
    const auto record = [&](PushEnd end) {
        const auto message = *first(one.id);
        write([&](Transaction& transaction) {
            record_push(transaction, one, message, end, instant_of(10), instant_of(20));
        });
        return *of_session(1);
    };

    const auto failed = record(PushEnd::waiting);
    EXPECT_EQ(failed.failures, 1);
    EXPECT_EQ(failed.failing_since_at, instant_of(10));
    EXPECT_EQ(failed.next_at, instant_of(20));
    EXPECT_EQ(first(one.id)->attempts, 1);

    const auto accepted = record(PushEnd::accepted);
    EXPECT_EQ(accepted.failures, 0);
    EXPECT_FALSE(accepted.failing_since_at);
    EXPECT_EQ(first(one.id)->tag, "game-2");

    EXPECT_FALSE(record(PushEnd::not_needed).next_at);
    EXPECT_FALSE(is_due());
}

}  // namespace
}  // namespace tanbo::store
