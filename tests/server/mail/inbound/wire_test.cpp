#include "server/mail/inbound/lmtp/wire.hpp"

#include <gtest/gtest.h>

namespace tanbo::mail::inbound {
namespace {

TEST(Wire, EndsEveryLineWithCrLf) {
    EXPECT_EQ(wire_message("a\nb\n\nc\n"), "a\r\nb\r\n\r\nc\r\n");
    EXPECT_EQ(wire_message("a\r\nb\nc"), "a\r\nb\r\nc\r\n");
    EXPECT_EQ(wire_message("\n"), "\r\n");
    EXPECT_EQ(wire_message(""), "");
}

// "Subject: a\rAuthentication-Results: ..." is one line to the mail server that strips forged
// headers; it must not become two.
TEST(Wire, MakesNoLineOfWhatFollowsABareCr) {
    EXPECT_EQ(wire_message("Subject: a\rX: b\n\nK10\n"), "Subject: a X: b\r\n\r\nK10\r\n");
    EXPECT_EQ(wire_message("a\r\r\nb\r"), "a \r\nb\r\n");
}

TEST(Wire, FoldsLinesOfMoreThan998Bytes) {
    const std::string longest(998, 'a');

    EXPECT_EQ(wire_message(longest + "\n"), longest + "\r\n");
    EXPECT_EQ(wire_message(longest + "b\n"), longest + "\r\n b\r\n");
    EXPECT_EQ(wire_message(longest + longest + "\n"),
              longest + "\r\n " + std::string(997, 'a') + "\r\n a\r\n");
}

TEST(Wire, FoldsBetweenCharacters) {
    const std::string line = std::string(997, 'a') + "\xc3\xa4 b";

    EXPECT_EQ(wire_message(line), std::string(997, 'a') + "\r\n \xc3\xa4 b\r\n");
}

TEST(Wire, FoldsWhatIsNoUtf8Anywhere) {
    const std::string dirt(999, '\x80');

    EXPECT_EQ(wire_message(dirt), std::string(998, '\x80') + "\r\n \x80\r\n");
}

TEST(Wire, LeavesOutTheLineThatMailboxesBeginWith) {
    EXPECT_EQ(wire_message("From ann@example.org Sat Nov 21\nSubject: a\n"), "Subject: a\r\n");
    EXPECT_EQ(wire_message("From "), "");
    EXPECT_EQ(wire_message("From: ann\nFrom b\n"), "From: ann\r\nFrom b\r\n");
}

TEST(Wire, DoublesDotsAndEndsWithOne) {
    EXPECT_EQ(stuffed("a\r\n.\r\n..b\r\nc.\r\n"), "a\r\n..\r\n...b\r\nc.\r\n.\r\n");
    EXPECT_EQ(stuffed(""), ".\r\n");
}

}  // namespace
}  // namespace tanbo::mail::inbound
