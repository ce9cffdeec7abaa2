#include "server/mail/mime/message.hpp"

#include <algorithm>
#include <sstream>

#include <gtest/gtest.h>

namespace tanbo::mail::mime {
namespace {

Message turn_mail() {
    Message message;
    message.from = {"Tanbo", "games@tanbo.example"};
    message.to = {"", "anna@example.org"};
    message.reply_to = Mailbox{"Tanbo", "r+token@tanbo.example"};
    message.subject = "Tanbo game 17: anna - ben";
    message.message_id = "n.1.12@tanbo.example";
    message.in_reply_to = "game.17@tanbo.example";
    message.references = {"game.17@tanbo.example"};
    message.date = base::Instant{std::chrono::milliseconds{1'772'366'400'000}};
    message.list =
        MailingList{"game-17.tanbo.example", "Tanbo game 17",
                    "https://tanbo.example/mail/unsubscribe?token=t", "r+t@tanbo.example"};
    message.text = "Your move.\n";
    message.html = "<p>Your move.</p>\n";
    message.pictures = {{"board", "board.png", std::string("\x89PNG\0\r\n", 7)}};
    return message;
}

std::string header_of(const std::string& bytes) {
    return bytes.substr(0, bytes.find("\r\n\r\n") + 2);
}

// The value of the one header of this name, unfolded; "none" or "several" if it is not one.
std::string value_of(const std::string& bytes, const std::string& name) {
    std::istringstream lines(header_of(bytes));
    std::string value = "none";
    bool is_it = false;
    for (std::string line; std::getline(lines, line);) {
        line.pop_back();
        if (line.starts_with(' ') || line.starts_with('\t')) {
            if (is_it) value += line;
            continue;
        }
        is_it = line.starts_with(name + ": ");
        if (is_it) value = value == "none" ? line.substr(name.size() + 2) : "several";
    }
    return value;
}

// The form of every mail, whatever is in it.
void expect_sound(const std::string& bytes) {
    std::size_t line_bytes = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const auto byte = static_cast<unsigned char>(bytes[i]);
        ASSERT_TRUE(byte == '\r' || byte == '\n' || byte == '\t' || (byte >= ' ' && byte < 0x7f))
            << "byte " << int{byte} << " at " << i;
        if (byte == '\n') {
            ASSERT_TRUE(i > 0 && bytes[i - 1] == '\r') << "bare LF at " << i;
            line_bytes = 0;
        } else if (byte == '\r') {
            ASSERT_TRUE(i + 1 < bytes.size() && bytes[i + 1] == '\n') << "bare CR at " << i;
        } else {
            ASSERT_LE(++line_bytes, 998U) << "at " << i;
        }
    }
    for (const char* once : {"From", "To", "Subject", "Date", "Message-Id", "MIME-Version",
                             "Auto-Submitted", "X-Auto-Response-Suppress", "Content-Type"}) {
        EXPECT_NE(value_of(bytes, once), "none") << once;
        EXPECT_NE(value_of(bytes, once), "several") << once;
    }
}

TEST(Message, SaysInItsHeaderAllThatAMailProgramAsksFor) {
    const std::string bytes = message_bytes(turn_mail());

    expect_sound(bytes);
    EXPECT_EQ(value_of(bytes, "From"), "Tanbo <games@tanbo.example>");
    EXPECT_EQ(value_of(bytes, "To"), "anna@example.org");
    EXPECT_EQ(value_of(bytes, "Reply-To"), "Tanbo <r+token@tanbo.example>");
    EXPECT_EQ(value_of(bytes, "Subject"), "Tanbo game 17: anna - ben");
    EXPECT_EQ(value_of(bytes, "Message-Id"), "<n.1.12@tanbo.example>");
    EXPECT_EQ(value_of(bytes, "In-Reply-To"), "<game.17@tanbo.example>");
    EXPECT_EQ(value_of(bytes, "References"), "<game.17@tanbo.example>");
    EXPECT_EQ(value_of(bytes, "Date"), "Sun, 01 Mar 2026 12:00:00 +0000");
    EXPECT_EQ(value_of(bytes, "Auto-Submitted"), "auto-generated");
    EXPECT_EQ(value_of(bytes, "X-Auto-Response-Suppress"), "All");
    EXPECT_EQ(value_of(bytes, "List-Id"), "Tanbo game 17 <game-17.tanbo.example>");
    EXPECT_EQ(value_of(bytes, "List-Unsubscribe"),
              "<https://tanbo.example/mail/unsubscribe?token=t>, <mailto:r+t@tanbo.example>");
    EXPECT_EQ(value_of(bytes, "List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
    EXPECT_EQ(value_of(bytes, "MIME-Version"), "1.0");
    EXPECT_TRUE(value_of(bytes, "Content-Type").starts_with("multipart/alternative;"));
}

TEST(Message, OfTextAloneIsNotAMultipart) {
    Message message = turn_mail();
    message.html.clear();
    message.pictures.clear();
    message.list.reset();
    message.reply_to.reset();

    const std::string bytes = message_bytes(message);

    expect_sound(bytes);
    EXPECT_EQ(value_of(bytes, "Content-Type"), "text/plain; charset=us-ascii");
    EXPECT_EQ(value_of(bytes, "Content-Transfer-Encoding"), "7bit");
    EXPECT_TRUE(bytes.ends_with("\r\n\r\nYour move.\r\n"));
    for (const char* none : {"Reply-To", "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post"}) {
        EXPECT_EQ(value_of(bytes, none), "none") << none;
    }
}

TEST(Message, IsTheSameEveryTime) {
    EXPECT_EQ(message_bytes(turn_mail()), message_bytes(turn_mail()));
}

TEST(Message, ComesBackAsItWasWritten) {
    Message message = turn_mail();
    message.subject = "J\xc3\xbcrgen, \"bob\" <x@y> & co";
    message.to.name = "J\xc3\xbcrgen \"the fox\", <b@c>";
    message.text = "From here on:\n\n  .starts with a point\nends with a blank \nJ\xc3\xbcrgen\n";

    const std::string bytes = message_bytes(message);
    const auto mail = read_mail(bytes);

    expect_sound(bytes);
    ASSERT_TRUE(mail);
    EXPECT_EQ(mail->subject, message.subject);
    EXPECT_EQ(mail->text, message.text);
    EXPECT_EQ(mail->message_id, message.message_id);
    EXPECT_EQ(mail->references, message.references);
    EXPECT_EQ(mail->from, message.from);
    EXPECT_EQ(mail->signs.auto_submitted, "auto-generated");
    EXPECT_EQ(bytes.find("\nFrom here"), std::string::npos);
}

TEST(Message, NoTextOfStrangersMakesAHeader) {
    for (const char* const end : {"\r\n", "\n", "\r", "\x0b", "\x0c", "\xe2\x80\xa8", "\xc2\x85"}) {
        Message message = turn_mail();
        const std::string attack =
            std::string("a") + end + "Bcc: all@example.org" + end + end + "b";
        message.subject = attack;
        message.to.name = attack;
        message.from.name = attack;
        message.in_reply_to = attack + "@example.org";
        message.references = {"x@example.org>" + attack, "fine@example.org", attack};

        const std::string bytes = message_bytes(message);

        expect_sound(bytes);
        EXPECT_EQ(value_of(bytes, "Bcc"), "none");
        EXPECT_EQ(value_of(bytes, "In-Reply-To"), "none");
        EXPECT_EQ(value_of(bytes, "References"), "<fine@example.org>");
        const auto mail = read_mail(bytes);
        ASSERT_TRUE(mail);
        EXPECT_EQ(mail->text, message.text);
    }
}

TEST(Message, AnyBytesMakeASoundMail) {
    Message message = turn_mail();
    std::string dirt;
    for (int i = 0; i < 256; ++i) dirt += static_cast<char>(i);
    message.subject = message.from.name = message.to.name = dirt + dirt + dirt + dirt;
    message.text = dirt + std::string(5'000, 'x') + dirt;
    message.html = message.text;

    expect_sound(message_bytes(message));
}

TEST(Message, NoTextEndsAPart) {
    Message message = turn_mail();
    const std::string before = message_bytes(message);
    const std::size_t at = before.find("\r\n--=-") + 2;
    const std::string boundary = before.substr(at, before.find("\r\n", at) - at);

    message.text += "\n" + boundary + "\nContent-Type: text/html\n\n<b>forged</b>\n";
    const std::string bytes = message_bytes(message);

    ASSERT_GT(boundary.size(), 34U);
    const auto mail = read_mail(bytes);
    ASSERT_TRUE(mail);
    EXPECT_EQ(mail->text, message.text);
}

TEST(Message, CutsWhatIsTooLongForAHeader) {
    Message message = turn_mail();
    message.subject = std::string(499, 'x') + "\xc3\xbc and more";
    message.references.assign(50, "");
    for (std::size_t i = 0; i < 50; ++i) {
        message.references[i] = "m" + std::to_string(i) + "@example.org";
    }

    const auto mail = read_mail(message_bytes(message));

    ASSERT_TRUE(mail);
    EXPECT_EQ(mail->subject, std::string(499, 'x'));
    ASSERT_EQ(mail->references.size(), 20U);
    EXPECT_EQ(mail->references.front(), "m0@example.org");
    EXPECT_EQ(mail->references[1], "m31@example.org");
    EXPECT_EQ(mail->references.back(), "m49@example.org");
}

TEST(Message, AttachmentsAreBesideWhatIsRead) {
    Message message = turn_mail();
    message.attachments = {{"game-17.json", "application/json", "{\"a\":\"\xc3\xbc\"}\n"}};

    const std::string bytes = message_bytes(message);

    expect_sound(bytes);
    EXPECT_TRUE(value_of(bytes, "Content-Type").starts_with("multipart/mixed;"));
    EXPECT_NE(bytes.find("Content-Type: application/json; name=game-17.json"), std::string::npos);
    EXPECT_NE(bytes.find("Content-Disposition: attachment; filename=game-17.json"),
              std::string::npos);
    EXPECT_EQ(read_mail(bytes)->text, message.text);
}

TEST(Message, IsSentToPlainAddressesOnly) {
    for (const char* const good : {"a@b", "anna+tanbo@mail.example.org", "o'neil@example.org"}) {
        EXPECT_TRUE(is_plain_address(good)) << good;
    }
    EXPECT_TRUE(is_plain_address(std::string(64, 'a') + "@example.org"));
    EXPECT_FALSE(is_plain_address(std::string(65, 'a') + "@example.org"));
    EXPECT_TRUE(is_plain_address("a@" + std::string(252, 'b')));
    EXPECT_FALSE(is_plain_address("a@" + std::string(253, 'b')));
    for (const char* const bad :
         {"", "a", "@b", "a@", "a@b@c", "a b@c", "a@b\r\nBcc: c@d", "<a@b>", "a@b,c@d", "\"a\"@b",
          "a(c)@b", "j\xc3\xbcrgen@example.org", "a@b\x7f"}) {
        EXPECT_FALSE(is_plain_address(bad)) << bad;
    }
}

}  // namespace
}  // namespace tanbo::mail::mime
