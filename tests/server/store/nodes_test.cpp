// Another node over the same file is first, between a look and what is written after it.

#include <optional>
#include <string>

#include <gtest/gtest.h>

#include "server/store/tables/accounts/secrets.hpp"
#include "server/store/tables/accounts/sign_ups.hpp"
#include "tests/server/store/fixture.hpp"
#include "tests/server/store/store_node.hpp"

namespace tanbo::store {
namespace {

class OtherNodeTest : public testing::Test {
protected:
    void be_first(const std::string& trigger) {
        Database database({.path = path, .is_exclusive = false});
        sqlite_writer(database).execute(trigger);
    }

    test::TemporaryFolder folder;
    const std::filesystem::path path = folder.path() / "tanbo.db";
    StoreNode one{{.path = path, .is_exclusive = false}};
    StoreNode other{{.path = path, .is_exclusive = false}};
};

TEST_F(OtherNodeTest, FindTheSecretThatAnotherNodeHasMade) {
    const Digest first = load_secret(one.store, "a secret", Instant());

    EXPECT_EQ(load_secret(other.store, "a secret", Instant()), first);
}

TEST_F(OtherNodeTest, TakeTheSecretOfWhoeverWasFirst) {
    be_first(R"(CREATE TRIGGER other_node BEFORE INSERT ON secrets BEGIN
                INSERT INTO secrets (name, value, created_at)
                VALUES (NEW.name, zeroblob(32), 0); END)");

    EXPECT_EQ(load_secret(one.store, "a secret", Instant()), Digest{});
    EXPECT_EQ(load_secret(other.store, "a secret", Instant()), Digest{});
}

TEST_F(OtherNodeTest, SignAnAddressUpOnceAndTheOtherTimeAgain) {
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

TEST_F(OtherNodeTest, AskAgainForASignUpOfWhoeverWasFirst) {
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
