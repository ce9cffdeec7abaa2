#include "server/store/tables/accounts/limits.hpp"

#include <gtest/gtest.h>

#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::store {
namespace {

using namespace std::chrono_literals;
using std::chrono::minutes;

constexpr minutes minute{1};
constexpr Limit three_an_hour{"test", {{{3, minutes(60)}, {5, minutes(24 * 60)}}}};
constexpr Limit another{"test-2", {{{3, minutes(60)}}}};

class LimitsTest : public StorageTest {
protected:
    LimitsTest() {
        open();
        add_players();
    }
    // When one more is allowed, in minutes; nothing if it was, and is counted.
    std::optional<std::int64_t> take(int at_minute, std::string_view subject = "anna",
                                     const Limit& limit = three_an_hour) {
        std::optional<Instant> until;
        commits->write([&](Transaction& transaction) {
            until = try_acquire(transaction, limit, subject, Instant(at_minute * minute));
        });
        if (!until) return std::nullopt;
        return until->time_since_epoch() / minute;
    }
};

TEST_F(LimitsTest, AllowAsManyAsTheySayInAnySpanOfTheirLength) {
    EXPECT_EQ(take(1'000), std::nullopt);
    EXPECT_EQ(take(1'050), std::nullopt);
    EXPECT_EQ(take(1'059), std::nullopt);

    EXPECT_EQ(take(1'059), 1'060);
    EXPECT_EQ(take(1'060), std::nullopt);
    EXPECT_EQ(take(1'061), 1'110);
}

TEST_F(LimitsTest, HoldTheLongerWindowToo) {
    for (const int at : {0, 10, 20, 100, 110}) EXPECT_EQ(take(1'000 + at), std::nullopt);

    EXPECT_EQ(take(1'500), 1'000 + 24 * 60);
    EXPECT_EQ(take(1'000 + 24 * 60), std::nullopt);
}

TEST_F(LimitsTest, CountEachSubjectAndEachLimitAlone) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(take(1'000), std::nullopt);

    EXPECT_EQ(take(1'000, "ben"), std::nullopt);
    EXPECT_EQ(take(1'000, "anna", another), std::nullopt);
    EXPECT_NE(take(1'000), std::nullopt);
}

TEST_F(LimitsTest, OutliveTheProcess) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(take(1'000), std::nullopt);
    close();
    open();

    EXPECT_EQ(take(1'001), 1'060);
}

TEST_F(LimitsTest, ForgetAHitThatIsTakenBack) {
    for (int i = 0; i < 2; ++i) EXPECT_EQ(take(1'000), std::nullopt);
    commits->write([&](Transaction& transaction) {
        delete_hit(transaction,
                   count_hit(transaction, three_an_hour, "anna", Instant(1'000 * minute)));
    });

    EXPECT_EQ(take(1'000), std::nullopt);
    EXPECT_NE(take(1'000), std::nullopt);
}

TEST_F(LimitsTest, IgnoreWhatAClockThatWasWrongCounted) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(take(900'000), std::nullopt);

    EXPECT_EQ(take(1'000), std::nullopt);
}

TEST_F(LimitsTest, KeepNoHitLongerThanItCounts) {
    EXPECT_EQ(take(1'000), std::nullopt);
    int early = 0;
    int late = 0;
    commits->write([&](Transaction& transaction) {
        early = prune_hits(transaction, Instant((1'000 + 24 * 60) * minute) - 1ms, 10);
        late = prune_hits(transaction, Instant((1'000 + 24 * 60) * minute), 10);
    });

    EXPECT_EQ(early, 0);
    EXPECT_EQ(late, 1);
}

TEST_F(LimitsTest, KnowAnAccountsAddressesForHalfAYear) {
    const auto knows = [&](AccountId account, std::string_view address, Instant now) {
        return database->read(
            [&](Reader& reader) { return is_known_address(reader, account, address, now); });
    };
    commits->write([&](Transaction& transaction) {
        record_known_address(transaction, black, "192.0.2.1", instant_of(1'000));
    });

    EXPECT_TRUE(knows(black, "192.0.2.1", instant_of(999) + known_address_retention));
    EXPECT_FALSE(knows(black, "192.0.2.1", instant_of(1'000) + known_address_retention));
    EXPECT_FALSE(knows(white, "192.0.2.1", instant_of(1'000)));
    EXPECT_FALSE(knows(black, "192.0.2.2", instant_of(1'000)));
}

TEST_F(LimitsTest, KnowTheAddressesThatWereUsedLast) {
    commits->write([&](Transaction& transaction) {
        for (int i = 0; i <= known_addresses_max; ++i) {
            record_known_address(transaction, black, "192.0.2." + std::to_string(i),
                                 instant_of(1'000 + i));
        }
    });
    const auto knows = [&](std::string_view address) {
        return database->read([&](Reader& reader) {
            return is_known_address(reader, black, address, instant_of(2'000));
        });
    };

    EXPECT_FALSE(knows("192.0.2.0"));
    EXPECT_TRUE(knows("192.0.2.1"));
    EXPECT_TRUE(knows("192.0.2." + std::to_string(known_addresses_max)));
}

TEST_F(LimitsTest, KnowTheAddressThatAnAccountOrItsOwnerUsedLast) {
    AccountId bot{};
    commits->write([&](Transaction& transaction) {
        NewAccount account;
        account.handle = account.handle_key = "blacks-bot";
        account.kind = AccountKind::bot;
        account.owner = black;
        bot = *create_account(transaction, account);
        record_known_address(transaction, black, "192.0.2.2", instant_of(1'000));
        record_known_address(transaction, black, "192.0.2.1", instant_of(1'001));
    });
    const auto last = [&](AccountId account) {
        return database->read([&](Reader& reader) { return counted_address(reader, account); });
    };

    EXPECT_EQ(last(black), "192.0.2.1");
    EXPECT_EQ(last(bot), "192.0.2.1");
    EXPECT_EQ(last(white), std::nullopt);
    for (const char* const address : {"127.0.0.1", "::/64"}) {
        commits->write([&](Transaction& transaction) {
            record_known_address(transaction, white, address, instant_of(1));
        });
        EXPECT_EQ(last(white), std::nullopt) << address << " is this machine's";
    }
}

}  // namespace
}  // namespace tanbo::store
