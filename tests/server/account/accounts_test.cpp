#include "server/store/tables/accounts/accounts.hpp"

#include <algorithm>
#include <fstream>
#include <future>
#include <iterator>

#include <gmock/gmock.h>

#include "tests/server/account/fixture.hpp"

namespace tanbo::account {
namespace {

using protocol::Code;

TEST_F(AccountsTest, CreatesAnAccountWhoseTokenSpeaksForIt) {
    const auto issued = create("Anna", "correct horse");

    ASSERT_TRUE(issued.has_value());
    EXPECT_EQ(issued->handle, "Anna");
    for (int thread = 0; thread < threads; ++thread) {
        const auto identity = authenticate(issued->token, thread);
        ASSERT_TRUE(identity.has_value());
        EXPECT_EQ(identity->account, issued->account);
        EXPECT_EQ(identity->handle, "Anna");
        EXPECT_FALSE(identity->is_guest());
    }
    const auto view = on(0, [&] { return accounts->find(issued->account); });
    EXPECT_EQ(view->handle, "Anna");
    EXPECT_EQ(view->created_at.time_since_epoch().count(), now_ms);
}

TEST_F(AccountsTest, TakesAHandleOnceWithoutRegardToCase) {
    ASSERT_TRUE(create("Anna", "correct horse").has_value());

    const auto again = create("aNNA", "battery staple");

    EXPECT_EQ(again.error().code, Code::handle_taken);
    EXPECT_THAT(again.error().detail, testing::HasSubstr("aNNA"));
}

TEST_F(AccountsTest, GivesOneHandleToOneOfManyWhoRaceForIt) {
    std::vector<std::future<Result<IssuedToken>>> answers;
    answers.reserve(6);
    for (int i = 0; i < 6; ++i) {
        answers.push_back(test::start_on(io->executor(i % threads), [this, i] {
            return accounts->create_account({i % 2 == 0 ? "anna" : "ANNA", "correct horse", {}},
                                            {"192.0.2.1", {}});
        }));
    }

    int created = 0;
    for (auto& answer : answers) created += answer.get().has_value() ? 1 : 0;

    EXPECT_EQ(created, 1);
}

TEST_F(AccountsTest, CreatesGuestsWithHandlesOfTheirOwn) {
    const auto one = guest();
    const auto other = guest();

    EXPECT_THAT(one->handle, testing::StartsWith("guest-"));
    EXPECT_TRUE(protocol::is_handle(one->handle));
    EXPECT_NE(one->handle, other->handle);
    EXPECT_NE(one->token, other->token);
    EXPECT_TRUE(authenticate(one->token)->is_guest());
}

TEST_F(AccountsTest, LogsInWithTheRightPasswordOnly) {
    const auto issued = create("Anna", "correct horse");

    const auto right = log_in("anna", "correct horse");
    const auto wrong = log_in("anna", "battery staple");
    const auto nobody = log_in("zoe", "correct horse");
    const auto a_guest = log_in(guest()->handle, "correct horse");

    ASSERT_TRUE(right.has_value());
    EXPECT_NE(right->token, issued->token);
    EXPECT_EQ(authenticate(right->token)->account, issued->account);
    EXPECT_EQ(wrong.error().code, Code::bad_credentials);
    EXPECT_EQ(nobody.error().code, Code::bad_credentials);
    EXPECT_EQ(nobody.error().detail, wrong.error().detail);
    EXPECT_EQ(a_guest.error().code, Code::bad_credentials);
}

TEST_F(AccountsTest, ChecksAPasswordAlsoForAHandleThatNobodyHas) {
    base::Counter& rejected =
        metrics->counter("tanbo_password_attempts_total", "", {{"result", "rejected"}});

    EXPECT_FALSE(log_in("zoe", "correct horse").has_value());

    EXPECT_EQ(rejected.value(), 1U);
}

TEST_F(AccountsTest, AcceptsATokenAfterARestartButNoOther) {
    const auto issued = guest();
    std::string forged = issued->token;
    forged.back() = forged.back() == 'A' ? 'E' : 'A';
    restart();

    EXPECT_TRUE(authenticate(issued->token).has_value());
    EXPECT_EQ(authenticate(forged).error().code, Code::bad_token);
    EXPECT_EQ(authenticate("").error().code, Code::bad_token);
    EXPECT_EQ(authenticate(issued->token + "A").error().code, Code::bad_token);
    EXPECT_EQ(authenticate("tbo_").error().code, Code::bad_token);
}

TEST_F(AccountsTest, RevokesATokenOnEveryThreadAtOnce) {
    for (int round = 0; round < 20; ++round) {
        const auto issued = guest();
        for (int thread = 0; thread < threads; ++thread) {
            ASSERT_TRUE(authenticate(issued->token, thread).has_value());
        }
        const Identity identity = *authenticate(issued->token);

        const auto revoked = on(round % threads, [&] { return accounts->revoke_token(identity); });

        ASSERT_TRUE(revoked.has_value());
        for (int thread = 0; thread < threads; ++thread) {
            EXPECT_EQ(authenticate(issued->token, thread).error().code, Code::bad_token);
        }
        EXPECT_TRUE(on(0, [&] { return accounts->revoke_token(identity); }).has_value());
    }
}

TEST_F(AccountsTest, AcceptsNoTokenWhoseReadARevocationOvertook) {
    for (int round = 0; round < 50; ++round) {
        const auto issued = guest();
        Identity identity;
        identity.account = issued->account;
        identity.token_hash = base::sha256(issued->token);
        std::vector<std::future<Result<Identity>>> reads;
        reads.reserve(threads);
        for (int thread = 0; thread < threads; ++thread) {
            reads.push_back(test::start_on(io->executor(thread), [this, thread, &issued] {
                return authenticators[static_cast<std::size_t>(thread)]->authenticate(
                    issued->token);
            }));
        }

        ASSERT_TRUE(on(0, [&] { return accounts->revoke_token(identity); }).has_value());

        for (auto& read : reads) static_cast<void>(read.get());
        for (int thread = 0; thread < threads; ++thread) {
            EXPECT_FALSE(authenticate(issued->token, thread).has_value());
        }
    }
}

// The owner was refused, and went on playing through their bots.
TEST_F(AccountsTest, KnowsOnEveryThreadAtOnceThatABotIsSuspendedWithItsOwner) {
    const Identity anna = *authenticate(create("anna", "correct horse")->token);
    const std::string bot =
        on(0, [&] {
            return accounts->create_bot(anna, {"rob", "correct horse"}, SignInSource("192.0.2.1"));
        })->token;
    const std::string other = guest()->token;
    const auto is_suspended = [this](const std::string& token, int thread) {
        const base::Instant now(std::chrono::milliseconds(now_ms.load()));
        return authenticate(token, thread)->is_suspended(now);
    };
    const auto set = [&](std::optional<base::Instant> until) {
        writer->write([&](store::Transaction& transaction) {
            store::set_suspended(transaction, anna.account, until);
        });
        accounts->forget_account(protocol::AccountId{anna.account});
    };
    for (int thread = 0; thread < threads; ++thread) EXPECT_FALSE(is_suspended(bot, thread));

    set(engine::instant_of(now_ms + 1));
    for (int thread = 0; thread < threads; ++thread) {
        EXPECT_TRUE(is_suspended(bot, thread));
        EXPECT_FALSE(is_suspended(other, thread));
    }

    set(std::nullopt);
    for (int thread = 0; thread < threads; ++thread) EXPECT_FALSE(is_suspended(bot, thread));
}

TEST_F(AccountsTest, HonoursTheExpiryOfATokenItKnows) {
    ASSERT_TRUE(create("anna", "correct horse").has_value());
    const auto issued = log_in("anna", "correct horse", 60);
    ASSERT_TRUE(issued->expires_at.has_value());
    now_ms += 59'999;
    EXPECT_TRUE(authenticate(issued->token).has_value());

    now_ms += 1;

    EXPECT_EQ(authenticate(issued->token, 0).error().code, Code::bad_token);
    EXPECT_EQ(authenticate(issued->token, 1).error().code, Code::bad_token);
}

TEST_F(AccountsTest, KnowsTokensAlsoWithACacheOfOne) {
    restart(1);
    const auto one = guest();
    const auto other = guest();

    for (int i = 0; i < 5; ++i) {
        EXPECT_EQ(authenticate(one->token)->handle, one->handle);
        EXPECT_EQ(authenticate(other->token)->handle, other->handle);
    }
}

TEST_F(AccountsTest, GivesAKeyTheSameGuestAlsoAfterARestart) {
    const auto first = guest("key-1");
    restart();

    const auto again = guest("key-1");
    const auto elsewhere = guest("key-1", "192.0.2.2");

    EXPECT_FALSE(first->is_repeat);
    EXPECT_TRUE(again->is_repeat);
    EXPECT_EQ(again->token, first->token);
    EXPECT_EQ(again->handle, first->handle);
    EXPECT_NE(elsewhere->token, first->token);
    EXPECT_EQ(authenticate(again->token)->account, first->account);
}

TEST_F(AccountsTest, GivesAKeyTheSameAccountToHimWhoKnowsThePassword) {
    const auto first = create("anna", "correct horse", "key-1");

    const auto again = create("anna", "correct horse", "key-1");
    const auto stranger = create("anna", "battery staple", "key-1");
    const auto other = create("ben", "correct horse", "key-1");

    EXPECT_EQ(again->token, first->token);
    EXPECT_TRUE(again->is_repeat);
    EXPECT_EQ(stranger.error().code, Code::idempotency_key_reused);
    EXPECT_EQ(other.error().code, Code::idempotency_key_reused);
}

TEST_F(AccountsTest, GivesAKeyTheSameTokenWithItsFirstExpiry) {
    ASSERT_TRUE(create("anna", "correct horse").has_value());
    const auto first = log_in("anna", "correct horse", 600, "key-1");
    now_ms += 5'000;

    const auto again = log_in("anna", "correct horse", 600, "key-1");
    const auto longer = log_in("anna", "correct horse", 900, "key-1");

    EXPECT_EQ(again->token, first->token);
    EXPECT_EQ(again->expires_at, first->expires_at);
    EXPECT_EQ(longer.error().code, Code::idempotency_key_reused);
}

TEST_F(AccountsTest, DrawsANewTokenForAKeyAfterADay) {
    const auto first = guest("key-1");
    now_ms += std::chrono::milliseconds(std::chrono::hours(24)).count() + 1;

    const auto later = guest("key-1");

    EXPECT_FALSE(later->is_repeat);
    EXPECT_NE(later->token, first->token);
    EXPECT_NE(later->account, first->account);
}

TEST_F(AccountsTest, StoresNeitherTokensNorKeysNorPasswordsInClear) {
    const auto one = create("anna", "correct horse", "key-123456");
    const auto other = guest();
    close_server();

    std::string bytes;
    for (const auto& file : std::filesystem::directory_iterator(folder.path())) {
        std::ifstream stream(file.path(), std::ios::binary);
        bytes.append(std::istreambuf_iterator<char>(stream), {});
    }
    open_server();

    EXPECT_NE(bytes.find("anna"), std::string::npos);
    for (const std::string& secret :
         {one->token, other->token, std::string("key-123456"), std::string("correct horse")}) {
        EXPECT_EQ(bytes.find(secret), std::string::npos) << secret;
    }
}

// The fault: the password that one keyboard composes was refused from another.
TEST_F(AccountsTest, TakesAPasswordInWhicheverFormItIsSent) {
    const std::string composed = "Z\u00fcrich am See";
    const std::string decomposed = "Zu\u0308rich am\u00a0See";
    ASSERT_TRUE(create("anna", decomposed).has_value());

    EXPECT_TRUE(log_in("anna", composed).has_value());
    EXPECT_TRUE(log_in("anna", decomposed).has_value());
    EXPECT_FALSE(log_in("anna", "Zurich am See").has_value());
}

TEST_F(AccountsTest, TakesAPasswordThatWasHashedAsItCame) {
    const std::string decomposed = "Zu\u0308rich am See";
    const auto anna = create("anna", "nine stones").value().account;
    writer->write([&](store::Transaction& transaction) {
        store::set_password_hash(transaction, anna, base::hash_password(decomposed, cheap));
    });

    EXPECT_TRUE(log_in("anna", decomposed).has_value());
    EXPECT_FALSE(log_in("anna", "nine stones").has_value());
}

}  // namespace
}  // namespace tanbo::account
