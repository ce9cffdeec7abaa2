#include "server/notify/keys.hpp"

#include <gtest/gtest.h>

namespace tanbo::notify {
namespace {

constexpr base::Instant key_made_at{std::chrono::hours(24 * 20'000)};

using protocol::AccountId;
using protocol::GameId;

TEST(Keys, AreTheSameAgainAndOnesOwn) {
    const Keys keys{base::Digest{1}};
    const Keys others{base::Digest{2}};

    EXPECT_EQ(keys.calendar_key(AccountId{7}, key_made_at, 0),
              Keys(base::Digest{1}).calendar_key(AccountId{7}, key_made_at, 0));
    EXPECT_NE(keys.calendar_key(AccountId{7}, key_made_at, 0),
              keys.calendar_key(AccountId{7}, key_made_at, 1));
    EXPECT_NE(keys.calendar_key(AccountId{7}, key_made_at, 0),
              others.calendar_key(AccountId{7}, key_made_at, 0));
    EXPECT_EQ(account_of_key(keys.calendar_key(AccountId{7}, key_made_at, 1)), AccountId{7});
    EXPECT_NE(keys.feed_key(GameId{1}, AccountId{7}, key_made_at, 0),
              keys.feed_key(GameId{2}, AccountId{7}, key_made_at, 0));
    EXPECT_NE(keys.feed_key(GameId{1}, AccountId{7}, key_made_at, 0),
              keys.feed_key(GameId{1}, AccountId{7}, key_made_at, 1));
    EXPECT_EQ(keys.stable_id("game:1", key_made_at).size(), 45U);
    EXPECT_NE(keys.stable_id("game:1", key_made_at), others.stable_id("game:1", key_made_at));
}

// The account with that number was lost with what came after a backup, and is another's now.
TEST(Keys, AreNotThoseOfWhatHadTheNumberInAnotherEpoch) {
    const base::Instant restored_at = key_made_at + std::chrono::hours(1);
    const base::Instant made_since = restored_at + std::chrono::hours(1);
    const Keys before{base::Digest{1}};
    const Keys since{base::Digest{1}, store::Epochs({{protocol::Epoch{77}, restored_at}})};

    EXPECT_NE(since.calendar_key(AccountId{7}, made_since, 0),
              before.calendar_key(AccountId{7}, key_made_at, 0));
    EXPECT_NE(since.feed_key(GameId{1}, AccountId{7}, made_since, 0),
              before.feed_key(GameId{1}, AccountId{7}, key_made_at, 0));
    EXPECT_NE(since.stable_id("game:1", made_since), before.stable_id("game:1", key_made_at));
    EXPECT_NE(since.derive("webhook:3", made_since), before.derive("webhook:3", key_made_at));
}

TEST(Keys, StayTheSameOfWhatIsThereStill) {
    const Keys before{base::Digest{1}};
    const Keys since{base::Digest{1},
                     store::Epochs({{protocol::Epoch{77}, key_made_at + std::chrono::hours(1)}})};

    EXPECT_EQ(since.calendar_key(AccountId{7}, key_made_at, 0),
              before.calendar_key(AccountId{7}, key_made_at, 0));
    EXPECT_EQ(since.derive("webhook:3", key_made_at), before.derive("webhook:3", key_made_at));
}

TEST(Keys, NameAnAccountOrNone) {
    EXPECT_EQ(account_of_key("12-abc"), AccountId{12});
    for (const char* text :
         {"", "12", "-abc", "0-abc", "x-abc", "12abc", "99999999999999999999-a"}) {
        EXPECT_FALSE(account_of_key(text)) << text;
    }
}

}  // namespace
}  // namespace tanbo::notify
