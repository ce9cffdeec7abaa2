#include "server/base/password_text.hpp"

#include <gtest/gtest.h>

namespace tanbo::base {
namespace {

TEST(PasswordText, IsOneForAllWaysToSendIt) {
    EXPECT_EQ(password_text("Zu\u0308rich am See"), password_text("Z\u00fcrich am See"));
    EXPECT_EQ(password_text("\uff4e\uff49\uff4e\uff45 stones"), "nine stones");
    EXPECT_EQ(password_text("nine\u3000stones"), "nine stones");
    EXPECT_EQ(password_text("nine\u00a0stones"), "nine stones");
    EXPECT_EQ(password_text("nine\u1680stones"), "nine stones");
    EXPECT_EQ(password_text("\ufb01ne stones"), "fine stones");
}

TEST(PasswordText, KeepsCaseBlanksAndEverythingElse) {
    for (const std::string text :
         {"", " Nine  Stones ", "na\u00efve \u00df", "\U0001f332\U0001f333", "\t\x01"}) {
        EXPECT_EQ(password_text(text), text);
    }
}

TEST(PasswordText, LeavesBytesThatAreNotUtf8) {
    for (const std::string text : {"\xff nine", "\xc3(", "\xed\xa0\x80", "nine \xc3"}) {
        EXPECT_EQ(password_text(text), text);
    }
}

}  // namespace
}  // namespace tanbo::base
