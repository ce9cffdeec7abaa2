#include "server/game/deleted_names.hpp"

#include <vector>

#include "server/game/writer_state.hpp"
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
    EXPECT_FALSE(names.may_be_in(*present, 0));

    names.add(ben.account);

    EXPECT_TRUE(names.may_be_in(*present, 1));
    EXPECT_FALSE(names.may_be_in(*present, 2));
}

TEST_F(DeletedNamesTest, MayBeInAMatchThatWasNotAskedForWhileThousandsWereDeleted) {
    add(others(deleted_names_max));
    EXPECT_FALSE(names.may_be_in(*present, 0));

    names.add(carl.account);

    EXPECT_TRUE(names.may_be_in(*present, deleted_names_max - 1));
    EXPECT_FALSE(names.may_be_in(*present, deleted_names_max));
    EXPECT_EQ(names.count(), deleted_names_max + 1);
}

TEST_F(DeletedNamesTest, MayBeInEveryMatchIfNobodyKnowsThem) {
    names.add(carl.account);

    names.add_unknown();

    EXPECT_TRUE(names.may_be_in(*present, 1));
    EXPECT_FALSE(names.may_be_in(*present, names.count()));
    names.add(anna.account);
    EXPECT_TRUE(names.may_be_in(*present, names.count() - 1));
}

TEST_F(DeletedNamesTest, AreToldToALaneThatHasMissedThousandsAsUnknown) {
    DeletedAccounts deleted;
    deleted.add(others(deleted_names_max));
    EXPECT_EQ(deleted.tell(names, 0), deleted_names_max);
    EXPECT_FALSE(names.may_be_in(*present, 0));
    DeletedNames late;

    deleted.add(std::vector{anna.account});

    EXPECT_EQ(deleted.tell(names, deleted_names_max), deleted_names_max + 1);
    EXPECT_TRUE(names.may_be_in(*present, deleted_names_max));
    EXPECT_EQ(deleted.tell(late, 0), deleted_names_max + 1);
    EXPECT_TRUE(late.may_be_in(*present, 0));
    EXPECT_FALSE(late.may_be_in(*present, late.count()));
    EXPECT_EQ(deleted.tell(names, deleted_names_max + 1), deleted_names_max + 1);
}

}  // namespace
}  // namespace tanbo::game
