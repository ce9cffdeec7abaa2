#include <array>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/mail/inbound/talk.hpp"

// A second mail hidden in the first: what looks like its end to one server and not to another.
namespace tanbo::mail::inbound {
namespace {

using testing::IsEmpty;
using testing::SizeIs;

// Source: SEC Consult, "SMTP Smuggling", December 2023.
constexpr std::array<std::string_view, 5> false_endings = {
    "\n.\n", "\n.\r\n", "\r.\r\n", "\r\n.\n", "\r\n.\r",
};

constexpr std::string_view true_ending = "\r\n.\r\n";

std::string with_hidden_mail(std::string_view ending) {
    return "Subject: harmless\r\n\r\nHello" + std::string(ending) +
           "MAIL FROM:<admin@t.example>\r\nRCPT TO:<games@t.example>\r\nDATA\r\n"
           "resign 17\r\n.\r\n";
}

// When one mail ended before its second, the answers were three more.
TEST(Smuggling, RefusesTheWholeMailHoweverItsBytesArrive) {
    for (const std::string_view ending : false_endings) {
        const std::string mail = with_hidden_mail(ending);
        for (std::size_t first = 0; first <= mail.size(); ++first) {
            Talk talk;
            begin_mail(talk);

            std::string answer = talk.say(std::string_view(mail).substr(0, first));
            answer += talk.say(std::string_view(mail).substr(first));

            EXPECT_EQ(answer, "554 5.6.0 The mail contains a bare CR or LF.\r\n") << first;
            EXPECT_THAT(talk.mails, IsEmpty());
        }
    }
}

TEST(Smuggling, RefusesItByteByByte) {
    for (const std::string_view ending : false_endings) {
        Talk talk;
        begin_mail(talk);

        std::string answer;
        for (const char byte : with_hidden_mail(ending)) {
            answer += talk.say(std::string_view(&byte, 1));
        }

        EXPECT_EQ(codes(answer), "554");
        EXPECT_THAT(talk.mails, IsEmpty());
    }
}

// The control: behind a true ending the same bytes are a second conversation, so these tests would
// see one.
TEST(Smuggling, FindsASecondMailBehindATrueEnding) {
    Talk talk;
    begin_mail(talk);

    for (const char byte : with_hidden_mail(true_ending)) talk.say(std::string_view(&byte, 1));

    ASSERT_THAT(talk.mails, SizeIs(2));
    EXPECT_EQ(talk.mails[1].sender, "admin@t.example");
}

TEST(Smuggling, EndsAfterACommandWithABareCharacter) {
    for (const std::string_view command :
         {"NOOP\nQUIT\r\n", "NOOP\n", "NOOP\rQUIT\r\n", "\nNOOP\r\n", "NOOP\r\r\n"}) {
        Talk talk;

        const std::string answer = talk.say(command);

        EXPECT_EQ(codes(answer), "500") << testing::PrintToString(command);
        EXPECT_TRUE(talk.is_closed);
    }
}

// A sender that does not wait for 354 does not know whether its bytes are a mail or commands.
TEST(Smuggling, EndsIfTheMailDoesNotWaitForTheAnswerToData) {
    for (const std::string_view recipient : {to_games, std::string_view("")}) {
        Talk talk;

        const std::string answer = talk.say(std::string(hello) + std::string(from_ann) +
                                            std::string(recipient) + "DATA\r\nRSET\r\n.\r\n");

        EXPECT_THAT(answer, testing::EndsWith("554 5.5.0 Data sent before the reply to DATA.\r\n"));
        EXPECT_TRUE(talk.is_closed);
        EXPECT_THAT(talk.mails, IsEmpty());
    }
}

// The outcome of conversations with bytes that were changed at random, and cut anywhere.
class Mutated {
public:
    explicit Mutated(std::uint64_t seed) : random_(seed) {}

    std::string next() {
        static const std::string whole = std::string(from_ann) + std::string(to_games) +
                                         "DATA\r\nSubject: a\r\n\r\n..K10\r\n.\r\n";
        static constexpr std::array<std::string_view, 10> parts = {
            "\r", "\n", ".", "\r\n", "\r\n.\r\n", "DATA\r\n", "RSET\r\n", "<", ">", "LHLO a\r\n"};
        std::string text = whole + whole;
        for (int i = below(6); i >= 0; --i) {
            const std::size_t at = index(text.size());
            if (below(2) == 0) {
                text.insert(at, parts[index(parts.size())]);
            } else {
                text.erase(at, index(4));
            }
        }
        return text;
    }

    std::size_t index(std::size_t size) { return static_cast<std::size_t>(random_() % size); }
    int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }

private:
    std::mt19937_64 random_;
};

bool is_clean(std::string_view raw) {
    for (std::size_t i = 0; i < raw.size(); ++i) {
        const bool is_pair = raw[i] == '\r' && i + 1 < raw.size() && raw[i + 1] == '\n';
        if (is_pair) {
            ++i;
        } else if (raw[i] == '\r' || raw[i] == '\n') {
            return false;
        }
    }
    return raw.empty() || raw.ends_with("\r\n");
}

TEST(Smuggling, KeepsOnlyCleanMailsOfConversationsChangedAtRandom) {
    Mutated mutated(17);
    int kept = 0;
    for (int round = 0; round < 20'000; ++round) {
        Talk talk;
        talk.say(hello);
        std::string rest = mutated.next();
        while (!rest.empty() && !talk.is_closed) {
            // A mail server waits where it has said DATA.
            const std::size_t end = rest.find("DATA\r\n");
            const std::size_t wait = end == std::string::npos ? rest.size() : end + 6;
            const std::size_t size = std::min(wait, 1 + mutated.index(40));
            talk.say(std::string_view(rest).substr(0, size));
            rest.erase(0, size);
        }
        for (const LmtpMail& mail : talk.mails) {
            ++kept;
            ASSERT_TRUE(is_clean(mail.raw)) << testing::PrintToString(mail.raw);
            ASSERT_FALSE(mail.recipients.empty());
        }
    }
    EXPECT_GT(kept, 1'000) << "the control: many of them are sound";
}

}  // namespace
}  // namespace tanbo::mail::inbound
