#include "server/notify/keys.hpp"

#include <gtest/gtest.h>

namespace tanbo::notify {
namespace {

using protocol::AccountId;
using protocol::GameId;

TEST(Keys, AreTheSameAgainAndOnesOwn) {
    const Keys keys{base::Digest{1}};
    const Keys others{base::Digest{2}};

    EXPECT_EQ(keys.calendar_key(AccountId{7}, 0),
              Keys(base::Digest{1}).calendar_key(AccountId{7}, 0));
    EXPECT_NE(keys.calendar_key(AccountId{7}, 0), keys.calendar_key(AccountId{7}, 1));
    EXPECT_NE(keys.calendar_key(AccountId{7}, 0), others.calendar_key(AccountId{7}, 0));
    EXPECT_EQ(account_of_key(keys.calendar_key(AccountId{7}, 1)), AccountId{7});
    EXPECT_NE(keys.feed_key(GameId{1}, AccountId{7}, 0), keys.feed_key(GameId{2}, AccountId{7}, 0));
    EXPECT_NE(keys.feed_key(GameId{1}, AccountId{7}, 0), keys.feed_key(GameId{1}, AccountId{7}, 1));
    EXPECT_EQ(keys.stable_id("game:1").size(), 45U);
    EXPECT_NE(keys.stable_id("game:1"), others.stable_id("game:1"));
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
