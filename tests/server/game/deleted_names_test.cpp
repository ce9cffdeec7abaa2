#include "server/game/deleted_names.hpp"

#include <vector>

#include "tests/server/game/fixture.hpp"

namespace tanbo::game {
namespace {

class DeletedNamesTest : public GameTest {
protected:
    DeletedNamesTest() : present(match(start_game())) {}

    std::vector<AccountId> others(std::size_t count) {
        return std::vector<AccountId>(count, carl.account);
    }
    void add(std::span<const AccountId> accounts) {
        for (const AccountId account : accounts) names.add(account);
    }

    std::shared_ptr<const engine::Match> present;  // of anna and ben
    DeletedNames names;
};

TEST_F(DeletedNamesTest, AreInAMatchOfWhoeverWasDeletedSince) {
    names.add(carl.account);
    EXPECT_FALSE(names.can_contain(*present, 0));

    names.add(ben.account);

    EXPECT_TRUE(names.can_contain(*present, 1));
    EXPECT_FALSE(names.can_contain(*present, 2));
}

TEST_F(DeletedNamesTest, MayBeInAMatchThatWasNotAskedForWhileThousandsWereDeleted) {
    add(others(deleted_names_max));
    EXPECT_FALSE(names.can_contain(*present, 0));

    names.add(carl.account);

    EXPECT_TRUE(names.can_contain(*present, deleted_names_max - 1));
    EXPECT_FALSE(names.can_contain(*present, deleted_names_max));
    EXPECT_EQ(names.count(), deleted_names_max + 1);
}

TEST_F(DeletedNamesTest, MayBeInEveryMatchIfNobodyKnowsThem) {
    names.add(carl.account);
    DeletedNames longer;
    for (std::size_t i = 0; i <= deleted_names_max; ++i) longer.add(carl.account);

    names.add_behind(longer, 1);

    EXPECT_TRUE(names.can_contain(*present, 1));
    EXPECT_FALSE(names.can_contain(*present, names.count()));
    names.add(anna.account);
    EXPECT_TRUE(names.can_contain(*present, names.count() - 1));
}

TEST_F(DeletedNamesTest, AreToldToALaneOnceEach) {
    DeletedAccounts deleted;
    deleted.add(others(2));
    EXPECT_EQ(deleted.tell(names, 0), 2U);
    EXPECT_FALSE(names.can_contain(*present, 0));

    deleted.add(std::vector{anna.account});

    EXPECT_EQ(deleted.count(), 3U);
    EXPECT_EQ(deleted.tell(names, 2), 3U);
    EXPECT_TRUE(names.can_contain(*present, 2));
    EXPECT_EQ(deleted.tell(names, 3), 3U);
    EXPECT_EQ(names.count(), 3U);
}

TEST_F(DeletedNamesTest, AreToldToALaneThatHasMissedThousandsAsUnknown) {
    DeletedAccounts deleted;
    deleted.add(others(deleted_names_max));
    EXPECT_EQ(deleted.tell(names, 0), deleted_names_max);

    deleted.add(others(1));

    EXPECT_EQ(deleted.tell(names, deleted_names_max), deleted_names_max + 1);
    EXPECT_FALSE(names.can_contain(*present, deleted_names_max));
    DeletedNames late;
    EXPECT_EQ(deleted.tell(late, 0), deleted_names_max + 1);
    EXPECT_TRUE(late.can_contain(*present, 0));
    EXPECT_FALSE(late.can_contain(*present, late.count()));
}

}  // namespace
}  // namespace tanbo::game
