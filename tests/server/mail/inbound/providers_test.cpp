// Mails as the large providers sign them. Each h= list is the one that the provider's web page
// wrote in 2024; the domain is the test's.

#include <array>

#include <gtest/gtest.h>

#include "server/mail/inbound/authority.hpp"
#include "tests/server/mail/inbound/worker_fixture.hpp"

namespace tanbo::mail::inbound {
namespace {

struct Provider {
    std::string_view name;
    std::string_view signed_fields;
};

constexpr std::string_view gmail =
    "to:subject:message-id:date:from:mime-version:from:to:cc:subject:date:message-id:reply-to";
constexpr std::string_view outlook =
    "From:Date:Subject:Message-ID:Content-Type:MIME-Version:X-MS-Exchange-SenderADCheck";
constexpr std::string_view yahoo = "Date:From:To:Subject:References:From:Subject:Reply-To";
constexpr std::array<Provider, 8> providers{{
    {"Gmail", gmail},
    {"Outlook", outlook},
    {"Yahoo", yahoo},
    {"Proton",
     "Date:To:From:Subject:Message-ID:Feedback-ID:From:To:Cc:Date:Subject:Reply-To:"
     "Feedback-ID:Message-ID:BIMI-Selector"},
    {"iCloud", "From:Content-Type:Mime-Version:Subject:Message-Id:Date:To:x-icloud-hme"},
    {"GMX",
     "X-UI-Sender-Class:MIME-Version:Message-ID:From:To:Subject:Content-Type:Date:cc:"
     "content-transfer-encoding:content-type:date:from:message-id:mime-version:reply-to:"
     "subject:to"},
    {"Fastmail",
     "cc:content-transfer-encoding:content-type:content-type:date:date:from:from:"
     "in-reply-to:message-id:mime-version:reply-to:subject:subject:to:to"},
    {"AOL", yahoo},
}};

struct Posted {
    std::string_view signed_fields = gmail;
    std::string type = "text/plain; charset=\"UTF-8\"";
    std::string body;
    std::string to = "games@tanbo.example.net";
    std::string message_id = "one@example.org";
    std::string results = "dkim=pass header.d=example.org; dmarc=pass header.from=example.org";
};

// Gmail's two parts.
std::string parts(const std::string& plain, const std::string& page) {
    return "--000000000000abc\r\nContent-Type: text/plain; charset=\"UTF-8\"\r\n\r\n" + plain +
           "\r\n\r\n--000000000000abc\r\nContent-Type: text/html; charset=\"UTF-8\"\r\n\r\n"
           "<div dir=\"ltr\">" +
           page + "</div>\r\n\r\n--000000000000abc--\r\n";
}

class Providers : public Mails {
protected:
    Providers() : game(start_game()) {}

    std::string raw(const Posted& sent) {
        std::string text = "Authentication-Results: mx.example.net; " + sent.results + "\r\n";
        text += "DKIM-Signature: v=1; d=example.org; s=a; c=relaxed/relaxed; h=";
        text += sent.signed_fields;
        text += "; b=abc\r\nFrom: anna@example.org\r\nTo: " + sent.to + "\r\nDate: " + date({}) +
                "\r\nSubject: a move\r\nMessage-ID: <" + sent.message_id +
                ">\r\nMIME-Version: 1.0\r\nContent-Type: " + sent.type + "\r\n\r\n" + sent.body;
        return text + "\r\n";
    }
    std::string words() { return "say " + to_string(game) + " hello"; }

    std::string outcome_of(const Posted& sent) {
        const auto id = deliver(raw(sent));
        work();
        now_ms += 3'600'000;
        return outcome(id);
    }

    static constexpr std::string_view alternative =
        "multipart/alternative; boundary=\"000000000000abc\"";
    const GameId game;
};

TEST_F(Providers, AllCarryCommandsAsPlainText) {
    for (const Provider& provider : providers) {
        const std::string id = std::string(provider.name) + "@example.org";
        EXPECT_EQ(outcome_of(
                      {.signed_fields = provider.signed_fields, .body = words(), .message_id = id}),
                  "acted")
            << provider.name;
    }
}

TEST_F(Providers, AllCarryCommandsAsTextWithItsPage) {
    for (const Provider& provider : providers) {
        const std::string id = std::string(provider.name) + "@example.org";
        EXPECT_EQ(outcome_of({.signed_fields = provider.signed_fields,
                              .type = std::string(alternative),
                              .body = "This is a multi-part message in MIME format.\r\n\r\n" +
                                      parts(words(), words()),
                              .message_id = id}),
                  "acted")
            << provider.name;
    }
}

// --- what another Content-Type would make of the same bytes ---

TEST_F(Providers, CarryNoTextThatAnotherTypeHides) {
    const std::vector<std::string> bodies{
        "<!--\r\n" + words() + "\r\n-->",
        "<style>\r\n" + words() + "\r\n</style>",
        "<p title='\r\n" + words() + "\r\n'>",
        "<title>\r\n" + words() + "\r\n",
        "--x\r\nContent-Type: text/plain\r\n\r\n" + words() + "\r\n--x--",
        "Hello\r\n--x\r\n\r\nHi\r\n--x\r\nContent-Disposition: attachment\r\n\r\n" + words() +
            "\r\n--x--",
        "\x1b$B\r\n" + words() + "\r\n\x1b(B",
        "say \r\n" + to_string(game) + " \r\nhello",
    };
    for (const std::string& body : bodies) {
        EXPECT_NE(outcome_of({.body = body}), "acted") << body;
    }
}

TEST_F(Providers, CarryNoBytesOfAnotherCharset) {
    for (const std::string charset : {"utf-7", "utf-16", "iso-2022-jp", "hz-gb-2312", "cp037"}) {
        EXPECT_NE(outcome_of({.type = "text/plain; charset=" + charset, .body = words()}), "acted")
            << charset;
    }
    EXPECT_NE(outcome_of({.type = "text/plain; charset=windows-1251", .body = words() + "\xc0"}),
              "acted");
}

TEST_F(Providers, CarryNoPageAlone) {
    EXPECT_EQ(outcome_of({.type = "text/html", .body = "<p>" + words() + "</p>"}), "refused");
}

TEST_F(Providers, CarryNoPartsByABoundaryOfSomebodyElse) {
    const std::string inner =
        "--abc\r\nContent-Type: text/plain\r\n\r\n" + words() + "\r\n--abc--\r\n";
    const std::vector<Posted> sent{
        {.type = "multipart/alternative; boundary=abc", .body = "Look:\r\n\r\n" + inner},
        {.type = "multipart/alternative; boundary=abc", .body = inner + "\r\nSee above."},
        {.type = "multipart/mixed; boundary=abc", .body = inner},
        {.type = std::string(alternative), .body = parts("Hello", words())},
        {.type = std::string(alternative), .body = parts(words(), "Hello")},
    };
    for (const Posted& one : sent) EXPECT_NE(outcome_of(one), "acted") << one.type << one.body;
}

TEST_F(Providers, AreToldToSendPlainText) {
    const auto id = deliver(raw({.type = "text/html", .body = "<p>" + words() + "</p>"}));
    work();

    std::string answer = answer_to(id);
    std::ranges::replace(answer, '\n', ' ');
    EXPECT_TRUE(has(answer, "Send plain text without attachments.")) << answer;
}

// --- mails that were sent on ---

// Only To is outside of the signature; SPF, if it is asked, says who brought the mail.
TEST_F(Providers, ThatDoNotSignToNeedNoForeignHost) {
    const std::string passed = "dkim=pass header.d=example.org; dmarc=pass header.from=example.org";
    EXPECT_EQ(outcome_of({.signed_fields = outlook,
                          .body = words(),
                          .results = "spf=fail smtp.mailfrom=example.com; " + passed}),
              "refused");
    EXPECT_EQ(outcome_of({.signed_fields = outlook,
                          .body = words(),
                          .to = "carl@example.com",
                          .message_id = "two@example.org"}),
              "refused");
    EXPECT_EQ(outcome_of({.signed_fields = "From:To:Date:Subject",
                          .body = words(),
                          .message_id = "three@example.org"}),
              "acted");
    EXPECT_EQ(outcome_of({.signed_fields = "From:Date:Subject:Message-ID",
                          .body = words(),
                          .message_id = "four@example.org"}),
              "refused");
}

// The fault: a third party could change what no signature covers, and the mail acted again.
TEST_F(Providers, CarryAMailOnceWhateverWasChangedOnTheWay) {
    const std::string mail = raw({.signed_fields = yahoo, .body = words()});
    std::string renamed = mail;
    renamed.replace(renamed.find("<one@"), 5, "<two@");
    std::string spaced = mail;
    spaced.replace(spaced.find(" hello"), 6, "   hello \t");

    const auto first = deliver(mail);
    work();
    const auto before = rows().chat_messages();
    const auto second = deliver(renamed);
    const auto third = deliver(spaced);
    work();

    EXPECT_EQ(outcome(first), "acted");
    EXPECT_EQ(outcome(second), "repeat");
    EXPECT_EQ(outcome(third), "repeat");
    EXPECT_EQ(rows().chat_messages(), before);
}

}  // namespace
}  // namespace tanbo::mail::inbound
