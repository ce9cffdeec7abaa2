#include <gtest/gtest.h>

#include "server/store/tables/accounts/secrets.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/games/idempotency.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

Digest digest(std::uint8_t first) {
    Digest result{};
    result[0] = first;
    return result;
}

class PeopleTest : public StorageTest {
protected:
    PeopleTest() {
        open();
        add_players();
    }
    std::optional<TokenOwner> owner(const Digest& hash, Instant now) {
        return database->read([&](Reader& reader) { return find_token(reader, hash, now); });
    }
    void add_token(std::uint8_t first, std::optional<Instant> expires_at) {
        write([&](Transaction& transaction) {
            insert_token(transaction, {.hash = digest(first),
                                       .account = black,
                                       .label = "phone",
                                       .last4 = "wxyz",
                                       .created_at = instant_of(1),
                                       .expires_at = expires_at});
        });
    }
};

TEST_F(PeopleTest, FindsAnAccountByItsIdAndItsFoldedHandle) {
    std::optional<AccountId> id;
    write([&](Transaction& transaction) {
        id = create_account(transaction, {.handle = "Ada",
                                          .handle_key = "ada",
                                          .kind = AccountKind::guest,
                                          .password_hash = "$argon2id$",
                                          .created_at = instant_of(77)});
    });

    const auto by_key =
        database->read([](Reader& reader) { return find_account(reader, "ada"); }).value();
    const auto by_id =
        database->read([&](Reader& reader) { return find_account(reader, *id); }).value();

    EXPECT_EQ(by_key.id, *id);
    EXPECT_EQ(by_id.handle, "Ada");
    EXPECT_EQ(by_id.kind, AccountKind::guest);
    EXPECT_EQ(by_id.password_hash, "$argon2id$");
    EXPECT_EQ(by_id.created_at, instant_of(77));
    EXPECT_FALSE(database->read([](Reader& reader) { return find_account(reader, "Ada"); }));
}

TEST_F(PeopleTest, GivesNoSecondAccountTheSameFoldedHandle) {
    std::optional<AccountId> second = AccountId{1};

    write([&](Transaction& transaction) {
        second = create_account(transaction,
                                {.handle = "BLACK", .handle_key = "black", .password_hash = {}});
    });

    EXPECT_FALSE(second);
}

TEST_F(PeopleTest, ReplacesAPasswordHash) {
    bool known = false;
    bool unknown = true;

    write([&](Transaction& transaction) {
        known = set_password_hash(transaction, black, "new");
        unknown = set_password_hash(transaction, AccountId{999}, "new");
    });

    EXPECT_TRUE(known);
    EXPECT_FALSE(unknown);
    EXPECT_EQ(database->read([this](Reader& reader) { return find_account(reader, black); })
                  .value()
                  .password_hash,
              "new");
}

TEST_F(PeopleTest, KnowsATokenUntilItExpires) {
    add_token(1, instant_of(100));
    add_token(2, std::nullopt);

    EXPECT_EQ(owner(digest(1), instant_of(99)).value().account.handle, "black");
    EXPECT_EQ(owner(digest(1), instant_of(99)).value().expires_at, instant_of(100));
    EXPECT_FALSE(owner(digest(1), instant_of(100)));
    EXPECT_EQ(owner(digest(2), instant_of(1'000'000)).value().expires_at, std::nullopt);
    EXPECT_FALSE(owner(digest(3), instant_of(0)));
}

TEST_F(PeopleTest, ForgetsARevokedToken) {
    add_token(1, std::nullopt);
    bool first = false;
    bool second = true;

    write([&](Transaction& transaction) {
        first = delete_token(transaction, digest(1));
        second = delete_token(transaction, digest(1));
    });

    EXPECT_TRUE(first);
    EXPECT_FALSE(second);
    EXPECT_FALSE(owner(digest(1), instant_of(0)));
}

TEST_F(PeopleTest, PrunesExpiredTokensUpToALimit) {
    for (std::uint8_t token = 1; token <= 3; ++token) add_token(token, instant_of(10 * token));
    add_token(4, std::nullopt);
    std::vector<int> pruned;

    write([&](Transaction& transaction) {
        for (int round = 0; round < 3; ++round) {
            pruned.push_back(prune_tokens(transaction, instant_of(20), 1));
        }
    });

    EXPECT_EQ(pruned, (std::vector<int>{1, 1, 0}));
    EXPECT_TRUE(owner(digest(3), instant_of(20)));
    EXPECT_TRUE(owner(digest(4), instant_of(20)));
}

TEST_F(PeopleTest, RefusesATokenOfNobody) {
    const Fault fault = fault_of([this] {
        write([](Transaction& transaction) {
            insert_token(transaction, {.hash = digest(1),
                                       .account = AccountId{999},
                                       .label = "",
                                       .last4 = "",
                                       .expires_at = {}});
        });
    });

    EXPECT_EQ(fault, Fault::constraint);
}

NewIdempotentAnswer answer(std::uint8_t key, std::string_view body, Instant created_at) {
    return {.scope = "1 POST /games",
            .key_hash = digest(key),
            .request_hash = digest(9),
            .status = 201,
            .location = "/api/v1/games/1",
            .body = body,
            .created_at = created_at};
}

TEST_F(PeopleTest, KeepsTheFirstAnswerOfAnIdempotencyKey) {
    bool first = false;
    bool second = true;

    write([&](Transaction& transaction) {
        first = insert_answer(transaction, answer(1, "first", instant_of(5)));
        second = insert_answer(transaction, answer(1, "second", instant_of(6)));
    });

    const auto find = [this](std::string_view scope) {
        return database->read(
            [=](Reader& reader) { return find_answer(reader, scope, digest(1)); });
    };
    EXPECT_TRUE(first);
    EXPECT_FALSE(second);
    const IdempotentAnswer kept = find("1 POST /games").value();
    EXPECT_EQ(kept.body, "first");
    EXPECT_EQ(kept.request_hash, digest(9));
    EXPECT_EQ(kept.status, 201);
    EXPECT_EQ(kept.location, "/api/v1/games/1");
    EXPECT_EQ(kept.created_at, instant_of(5));
    EXPECT_FALSE(find("2 POST /games"));
}

TEST_F(PeopleTest, PrunesTheOldestAnswersFirst) {
    std::vector<int> pruned;

    write([&](Transaction& transaction) {
        for (std::uint8_t key = 1; key <= 4; ++key) {
            insert_answer(transaction, answer(key, "", instant_of(10 * key)));
        }
        pruned.push_back(prune_answers(transaction, instant_of(30), 1));
        EXPECT_FALSE(find_answer(transaction, "1 POST /games", digest(1)));
        EXPECT_TRUE(find_answer(transaction, "1 POST /games", digest(2)));
        pruned.push_back(prune_answers(transaction, instant_of(30), 10));
    });

    EXPECT_EQ(pruned, (std::vector<int>{1, 1}));
}

TEST_F(PeopleTest, KeepsTheFirstSecretOfAName) {
    const Secret first = {1, 2, 3};
    const Secret second = {4};
    Secret kept;

    write([&](Transaction& transaction) {
        EXPECT_EQ(find_or_store_secret(transaction, "cursor", first, instant_of(1)), first);
    });
    write([&](Transaction& transaction) {
        kept = find_or_store_secret(transaction, "cursor", second, instant_of(2));
    });

    EXPECT_EQ(kept, first);
    EXPECT_EQ(database->read([](Reader& reader) { return find_secret(reader, "cursor"); }), first);
    EXPECT_FALSE(database->read([](Reader& reader) { return find_secret(reader, "other"); }));
}

}  // namespace
}  // namespace tanbo::store
