#include "server/mail/inbound/lmtp/lmtp.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/server/mail/inbound/talk.hpp"

namespace tanbo::mail::inbound {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Lmtp, GreetsWithItsDomain) {
    const Talk talk;

    EXPECT_EQ(talk.all, "220 t.example LMTP Tanbo\r\n");
}

TEST(Lmtp, NamesItsExtensions) {
    Talk talk;

    const std::string answer = talk.say(hello);

    EXPECT_EQ(answer,
              "250-t.example\r\n250-PIPELINING\r\n250-ENHANCEDSTATUSCODES\r\n250-8BITMIME\r\n"
              "250-SMTPUTF8\r\n250 SIZE 1048576\r\n");
}

TEST(Lmtp, TakesAMail) {
    Talk talk;
    begin_mail(talk);

    const std::string answer = talk.say("Subject: 17\r\n\r\nK10\r\n.\r\n");

    EXPECT_EQ(answer, "250 2.6.0 Mail stored.\r\n");
    ASSERT_THAT(talk.mails, SizeIs(1));
    EXPECT_EQ(talk.mails[0].sender, "ann@example.org");
    EXPECT_THAT(talk.mails[0].recipients, ElementsAre("games@t.example"));
    EXPECT_EQ(talk.mails[0].raw, "Subject: 17\r\n\r\nK10\r\n");
}

TEST(Lmtp, AnswersCommandsThatCameTogetherInTheirOrder) {
    Talk talk;

    const std::string answer =
        talk.say(std::string(hello) + "MAIL FROM:<>\r\nRCPT TO:<nobody@t.example>\r\n" +
                 std::string(to_games) + "RCPT TO:<r+abc@t.example>\r\n" + std::string(data));

    EXPECT_EQ(codes(answer), "250 250 550 250 250 354");
}

TEST(Lmtp, TakesWhatFollowsAMailTogetherWithIt) {
    Talk talk;
    begin_mail(talk);

    const std::string answer = talk.say("K10\r\n.\r\nMAIL FROM:<bob@example.org>\r\n" +
                                        std::string(to_games) + "DATA\r\n");

    EXPECT_EQ(codes(answer), "250 250 250 354");
    EXPECT_EQ(codes(talk.say(".\r\nQUIT\r\n")), "250 221");
    ASSERT_THAT(talk.mails, SizeIs(2));
    EXPECT_EQ(talk.mails[1].sender, "bob@example.org");
    EXPECT_EQ(talk.mails[1].raw, "");
}

TEST(Lmtp, AnswersOnceForEachRecipientThatWasAccepted) {
    Talk talk;
    talk.say(std::string(hello) + std::string(from_ann) + std::string(to_games) +
             "RCPT TO:<nobody@t.example>\r\nRCPT TO:<b+x@t.example>\r\n"
             "RCPT TO:<postmaster@t.example>\r\nRCPT TO:<r+x@t.example>\r\n"
             "RCPT TO:<r+y@t.example>\r\nDATA\r\n");
    talk.verdicts = {LmtpVerdict::stored, LmtpVerdict::unavailable, LmtpVerdict::full,
                     LmtpVerdict::too_many, LmtpVerdict::sender_waits};

    const std::string answer = talk.say("K10\r\n.\r\n");

    EXPECT_EQ(answer,
              "250 2.6.0 Mail stored.\r\n"
              "451 4.3.0 The mail could not be stored. Try again later.\r\n"
              "452 4.3.1 The storage is full. Try again later.\r\n"
              "452 4.5.3 Too much at once. Try again with fewer recipients.\r\n"
              "452 4.7.0 Too many mails of this sender are waiting. Try again later.\r\n");
    EXPECT_EQ(talk.session.take_refusals().recipients, 1U);
}

TEST(Lmtp, RemovesOneDotFromLinesThatBeginWithOne) {
    Talk talk;
    begin_mail(talk);

    talk.say("..\r\n...a\r\n.b\r\na.\r\n. \r\n.\r\n");

    ASSERT_THAT(talk.mails, SizeIs(1));
    EXPECT_EQ(talk.mails[0].raw, ".\r\n..a\r\nb\r\na.\r\n \r\n");
}

TEST(Lmtp, KeepsEightBitBytesAndNuls) {
    Talk talk;
    begin_mail(talk);
    const std::string line("\xff\0\x80 \xc3\xa4", 6);

    talk.say(line + "\r\n.\r\n");

    ASSERT_THAT(talk.mails, SizeIs(1));
    EXPECT_EQ(talk.mails[0].raw, line + "\r\n");
}

// --- every command at every point ---

struct Point {
    const char* name;
    std::string said;
};

struct Expected {
    const char* command;
    // before LHLO, after it, after MAIL, after RCPT
    std::vector<const char*> codes;
};

const std::vector<Point> points = {
    {"greeted", ""},
    {"ready", std::string(hello)},
    {"envelope", std::string(hello) + std::string(from_ann)},
    {"recipient", std::string(hello) + std::string(from_ann) + std::string(to_games)},
};

const std::vector<Expected> matrix = {
    {"LHLO mx.example", {"250", "250", "250", "250"}},
    {"LHLO", {"501", "501", "501", "501"}},
    {"EHLO mx.example", {"500", "500", "500", "500"}},
    {"HELO mx.example", {"500", "500", "500", "500"}},
    {"MAIL FROM:<a@b.example>", {"503", "250", "503", "503"}},
    {"mail from:<a@b.example>", {"503", "250", "503", "503"}},
    {"MAIL", {"503", "501", "503", "503"}},
    {"MAIL TO:<a@b.example>", {"503", "501", "503", "503"}},
    {"RCPT TO:<games@t.example>", {"503", "503", "250", "250"}},
    {"rcpt to:<Games@T.Example>", {"503", "503", "250", "250"}},
    {"RCPT TO:<nobody@t.example>", {"503", "503", "550", "550"}},
    {"RCPT FROM:<games@t.example>", {"503", "503", "501", "501"}},
    {"DATA", {"503", "503", "503", "354"}},
    {"DATA now", {"501", "501", "501", "501"}},
    {"RSET", {"250", "250", "250", "250"}},
    {"RSET all", {"501", "501", "501", "501"}},
    {"NOOP", {"250", "250", "250", "250"}},
    {"noop whatever", {"250", "250", "250", "250"}},
    {"VRFY games", {"252", "252", "252", "252"}},
    {"VRFY", {"501", "501", "501", "501"}},
    {"EXPN games", {"502", "502", "502", "502"}},
    {"HELP", {"502", "502", "502", "502"}},
    {"STARTTLS", {"502", "502", "502", "502"}},
    {"AUTH PLAIN x", {"502", "502", "502", "502"}},
    {"BDAT 1 LAST", {"502", "502", "502", "502"}},
    {"", {"500", "500", "500", "500"}},
    {" NOOP", {"500", "500", "500", "500"}},
    {"NOOPS", {"500", "500", "500", "500"}},
    {"NOOP\t", {"500", "500", "500", "500"}},
    {"GET / HTTP/1.1", {"500", "500", "500", "500"}},
    {"QUIT", {"221", "221", "221", "221"}},
    {"QUIT now", {"501", "501", "501", "501"}},
};

TEST(Lmtp, AnswersEveryCommandAtEveryPoint) {
    for (const Expected& expected : matrix) {
        for (std::size_t i = 0; i < points.size(); ++i) {
            Talk talk;
            talk.say(points[i].said);

            const std::string answer = talk.say(std::string(expected.command) + "\r\n");

            EXPECT_EQ(codes(answer), expected.codes[i])
                << expected.command << " when " << points[i].name;
            EXPECT_EQ(talk.is_closed, codes(answer) == "221") << expected.command;
        }
    }
}

// RFC 2034: every answer but those to LHLO, the greeting and 354 has an enhanced code of its class.
TEST(Lmtp, GivesEveryAnswerAnEnhancedCodeOfItsClass) {
    for (const Expected& expected : matrix) {
        for (const Point& point : points) {
            Talk talk;
            talk.say(point.said);

            const std::string answer = talk.say(std::string(expected.command) + "\r\n");

            if (answer.starts_with("250-") || answer.starts_with("354")) continue;
            EXPECT_THAT(answer,
                        testing::MatchesRegex("[245][0-9]+ [245]\\.[0-9]+\\.[0-9]+ .+\r\n"));
            EXPECT_EQ(answer[0], answer[4]) << answer;
        }
    }
}

TEST(Lmtp, ForgetsTheEnvelopeOnRsetAndOnLhlo) {
    for (const std::string_view command : {std::string_view("RSET\r\n"), hello}) {
        Talk talk;
        talk.say(points[3].said);

        talk.say(command);

        EXPECT_EQ(codes(talk.say(to_games)), "503");
        EXPECT_EQ(
            codes(talk.say("MAIL FROM:<bob@example.org>\r\n" + std::string(to_games) + "DATA\r\n")),
            "250 250 354");
        talk.say(".\r\n");
        ASSERT_THAT(talk.mails, SizeIs(1));
        EXPECT_EQ(talk.mails[0].sender, "bob@example.org");
        EXPECT_THAT(talk.mails[0].recipients, SizeIs(1));
    }
}

TEST(Lmtp, AsksForLhloAgainOnlyAtTheBeginning) {
    Talk talk;
    begin_mail(talk);
    talk.say(".\r\n");

    EXPECT_EQ(codes(talk.say(from_ann)), "250");
}

// --- parameters of MAIL ---

TEST(Lmtp, ReadsTheParametersOfMail) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"<a@b.example> SIZE=1000", "250"},
        {"<a@b.example> size=0", "250"},
        {"<a@b.example> SIZE=1048576", "250"},
        {"<a@b.example> SIZE=1048577", "552"},
        {"<a@b.example> SIZE=99999999999999999999", "552"},
        {"<a@b.example> SIZE=999999999999999999999", "501"},
        {"<a@b.example> SIZE=", "501"},
        {"<a@b.example> SIZE", "501"},
        {"<a@b.example> SIZE=-1", "501"},
        {"<a@b.example> SIZE=1k", "501"},
        {"<a@b.example> BODY=8BITMIME", "250"},
        {"<a@b.example> BODY=7bit", "250"},
        {"<a@b.example> BODY=BINARYMIME", "501"},
        {"<a@b.example> BODY", "501"},
        {"<a@b.example> SMTPUTF8", "250"},
        {"<a@b.example> SMTPUTF8=yes", "501"},
        {"<\xc3\xa4@b.example> SMTPUTF8", "250"},
        {"<\xc3\xa4@b.example>", "553"},
        {"<\xff@b.example> SMTPUTF8", "501"},
        {"<a@b.example> SIZE=1 SIZE=1", "501"},
        {"<a@b.example> SIZE=1 BODY=7BIT SMTPUTF8", "250"},
        {"<a@b.example> AUTH=<>", "555"},
        {"<a@b.example> RET=FULL", "555"},
        {"<a@b.example>SIZE=1", "501"},
        {"<a@b.example> =1", "501"},
        {"a@b.example", "501"},
        {"<a@b.example", "501"},
        {"<>", "250"},
        {"<> SIZE=5", "250"},
    };
    for (const auto& [argument, code] : cases) {
        Talk talk;
        talk.say(hello);

        EXPECT_EQ(codes(talk.say("MAIL FROM:" + argument + "\r\n")), code) << argument;
    }
}

TEST(Lmtp, TakesNoParametersOfRcpt) {
    Talk talk;
    talk.say(points[2].said);

    EXPECT_EQ(codes(talk.say("RCPT TO:<games@t.example> NOTIFY=NEVER\r\n")), "555");
    EXPECT_EQ(codes(talk.say("RCPT TO:<games@t.example> =\r\n")), "501");
    EXPECT_EQ(codes(talk.say("RCPT TO:<>\r\n")), "501");
    EXPECT_EQ(codes(talk.say("RCPT TO:<g\xc3\xa4mes@t.example>\r\n")), "553");
    EXPECT_EQ(codes(talk.say("RCPT TO:<games@elsewhere.example>\r\n")), "550");
    EXPECT_EQ(codes(talk.say("RCPT TO:<postmaster>\r\n")), "250");
}

TEST(Lmtp, KnowsNoAddressThatIsNotAscii) {
    Talk talk;
    talk.say(std::string(hello) + "MAIL FROM:<a@b.example> SMTPUTF8\r\n");

    EXPECT_EQ(codes(talk.say("RCPT TO:<g\xc3\xa4mes@t.example>\r\n")), "550");
}

// --- limits ---

TEST(Lmtp, TakesAMailOfTheLargestSizeAndNoneOfOneMore) {
    for (const bool is_past : {false, true}) {
        LmtpLimits limits;
        limits.bytes_max = 20;
        Talk talk(limits);
        begin_mail(talk);

        const std::string answer =
            talk.say(std::string(is_past ? 9 : 8, 'a') + "\r\n12345678\r\n.\r\n");

        EXPECT_EQ(answer,
                  is_past ? "552 5.3.4 The mail is too large.\r\n" : "250 2.6.0 Mail stored.\r\n");
        EXPECT_THAT(talk.mails, SizeIs(is_past ? 0 : 1));
        EXPECT_EQ(talk.session.take_refusals().mails, is_past ? 1U : 0U);
        EXPECT_EQ(codes(talk.say(from_ann)), "250") << "the conversation goes on";
    }
}

TEST(Lmtp, TakesSoManyRecipientsAndNoMore) {
    LmtpLimits limits;
    limits.recipients_max = 3;
    Talk talk(limits);
    talk.say(points[2].said);

    for (int i = 0; i < 3; ++i) EXPECT_EQ(codes(talk.say(to_games)), "250");
    EXPECT_EQ(talk.say(to_games), "452 4.5.3 Too many recipients.\r\n");
    EXPECT_EQ(codes(talk.say("RCPT TO:<nobody@t.example>\r\n")), "550") << "that stays so";
    talk.say(data);

    EXPECT_EQ(codes(talk.say(".\r\n")), "250 250 250");
}

TEST(Lmtp, EndsTheConversationAfterTooManyErrors) {
    LmtpLimits limits;
    limits.errors_max = 3;
    Talk talk(limits);
    talk.say(hello);

    for (int i = 0; i < 3; ++i) EXPECT_EQ(codes(talk.say("MOVE K10\r\n")), "500");
    EXPECT_FALSE(talk.is_closed);
    EXPECT_EQ(talk.say("MOVE K10\r\n"), "421 4.7.0 Too many errors.\r\n");

    EXPECT_TRUE(talk.is_closed);
}

// Unknown recipients are a matter of each mail, not of the mail server's manners.
TEST(Lmtp, DoesNotCountUnknownRecipientsAsErrors) {
    LmtpLimits limits;
    limits.errors_max = 3;
    Talk talk(limits);
    talk.say(points[2].said);

    for (int i = 0; i < 10; ++i) talk.say("RCPT TO:<nobody@t.example>\r\n");

    EXPECT_FALSE(talk.is_closed);
    EXPECT_EQ(talk.session.take_refusals().recipients, 10U);
}

TEST(Lmtp, TakesLinesOf998BytesAndNoneOfOneMore) {
    struct Case {
        std::string line;
        const char* code;
    };
    const std::string longest(998, 'a');
    for (const Case& c :
         {Case{longest, "250"}, Case{longest + "a", "554"}, Case{"." + longest, "250"},
          Case{"." + longest + "a", "554"}, Case{std::string(5'000, 'a'), "554"}}) {
        Talk talk;
        begin_mail(talk);

        EXPECT_EQ(codes(talk.say("first\r\n" + c.line + "\r\nlast\r\n.\r\n")), c.code)
            << c.line.size();
        EXPECT_EQ(codes(talk.say("NOOP\r\n")), "250") << "the conversation goes on";
    }
}

TEST(Lmtp, EndsAfterACommandThatIsTooLong) {
    Talk talk;

    EXPECT_EQ(codes(talk.say("NOOP " + std::string(994, 'a') + "\r\n")), "250");
    EXPECT_EQ(codes(talk.say("NOOP " + std::string(995, 'a') + "\r\n")), "500");

    EXPECT_TRUE(talk.is_closed);
}

// --- ends ---

TEST(Lmtp, SaysThatTheServerStops) {
    for (const Point& point : points) {
        Talk talk;
        talk.say(point.said);

        EXPECT_EQ(talk.drain(), "421 4.3.2 The server is stopping.\r\n") << point.name;
        EXPECT_TRUE(talk.is_closed);
    }
}

TEST(Lmtp, LetsAMailEndBeforeItStops) {
    Talk talk;
    begin_mail(talk);
    talk.say("K1");

    EXPECT_EQ(talk.drain(), "");
    EXPECT_FALSE(talk.is_closed);
    EXPECT_EQ(codes(talk.say("0\r\n.\r\nMAIL FROM:<>\r\n")), "250 421");

    EXPECT_TRUE(talk.is_closed);
    EXPECT_THAT(talk.mails, SizeIs(1));
}

TEST(Lmtp, EndsIfNothingComes) {
    Talk talk;
    begin_mail(talk);

    EXPECT_EQ(codes(talk.time_out()), "421");

    EXPECT_TRUE(talk.is_closed);
    EXPECT_THAT(talk.mails, IsEmpty());
}

// Whatever is cut off: a mail is kept if its last dot has come, and only then.
TEST(Lmtp, KeepsNoMailWhoseEndHasNotCome) {
    const std::string before = points[3].said + "DATA\r\n";
    const std::string mail = "Subject: 17\r\n\r\n..K10\r\n.\r\n";
    for (std::size_t size = 0; size < before.size() + mail.size(); ++size) {
        Talk talk;

        talk.say(before.substr(0, size));
        talk.say(mail.substr(0, size - std::min(size, before.size())));

        EXPECT_THAT(talk.mails, IsEmpty()) << size;
    }
    Talk talk;
    talk.say(before);
    talk.say(mail);
    EXPECT_THAT(talk.mails, SizeIs(1)) << "the control";
}

}  // namespace
}  // namespace tanbo::mail::inbound
