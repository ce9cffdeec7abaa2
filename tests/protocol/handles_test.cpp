#include "protocol/json/handles.hpp"

#include <gtest/gtest.h>

namespace tanbo::protocol {
namespace {

TEST(Handles, LookAlikeWhateverTheCaseAndTheLettersThatAreTakenForOthers) {
    for (const char* const other : {"ianlo", "IANLO", "lanlO", "1an10", "Ian1o"}) {
        EXPECT_EQ(handle_likeness(other), handle_likeness("ianlo")) << other;
    }
    for (const char* const other : {"ianl", "ianlob", "ian-lo", "janlo", "ianl8", "iamlo"}) {
        EXPECT_NE(handle_likeness(other), handle_likeness("ianlo")) << other;
    }
}

TEST(Handles, AreNoneOfTheWordsThatTheServerGoesBy) {
    for (const char* const handle :
         {"me", "open", "admin", "administrator", "moderator", "root", "system", "support",
          "postmaster", "abuse", "tanbo", "guest-otter", "deleted-7"}) {
        EXPECT_TRUE(is_handle(handle)) << handle;
        EXPECT_FALSE(is_valid_handle(handle)) << handle;
    }
}

TEST(Handles, DoNotLookLikeTheWordsThatTheServerGoesBy) {
    for (const char* const handle :
         {"Admin", "adm1n", "admln", "admInIstrat0r", "R00t", "r0ot", "m0derator", "abUse", "Tanb0",
          "p0stmaster", "Guest-otter", "de1eted-7", "DeIeted-x"}) {
        EXPECT_FALSE(is_valid_handle(handle)) << handle;
    }
    for (const char* const handle :
         {"admins", "rooty", "systems", "tanbo2", "deleted", "guest", "my-admin", "openly"}) {
        EXPECT_TRUE(is_valid_handle(handle)) << handle;
    }
}

// The fault: anybody could be "staff", "tanbo-admin" or "rnoderator".
TEST(Handles, DoNotLookOfficial) {
    for (const char* const name :
         {"staff", "Security", "noreply", "no-reply", "webmaster", "vvebmaster", "rnoderator",
          "tanbo-admin", "tanbo_team", "TheTanbo-Support", "admin2", "adm1n", "4dmin", "a-d-m-i-n",
          "the-admin", "st4ff", "tanb0-help", "real_staff", "sysadmin"}) {
        EXPECT_FALSE(is_valid_handle(name)) << name;
    }
    for (const char* const name : {"anna", "tanbofan", "roots", "steam", "modest", "staffan",
                                   "helpful", "teamplayer", "systematic", "bernard", "arne5"}) {
        EXPECT_TRUE(is_valid_handle(name)) << name;
    }
}

// The fault: a name of one letter was told which letters a name may have.
TEST(Handles, AreRefusedByTheRuleThatTheyBreak) {
    struct Case {
        const char* handle;
        const char* fault;
    };
    const std::string longest(handle_chars_max, 'a');
    for (const auto& [handle, fault] :
         {Case{"", "must have 2 to 24 characters"}, Case{"x", "must have 2 to 24 characters"},
          Case{"aaaaaaaaaaaaaaaaaaaaaaaaa", "must have 2 to 24 characters"},
          Case{"4x", "must be a letter followed by letters, digits, \"-\" or \"_\""},
          Case{"\xc3\xbc", "must be a letter followed by letters, digits, \"-\" or \"_\""},
          Case{"admin",
               "must not be a reserved word such as \"me\" or \"admin\", begin with \"guest-\" or "
               "\"deleted-\", or look like \"bot-5\""},
          Case{"xy", ""}, Case{longest.c_str(), ""}}) {
        EXPECT_EQ(handle_fault(handle), fault) << handle;
    }
}

TEST(Handles, DoNotLookLikeTheHouseBots) {
    for (const char* const handle :
         {"bot-5", "bot_5", "bot5", "Bot-5", "B0T_5", "bot-1", "botI", "bot-l", "bot10", "bot-lO",
          "bot--5", "bot-5-", "b-o-t5", "bot-05"}) {
        EXPECT_TRUE(is_handle(handle)) << handle;
        EXPECT_FALSE(is_valid_handle(handle)) << handle;
    }
    for (const char* const handle :
         {"bot", "botanist", "bot-", "bot-0", "bot-11", "bot-99999999999999999", "bottle", "boto",
          "botilo", "robot5", "annas-bot-5", "bot5x", "bots-5", "bot-five"}) {
        EXPECT_TRUE(is_valid_handle(handle)) << handle;
    }
}

TEST(Handles, WithAColonAreTheHouseBotsAlone) {
    for (int level = 1; level <= bot_levels; ++level) {
        EXPECT_EQ(bot_level(bot_handle(level)), level);
        EXPECT_TRUE(is_house_bot(bot_handle(level)));
        EXPECT_TRUE(is_handle(bot_handle(level)));
        EXPECT_FALSE(is_valid_handle(bot_handle(level)));
    }
    EXPECT_EQ(bot_level("BOT:10"), 10);
    for (const char* const other : {"bot:0", "bot:11", "bot:05", "bot:5x", "bot:-1", "bot:", "bot5",
                                    "bot-5", "bots:5", "bot:99999999999999", "robot:5", ":5", ""}) {
        EXPECT_FALSE(bot_level(other)) << other;
        EXPECT_FALSE(is_house_bot(other)) << other;
    }
    for (const char* const other : {"bot:0", "bot:11", "bot:", "x:y", "bot:5 "}) {
        EXPECT_FALSE(is_handle(other)) << other;
    }
}

TEST(Handles, AskForABotWhetherThereIsSuchALevelOrNot) {
    for (const char* const name : {"bot:5", "bot:11", "Bot:strong"}) {
        EXPECT_TRUE(is_bot_name(name)) << name;
    }
    for (const char* const name :
         {"bot:", "bot", "bot-5", "bot:5 ", "bot:aaaaaaaaaaaaaaaaaaaaaaaaaa", "open"}) {
        EXPECT_FALSE(is_bot_name(name)) << name;
    }
}

}  // namespace
}  // namespace tanbo::protocol
