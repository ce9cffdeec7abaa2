#include <chrono>

#include <gtest/gtest.h>

#include "tests/server/account/fixture.hpp"

// Who acts on a token for longer than one request is told when it is void.
namespace tanbo::account {
namespace {

class ObservationsTest : public AccountsTest {
protected:
    // Observes the token on thread 0 from now on.
    Authenticator::Observation observe(const Identity& identity, int& told) {
        Authenticator& authenticator = *authenticators[0];
        return on(0, [&]() -> base::Awaitable<Authenticator::Observation> {
            co_return authenticator.observe(identity, [&told] { ++told; });
        });
    }
    void drop_expired() {
        on(0, [&]() -> base::Awaitable<bool> {
            authenticators[0]->drop_expired();
            co_return true;
        });
    }
    void end(Authenticator::Observation& observation) {
        on(0, [&]() -> base::Awaitable<bool> {
            observation.reset();
            co_return true;
        });
    }
};

TEST_F(ObservationsTest, EndWithTheTokenAlsoIfNothingIsKeptOfIt) {
    restart(0);  // no room for a token
    create("anna", "correct horse");
    const std::string token = log_in("anna", "correct horse", 60).value().token;
    const Identity anna = authenticate(token).value();
    authenticate(guest().value().token);  // takes the place of what is kept
    int told = 0;
    auto observation = observe(anna, told);

    now_ms += 59'999;
    drop_expired();
    EXPECT_EQ(told, 0);
    now_ms += 1;
    drop_expired();
    EXPECT_EQ(told, 1);
    end(observation);
}

TEST_F(ObservationsTest, KnowWhenTheTokenExpires) {
    create("anna", "correct horse");

    const auto never = authenticate(log_in("anna", "correct horse").value().token).value();
    const auto soon = authenticate(log_in("anna", "correct horse", 60).value().token).value();

    EXPECT_EQ(never.expires_at, std::nullopt);
    EXPECT_EQ(soon.expires_at, base::Instant(std::chrono::milliseconds(now_ms.load() + 60'000)));
}

}  // namespace
}  // namespace tanbo::account
