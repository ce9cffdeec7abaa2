#include "server/mail/mime/mail.hpp"

#include <gtest/gtest.h>

#include "server/mail/mime/reading_deadline.hpp"

namespace tanbo::mail::mime {
namespace {

using namespace std::chrono_literals;

Mail read(std::string_view raw) {
    const auto mail = read_mail(raw);
    EXPECT_TRUE(mail) << reading_fault_name(mail.error());
    return mail.value();
}

std::optional<Mailbox> from_of(std::string_view field) {
    return read("From: " + std::string(field) + "\r\n\r\nK10\r\n").from;
}

std::string text_of(std::string_view type, std::string_view encoding, std::string_view body) {
    return read("Content-Type: " + std::string(type) + "\r\nContent-Transfer-Encoding: " +
                std::string(encoding) + "\r\n\r\n" + std::string(body))
        .text;
}

TEST(Mail, HasWhatItsHeaderSays) {
    const Mail mail = read(
        "Message-ID: <a.1@example.org>\r\n"
        "References: <game.17@tanbo.example.net>\r\n <n.1.12@tanbo.example.net>\r\n"
        "From: =?utf-8?q?Ann_=E2=99=9E?= <Ann@Example.ORG>\r\n"
        "Subject: Re: =?iso-8859-1?q?Tanbo?=\r\n  game 17\r\n"
        "Date: Fri, 20 Nov 2026 10:12:00 +0000\r\n"
        "Authentication-Results: mx.example.net;\r\n\tdmarc=pass\r\n"
        "Authentication-Results: other.example.com; none\r\n"
        "\r\nK10\r\n");

    EXPECT_EQ(mail.message_id, "a.1@example.org");
    EXPECT_EQ(mail.references,
              (std::vector<std::string>{"game.17@tanbo.example.net", "n.1.12@tanbo.example.net"}));
    EXPECT_EQ(mail.from, (Mailbox{"Ann \u265E", "Ann@example.org"}));
    EXPECT_EQ(mail.subject, "Re: Tanbo  game 17");
    EXPECT_EQ(mail.date, "Fri, 20 Nov 2026 10:12:00 +0000");
    EXPECT_EQ(mail.authentication_results,
              (std::vector<std::string>{"mx.example.net;\tdmarc=pass", "other.example.com; none"}));
    EXPECT_EQ(mail.text, "K10\n");
    EXPECT_EQ(mail.written, "K10\n");
}

TEST(Mail, KnowsItsWriterIfAllProgramsWould) {
    EXPECT_EQ(from_of("ann@example.org"), (Mailbox{"", "ann@example.org"}));
    EXPECT_EQ(from_of("<ann@example.org>"), (Mailbox{"", "ann@example.org"}));
    EXPECT_EQ(from_of("ann@example.org (Ann)"), (Mailbox{"", "ann@example.org"}));
    EXPECT_EQ(from_of("\"ann, of (x) <y>\" <ann@example.org>"),
              (Mailbox{"ann, of (x) <y>", "ann@example.org"}));
    EXPECT_EQ(from_of("ann@example.org <ann@example.org>"), (Mailbox{"", "ann@example.org"}));
    EXPECT_EQ(from_of("Ann A. <ann.a+tanbo@mail.example.org>"),
              (Mailbox{"Ann A.", "ann.a+tanbo@mail.example.org"}));
}

class Deceiving : public testing::TestWithParam<std::string_view> {};

TEST_P(Deceiving, FromIsNobody) {
    EXPECT_EQ(from_of(GetParam()), std::nullopt);
}

INSTANTIATE_TEST_SUITE_P(
    Fields, Deceiving,
    testing::Values("", "ann", "ann@", "@example.org", "ann@example.org, bob@example.com",
                    "ann@example.org <bob@example.com>", "<ann@example.org> bob@example.com",
                    "<ann@example.org> <bob@example.com>", "x: ann@example.org;",
                    "<@example.com:ann@example.org>", "ann@example.org@example.com",
                    "\"ann@example.org", "ann@example.org (open", "ann@example.org\r bob",
                    std::string_view("ann@example.org\0@example.com", 28), "ann@exam\x01ple.org",
                    "ann @example.org", "ann..b@example.org", "Bob <bob@example.com> (",
                    "ann\xFF@example.org", "\"ann b\"@example.org",
                    "=?utf-8?q?ann=40example.org?="));

TEST(Mail, OfTwoFromFieldsIsNobodys) {
    EXPECT_EQ(read("From: ann@example.org\nFROM: ann@example.org\n\n").from, std::nullopt);
    EXPECT_EQ(read("From: ann@example.org\nfrom : bob@example.org\n\n").from, std::nullopt);
    EXPECT_EQ(read("Subject: x\n\n").from, std::nullopt);
}

// The fault: of a subject in several words of base64, as most programs write it, nothing was
// read behind the first that is filled up.
TEST(Mail, HasAllWordsOfItsSubject) {
    EXPECT_EQ(read("Subject: =?utf-8?b?w7w=?=\r\n =?utf-8?b?w7zDvA==?= =?utf-8?b?w7w=?= K =?x\n\n")
                  .subject,
              "\u00FC\u00FC\u00FC\u00FC K =?x");
    EXPECT_EQ(read("Subject: a =?utf-8?b?w7w=?= b =?utf-8?q?=C3=BC?= =?utf-8?q?_c?=\n\n").subject,
              "a \u00FC b \u00FC c");
    EXPECT_EQ(read("Subject: x=?= =?= y\n\n").subject, "x=?= =?= y");
    // A character with its bytes in two words.
    EXPECT_EQ(read("Subject: =?utf-8?b?YWHD?= =?utf-8?b?vGJi?=\n\n").subject, "aa\u00FCbb");
}

TEST(Mail, IsDecodedWithItsCharset) {
    EXPECT_EQ(text_of("text/plain; charset=iso-8859-1", "quoted-printable", "gr=FC=DFe=80"),
              "grüße€");
    EXPECT_EQ(text_of("text/plain; charset=ISO-8859-15", "8bit", "\xA4"), "€");
    EXPECT_EQ(text_of("text/plain; charset=\"koi8-r\"", "base64", "y8/O"), "кон");
    EXPECT_EQ(text_of("text/plain; charset=iso-2022-jp", "7bit", "\x1B$B%3\x1B(B"), "コ");
    EXPECT_EQ(text_of("text/plain; charset=gb2312", "8bit", "\xC4\xE3"), "你");
    EXPECT_EQ(text_of("text/plain; charset=utf-16", "base64", "//5LADEAMAA="), "K10");
    EXPECT_EQ(text_of("text/plain; charset=utf-16be", "base64", "AEsAMQAw"), "K10");
}

TEST(Mail, OfABrokenCharsetIsDecodedAsWellAsCanBe) {
    EXPECT_EQ(text_of("text/plain; charset=utf-8", "8bit",
                      "gr\xFC\xDF"
                      "e K10"),
              "grüße K10");
    EXPECT_EQ(text_of("text/plain; charset=us-ascii", "8bit", "gr\xC3\xBC K10"), "grü K10");
    EXPECT_EQ(text_of("text/plain; charset=klingon", "8bit", "K10"), "K10");
    EXPECT_EQ(text_of("text/plain; charset=", "8bit", "K10"), "K10");
    EXPECT_EQ(text_of("text/plain; charset=gb18030", "8bit", "K10 \xFF\xFF!"), "K10 \uFFFD\uFFFD!");
    EXPECT_EQ(text_of("text/plain; charset=shift_jis", "8bit", "K10 \x81"), "K10 \uFFFD");
}

TEST(Mail, OfABrokenEncodingIsDecodedAsWellAsCanBe) {
    EXPECT_EQ(text_of("text/plain", "quoted-printable", "K=3110=\r\n!=ZZ="), "K110!=ZZ");
    EXPECT_EQ(text_of("text/plain", "base64", "SzEw*!!"), "K10");
    EXPECT_EQ(text_of("text/plain", "x-nonsense", "K10"), "K10");
}

TEST(Mail, HasNoControlsAndNothingWithoutWidth) {
    EXPECT_EQ(text_of("text/plain", "8bit",
                      std::string_view("K\0"
                                       "1\x07"
                                       "0\x7F",
                                       6)),
              "K10");
    EXPECT_EQ(text_of("text/plain; charset=utf-8", "8bit",
                      "\xEF\xBB\xBF\xE2\x80\x8BK\xC2\xAD"
                      "10\xE2\x80\x8F\xC2\xA0x"),
              "K10 x");
    EXPECT_EQ(text_of("text/plain; charset=utf-8", "8bit",
                      "a\rb\r\nc\xE2\x80\xA8"
                      "d"),
              "a\nb\nc\nd");
}

TEST(Mail, ShowsThePlainOneOfAlternatives) {
    const std::string head = "Content-Type: multipart/alternative; boundary=b\n\n";
    const std::string html = "--b\nContent-Type: text/html\n\n<p>A1</p>\n";
    EXPECT_EQ(read(head + html + "--b\n\nK10\n" + "--b--\n").text, "K10");
    EXPECT_EQ(read(head + "--b\nContent-Type: text/plain\n\n \n" + html + "--b--\n").text, "A1\n");
}

TEST(Mail, LeavesOutWhatIsAttached) {
    const Mail mail = read(
        "Content-Type: multipart/mixed; boundary=b\n\n"
        "--b\n\nK10\n"
        "--b\nContent-Type: text/plain; name=game.txt\n\nA1\n"
        "--b\nContent-Disposition: attachment\n\nA2\n"
        "--b\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\n"
        "--b\nContent-Type: message/rfc822\n\nSubject: x\n\nA3\n"
        "--b\n\nL11\n--b--\n");

    EXPECT_EQ(mail.text, "K10\nL11");
}

TEST(Mail, HasADigestOfItsBodyWhateverCarriedIt) {
    const auto digest = read("Subject: a\r\n\r\nK10\r\nL11\r\n").body_digest;

    EXPECT_EQ(read("Subject: b\n\nK10\nL11\n\n").body_digest, digest);
    EXPECT_NE(read("Subject: a\n\nK10\nL12\n").body_digest, digest);
}

std::string with_parts(std::size_t parts) {
    std::string raw = "Content-Type: multipart/mixed; boundary=b\n\n";
    for (std::size_t at = 1; at < parts; ++at) raw += "--b\n\nx\n";
    return raw + "--b--\n";
}

std::string with_nesting(std::size_t depth) {
    std::string raw;
    for (std::size_t at = 1; at < depth; ++at) {
        const std::string boundary = "b" + std::to_string(at);
        raw += "Content-Type: multipart/mixed; boundary=";
        raw += boundary;
        raw += "\n\n--";
        raw += boundary;
        raw += '\n';
    }
    return raw + "Content-Type: text/plain\n\nK10\n";
}

std::string with_messages(std::size_t depth) {
    std::string raw;
    for (std::size_t at = 1; at < depth; ++at) raw += "Content-Type: message/rfc822\n\n";
    return raw + "Subject: x\n\nK10\n";
}

ReadingFault fault_of(std::string_view raw, const ReadingLimits& limits = {}) {
    const auto mail = read_mail(raw, limits);
    EXPECT_FALSE(mail);
    return mail.error();
}

TEST(ReadingLimits, OfBytes) {
    std::string raw = "Subject: x\n\n";
    raw.resize(ReadingLimits{}.bytes_max, 'K');
    EXPECT_TRUE(read_mail(raw));
    EXPECT_EQ(fault_of(raw + 'K'), ReadingFault::too_large);
}

TEST(ReadingLimits, OfHeaders) {
    std::string raw;
    for (std::size_t at = 0; at < ReadingLimits{}.headers_max; ++at) raw += "X: y\n z\n";
    EXPECT_TRUE(read_mail(raw + "\nK10"));
    EXPECT_EQ(fault_of(raw + "X: y\n\nK10"), ReadingFault::too_many_headers);

    const std::string part = "Content-Type: multipart/mixed; boundary=b\n\n--b\n";
    EXPECT_TRUE(read_mail(part + raw + "\nK10\n--b--\n"));
    EXPECT_EQ(fault_of(part + raw + "X: y\n\nK10\n--b--\n"), ReadingFault::too_many_headers);
}

TEST(ReadingLimits, OfBytesOfHeaders) {
    const std::size_t most = ReadingLimits{}.header_bytes_max;
    const auto with_bytes = [](std::size_t bytes) {
        return "X: " + std::string(bytes - 5, 'y') + "\n\n";
    };
    EXPECT_TRUE(read_mail(with_bytes(most)));
    EXPECT_EQ(fault_of(with_bytes(most + 1)), ReadingFault::headers_too_large);
    EXPECT_EQ(fault_of("Content-Type: multipart/mixed; boundary=b\n\n--b\n" + with_bytes(most + 9)),
              ReadingFault::headers_too_large);
}

TEST(ReadingLimits, OfParts) {
    const std::size_t most = ReadingLimits{}.parts_max;
    EXPECT_TRUE(read_mail(with_parts(most)));
    EXPECT_EQ(fault_of(with_parts(most + 1)), ReadingFault::too_many_parts);
}

TEST(ReadingLimits, OfNesting) {
    const std::size_t most = ReadingLimits{}.nesting_max;
    EXPECT_EQ(read(with_nesting(most)).text, "K10\n");
    EXPECT_EQ(fault_of(with_nesting(most + 1)), ReadingFault::too_deeply_nested);
    EXPECT_TRUE(read_mail(with_messages(most)));
    EXPECT_EQ(fault_of(with_messages(most + 1)), ReadingFault::too_deeply_nested);
    EXPECT_EQ(fault_of(with_nesting(10000)), ReadingFault::too_deeply_nested);
    EXPECT_EQ(fault_of(with_messages(20000)), ReadingFault::too_deeply_nested);
}

TEST(ReadingLimits, OfTime) {
    EXPECT_TRUE(read_mail("Subject: x\n\nK10\n", {.time_max = 10s}));
    EXPECT_EQ(fault_of("Subject: x\n\nK10\n", {.time_max = 0ms}), ReadingFault::too_slow);
}

TEST(ReadingLimits, OfTextCutIt) {
    EXPECT_EQ(read("Subject: x\n\n" + std::string(text_bytes_max, 'K')).text.size(),
              text_bytes_max);
    EXPECT_EQ(read("Subject: x\n\n" + std::string(text_bytes_max + 1, 'K')).text.size(),
              text_bytes_max);
    EXPECT_EQ(read("Subject: " + std::string(subject_bytes_max, 'K') + "\n\n").subject.size(),
              subject_bytes_max);
    EXPECT_EQ(read("Subject: " + std::string(subject_bytes_max + 1, 'K') + "\n\n").subject.size(),
              subject_bytes_max);
}

TEST(ReadingLimits, OfListsCutThem) {
    std::string references;
    std::string results;
    for (std::size_t at = 0; at <= references_max; ++at) {
        references += " <" + std::to_string(at) + "@example.org>";
        results += "Authentication-Results: mx.example.net; none\n";
    }
    const Mail mail = read("References:" + references + "\n" + results + "\n");

    EXPECT_EQ(mail.references.size(), references_max);
    EXPECT_EQ(mail.references.front(), "1@example.org");
    EXPECT_EQ(mail.authentication_results.size(), authentication_results_max);
}

// GMime calls itself for each group within a group of a message that is attached: one line once
// took all of the stack, and the server with it, again at each start.
TEST(ReadingLimits, OfGroups) {
    const auto with_groups = [](std::string_view field, std::size_t groups) {
        std::string raw = "Content-Type: message/rfc822\n\nSubject: x\n" + std::string(field);
        for (std::size_t at = 0; at < groups; ++at) raw += "a:";
        return raw + "\n\nK10\n";
    };
    // The field's own colon counts, too.
    EXPECT_TRUE(read_mail(with_groups("To: ", 999)));
    EXPECT_EQ(fault_of(with_groups("To: ", 1000)), ReadingFault::too_deeply_nested);
    for (const std::string_view field :
         {"FROM: ", "sender:", "Reply-To \t:", "to:\r\n\t", "Cc:\n ", "Bcc: x\n \n "}) {
        EXPECT_EQ(fault_of(with_groups(field, 400'000)), ReadingFault::too_deeply_nested) << field;
    }
    EXPECT_TRUE(read_mail(with_groups("X-To: ", 1000)));
    EXPECT_TRUE(read_mail(with_groups("To: ann@example.org\n\nTo my mind: ", 1000)));
}

// Bytes that once made readers slow: each must end within the time and a little more.
TEST(ReadingLimits, HoldForBombs) {
    std::string boundaries = with_nesting(900);
    std::string tags = "Content-Type: text/html\n\n<p>";
    std::string scopes = tags;
    while (boundaries.size() < 1'000'000) boundaries += "--b1x\n";
    for (int at = 0; tags.size() < 500'000; ++at) tags += "<b id=" + std::to_string(at) + ">";
    while (tags.size() < 1'000'000) tags += "<p>x";
    while (scopes.size() < 500'000) scopes += "<div>";
    while (scopes.size() < 1'000'000) scopes += "</p>";
    for (const std::string& bomb : {boundaries, tags, scopes, std::string(1'000'000, '<')}) {
        const ReadingDeadline deadline(10s);
        const auto mail = read_mail(bomb);
        EXPECT_FALSE(deadline.is_past());
        EXPECT_FALSE(mail);
    }
}

// One mark more for each of the elements behind which all is quoted made gigabytes of them.
TEST(ReadingLimits, HoldForSmallPagesOfManyQuotes) {
    const std::string head = "Content-Type: text/html\n\nK10";
    std::string rests = head;
    std::string quotes = head;
    std::string declarations = head + "<p style='";
    while (rests.size() < 500'000) rests += "<p id=zwchr>x";
    for (int depth = 0; depth < 390; ++depth) quotes += "<blockquote>";
    while (quotes.size() < 200'000) quotes += "x<br>";
    while (declarations.size() < 5'000'000) declarations += "!important";
    declarations += ";display:none !important'>L11";
    for (const std::string& bomb : {rests, quotes, declarations}) {
        const auto mail = read_mail(bomb, {.bytes_max = bomb.size(), .time_max = 10s});
        ASSERT_TRUE(mail);
        EXPECT_EQ(mail->written, "K10\n");
    }
}

TEST(Mail, IsNotMadeOfAnyBytes) {
    EXPECT_EQ(fault_of(""), ReadingFault::not_a_message);
    EXPECT_EQ(fault_of("K10"), ReadingFault::not_a_message);
    EXPECT_EQ(fault_of("\nSubject: x\n\n"), ReadingFault::not_a_message);
    EXPECT_EQ(fault_of(std::string(1000, '\0')), ReadingFault::not_a_message);
    EXPECT_EQ(read("From ann@example.org Fri Nov 20\nnonsense\nSubject: x\n\nK10").subject, "x");
}

}  // namespace
}  // namespace tanbo::mail::mime
