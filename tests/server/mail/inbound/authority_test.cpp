// Mails that DMARC vouches for: they act for their author only if the author meant them for
// the server, now, and as they stand.

#include "server/mail/inbound/authority.hpp"

#include <gtest/gtest.h>

#include "tests/server/mail/inbound/worker_fixture.hpp"

namespace tanbo::mail::inbound {
namespace {

constexpr std::string_view covered =
    "from:to:subject:date:message-id:mime-version:content-type:content-transfer-encoding";

// A mail of anna's as her provider signs it, and as somebody may have sent it on.
struct SignedMail {
    std::string results = "dkim=pass header.d=example.org; dmarc=pass header.from=example.org";
    std::string from = "anna@example.org";
    std::string to = "games@tanbo.example.net";
    std::string head = {};  // more fields, on top
    std::string subject = "from a friend";
    std::string domain = "example.org";
    std::string covers = std::string(covered);
    std::string tags = {};  // more tags of the signature
    std::chrono::seconds ahead{0};
    std::string body = {};
};

class Authority : public Mails {
protected:
    Authority() : game(start_game()) {}

    std::string raw(const SignedMail& sent) {
        ++number_;
        std::string text = "Authentication-Results: mx.example.net; " + sent.results + "\r\n";
        text += "DKIM-Signature: v=1; d=" + sent.domain + "; s=a; h=" + sent.covers + ";" +
                sent.tags + " b=abc\r\n";
        text += sent.head + "From: " + sent.from + "\r\nTo: " + sent.to +
                "\r\nDate: " + date(sent.ahead) + "\r\nSubject: " + sent.subject;
        text += "\r\nMessage-ID: <signed." + std::to_string(number_) +
                "@example.org>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n";
        return text + (sent.body.empty() ? move() : sent.body) + "\r\n";
    }
    std::string move() { return "move " + to_string(game) + " " + point(game); }
    protocol::InboundMailId send(const SignedMail& sent) { return deliver(raw(sent)); }

    // It has changed nothing, and its answer says why.
    void expect_refused(const SignedMail& sent, std::string_view why) {
        const auto before = seq(game);
        const auto id = send(sent);
        work();
        EXPECT_EQ(seq(game), before) << why;
        EXPECT_EQ(outcome(id), "refused") << why;
        std::string answer = answer_to(id);
        std::ranges::replace(answer, '\n', ' ');
        EXPECT_TRUE(has(answer, why)) << answer;
        now_ms += 3'600'000;
    }
    void expect_acted(const SignedMail& sent) {
        const auto before = seq(game);
        const auto id = send(sent);
        work();
        EXPECT_EQ(outcome(id), "acted") << answer_to(id);
        EXPECT_GT(seq(game), before);
    }

    const GameId game;

private:
    int number_ = 0;
};

TEST_F(Authority, IsThatOfASignedMailToTheServer) {
    expect_acted({});
}

TEST_F(Authority, EndsWithASecondFieldThatIsRead) {
    for (const std::string name : {"Subject", "To", "Date", "Message-ID", "Content-Type",
                                   "MIME-Version", "References", "Cc"}) {
        const std::string twice = name + ": x\r\n" + name + ": x\r\n";
        expect_refused({.head = twice}, "more than one " + name + " field");
    }
}

// Fields that may be left out are in providers_test.cpp.
TEST_F(Authority, NeedsEveryFieldSigned) {
    const std::string page = move() + "\r\n-- \r\n<b>anna</b>";
    for (const std::string name : {"from", "subject", "date", "mime-version", "content-type"}) {
        std::string rest(covered);
        rest.replace(rest.find(name), name.size(), "x-other");
        expect_refused({.covers = rest, .body = page},
                       "The signature of example.org does not cover the field");
    }
    for (const std::string name : {"message-id", "mime-version", "content-type"}) {
        std::string rest = "from:subject:date:message-id:mime-version:content-type";
        rest.replace(rest.find(name), name.size(), "x-other");
        expect_refused({.covers = rest}, "The signature of example.org does not cover the field");
    }
}

TEST_F(Authority, NeedsTheEncodingSignedIfItMatters) {
    const std::string without(covered.substr(0, covered.rfind(':')));

    expect_refused({.covers = without, .body = move() + "\r\n-- \r\na=b"},
                   "does not cover the field Content-Transfer-Encoding");
    expect_refused({.head = "Content-Disposition: inline\r\n"},
                   "does not cover the field Content-Disposition");
    expect_acted({.covers = without});
}

TEST_F(Authority, NeedsAllOfTheTextSigned) {
    expect_refused({.tags = " l=20;"}, "covers only part of the text");
}

TEST_F(Authority, NeedsTheServerAmongTheAddressees) {
    const std::string why = "Neither its To nor its Cc field names games@tanbo.example.net";
    expect_refused({.to = "carl@example.org"}, why);
    expect_refused({.to = "\"games@tanbo.example.net\" <carl@example.org>"}, why);
    expect_refused({.to = "games@tanbo.example.net.example.org"}, why);
    expect_refused({.to = "r+token@tanbo.example.net"}, why);
    expect_acted({.to = "Carl <carl@example.org>, Tanbo <Games@Tanbo.Example.NET>"});
}

TEST_F(Authority, NeedsCcSignedIfItNamesTheServer) {
    const std::string copied = "Cc: games@tanbo.example.net\r\n";
    expect_refused({.to = "carl@example.org", .head = copied}, "does not cover the field Cc");
    expect_acted(
        {.to = "carl@example.org", .head = copied, .covers = std::string(covered) + ":cc"});
}

TEST_F(Authority, LastsAWeekAndNoLonger) {
    expect_refused({.ahead = -mail_age_max - std::chrono::seconds(2)}, "more than a week old");
    expect_refused({.ahead = mail_ahead_max + std::chrono::seconds(2)}, "in the future");
    expect_refused({.head = "Date: soon\r\n"}, "more than one Date field");
    expect_acted({.ahead = -mail_age_max + std::chrono::seconds(1)});
}

TEST_F(Authority, IsThatOfNoMailWithoutADate) {
    std::string undated = raw({});
    undated.erase(undated.find("Date: "), undated.find("Subject: ") - undated.find("Date: "));

    const auto id = deliver(undated);
    work();

    EXPECT_EQ(outcome(id), "refused");
    EXPECT_TRUE(has(answer_to(id), "valid Date field")) << answer_to(id);
}

TEST_F(Authority, IsJudgedByTheWeakestSignatureThatMayVouch) {
    const std::string weak = "DKIM-Signature: v=1; d=mail.example.org; s=a; h=from; b=abc\r\n";
    expect_refused({.head = weak}, "The signature of mail.example.org does not cover");
    expect_refused({.head = "DKIM-Signature: v=1; d=example.org; d=example.com; h=from; b=a\r\n"},
                   "an invalid DKIM-Signature field");
    expect_acted({.head = "DKIM-Signature: v=1; d=example.com; s=a; h=from; b=abc\r\n"});
}

TEST_F(Authority, NeedsNoSignatureIfTheHostIsVouchedFor) {
    expect_refused({.results = "spf=pass smtp.mailfrom=example.com; "
                               "dmarc=pass header.from=example.org",
                    .covers = "from"},
                   "does not cover the field Subject");
    expect_acted({.results = "spf=pass smtp.mailfrom=anna@example.org; "
                             "dmarc=pass header.from=example.org",
                  .covers = "from"});
}

// The fault: the copy that an opponent got of a mail would have acted again elsewhere.
TEST_F(Authority, IsThatOfOneDeliveryWhereverItIsSentOn) {
    const std::string mail = raw({.to = "games@tanbo.example.net, games+2@tanbo.example.net",
                                  .body = "say " + to_string(game) + " hello"});
    const auto first = deliver(mail);
    work();
    const auto before = rows().chat_messages();

    const auto second = deliver(mail, "games+2@tanbo.example.net");
    work();

    EXPECT_EQ(outcome(first), "acted");
    EXPECT_EQ(outcome(second), "repeat");
    EXPECT_EQ(rows().chat_messages(), before);
}

TEST_F(Authority, IsRememberedForLongerThanAMailActs) {
    EXPECT_GT(std::chrono::milliseconds(store::inbound_mail_retention),
              mail_age_max + mail_ahead_max);
}

// --- holders of tokens ---

TEST_F(Authority, OfATokenIsNotThatOfAnotherPlayer) {
    const std::string token = mime::reply_address(turn_token(anna, game), domain);
    const auto before = seq(game);

    const auto move =
        deliver(raw({.from = "ben@example.org", .to = token, .body = point(game)}), token);
    work();
    now_ms += 3'600'000;
    const auto words =
        deliver(raw({.from = "ben@example.org", .to = token, .body = "Nice!"}), token);
    work();

    EXPECT_EQ(seq(game), before);
    for (const auto id : {move, words}) EXPECT_EQ(outcome(id), "refused");
    EXPECT_TRUE(has(answer_to(move), "reply address of another player")) << answer_to(move);
    EXPECT_EQ(answers().front().address, "ben@example.org");
}

TEST_F(Authority, OfATokenIsNotThatOfAForgedOwner) {
    const std::string token = mime::reply_address(turn_token(anna, game), domain);
    const auto before = seq(game);

    const auto id = deliver(raw({.results = "dkim=fail header.d=example.org; "
                                            "dmarc=fail header.from=example.org",
                                 .to = token,
                                 .body = point(game)}),
                            token);
    work();

    EXPECT_EQ(seq(game), before);
    EXPECT_EQ(outcome(id), "refused");
    EXPECT_TRUE(has(answer_to(id), "denies that you sent it")) << answer_to(id);
}

TEST_F(Authority, OfATokenIsThatOfAnybodyElse) {
    const std::string token = turn_token(anna, game);

    const auto id = reply(token, point(game));
    work();

    EXPECT_EQ(outcome(id), "acted");
}

// --- what could not be found out ---

TEST_F(Authority, IsInDoubtIfTheKeyCouldNotBeAskedFor) {
    const std::string failed = "dmarc=fail header.from=example.org";
    for (const std::string& results :
         {failed, "dkim=none; " + failed, "dkim=temperror header.d=example.org; " + failed}) {
        expect_refused({.results = results}, "could not check");
        now_ms += 24LL * 3'600'000;  // each address is told so once a day
    }
}

TEST_F(Authority, IsDeniedIfTheSignatureIsWrong) {
    const auto id = send({.results = "dkim=fail header.d=example.org; "
                                     "dmarc=fail header.from=example.org"});
    work();

    EXPECT_EQ(outcome(id), "dropped-forged");
}

// A token needs no DMARC: a failing DNS takes nothing from it.
TEST_F(Authority, OfATokenStandsWhileTheDnsFails) {
    const std::string token = mime::reply_address(turn_token(anna, game), domain);

    const auto id = deliver(
        raw({.results = "dmarc=fail header.from=example.org", .to = token, .body = point(game)}),
        token);
    work();

    EXPECT_EQ(outcome(id), "acted") << answer_to(id);
}

}  // namespace
}  // namespace tanbo::mail::inbound
