#include <gtest/gtest.h>

#include "tests/server/account/fixture.hpp"

namespace tanbo::account {
namespace {

// Another node of the database: it hears nothing of what is done on the first.
class AccountNodesTest : public AccountsTest {
protected:
    ~AccountNodesTest() override { other_writer.stop(); }

    Result<Identity> authenticate_elsewhere(const std::string& token) {
        return on(0, [&] { return elsewhere.authenticate(token); });
    }

    store::Database other_database{{.path = folder.path() / "tanbo.db", .is_exclusive = false}};
    store::GroupCommit other_writer{other_database};
    store::Store other_store{other_database, other_writer};
    base::Metrics other_metrics;
    Authenticator elsewhere{other_store,
                            [this] { return base::Instant(std::chrono::milliseconds(now_ms)); },
                            other_metrics};
};

TEST_F(AccountNodesTest, RefuseWithinAMinuteATokenThatAnotherNodeHasRevoked) {
    const IssuedToken issued = create("anna", "correct horse 1").value();
    const Identity anna = authenticate_elsewhere(issued.token).value();
    const auto revoke = [&] { return accounts->revoke_token(anna); };
    ASSERT_TRUE(on(0, revoke).has_value());
    ASSERT_FALSE(authenticate(issued.token).has_value());

    now_ms += std::chrono::milliseconds(token_known_for).count() - 1;
    // The negative control: it is known, and no message has said that it is void.
    EXPECT_TRUE(authenticate_elsewhere(issued.token).has_value());
    now_ms += 1;
    EXPECT_FALSE(authenticate_elsewhere(issued.token).has_value());
}

TEST_F(AccountNodesTest, TakeAtOnceATokenThatAnotherNodeHasIssued) {
    const IssuedToken issued = create("anna", "correct horse 1").value();

    const auto anna = authenticate_elsewhere(issued.token);

    ASSERT_TRUE(anna.has_value());
    EXPECT_EQ(anna->handle, "anna");
}

}  // namespace
}  // namespace tanbo::account
