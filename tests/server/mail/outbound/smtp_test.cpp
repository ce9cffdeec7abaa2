#include "server/mail/outbound/smtp.hpp"

#include <chrono>
#include <future>
#include <memory>
#include <thread>

#include <gmock/gmock.h>

#include "tests/server/mail/outbound/smtp_server.hpp"

namespace tanbo::mail::outbound {
namespace {

using testing::AnyOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::StartsWith;

// Half of the time that libcurl waits for a farewell.
constexpr std::chrono::seconds patience{60};

class SmtpTest : public testing::Test {
protected:
    static RelaySettings settings(const std::string& url) {
        RelaySettings made;
        made.url = url;
        made.domain = "tanbo.test";
        return made;
    }

    SmtpServer server;
    SmtpClient client{settings(server.url())};
    Outgoing mail{"b+token@tanbo.test", "ann@example.org", "Subject: x\r\n\r\nHello.\r\n"};
};

TEST_F(SmtpTest, GivesAMailToTheRelay) {
    const RelayAnswer answer = client.send(mail);

    EXPECT_EQ(answer.verdict, RelayVerdict::accepted);
    EXPECT_EQ(answer.code, 250);
    EXPECT_THAT(server.commands(),
                ElementsAre("EHLO tanbo.test", StartsWith("MAIL FROM:<b+token@tanbo.test>"),
                            "RCPT TO:<ann@example.org>", "DATA", "."));
    EXPECT_THAT(server.mails(), ElementsAre(mail.bytes));
}

TEST_F(SmtpTest, LetsNoLineOfAMailEndIt) {
    mail.bytes = "Subject: x\r\n\r\nbefore\r\n.\r\n..two\r\nMAIL FROM:<evil@example.org>\r\n";

    EXPECT_EQ(client.send(mail).verdict, RelayVerdict::accepted);

    EXPECT_THAT(server.mails(), ElementsAre("Subject: x\r\n\r\nbefore\r\n..\r\n...two\r\n"
                                            "MAIL FROM:<evil@example.org>\r\n"));
}

TEST_F(SmtpTest, KeepsItsConnectionForTheNextMail) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(client.send(mail).verdict, RelayVerdict::accepted);

    EXPECT_EQ(server.mails().size(), 3U);
    EXPECT_EQ(server.connections(), 1);
}

TEST_F(SmtpTest, GoesOnAfterARefusal) {
    server.answer("RCPT TO:<gone@", "550 5.1.1 No such user");
    mail.to = "gone@example.org";
    EXPECT_EQ(client.send(mail).verdict, RelayVerdict::refused);
    mail.to = "ann@example.org";

    EXPECT_EQ(client.send(mail).verdict, RelayVerdict::accepted);
}

TEST_F(SmtpTest, WritesToNoAddressThatCouldBeMore) {
    for (const char* const to :
         {"", "a b@example.org", "a@example.org>\r\nDATA", "a@ex\xC3\xA4.org"}) {
        mail.to = to;
        EXPECT_EQ(client.send(mail).verdict, RelayVerdict::refused);
    }
    EXPECT_EQ(server.connections(), 0);
}

TEST_F(SmtpTest, FindsNobodyAtAClosedPort) {
    std::string url;
    {
        const SmtpServer gone;
        url = gone.url();
    }
    SmtpClient lost{settings(url)};

    EXPECT_EQ(lost.send(mail).verdict, RelayVerdict::unreachable);
}

TEST_F(SmtpTest, GivesUpIfTheRelayIsSilent) {
    server.answer("RCPT", "250-never ends");
    RelaySettings hasty = settings(server.url());
    hasty.whole = std::chrono::milliseconds(200);

    EXPECT_EQ(SmtpClient(hasty).send(mail).verdict, RelayVerdict::unreachable);
}

TEST_F(SmtpTest, EndsWhatIsCancelled) {
    std::atomic<bool> is_cancelled = true;

    EXPECT_EQ(SmtpClient(settings(server.url()), &is_cancelled).send(mail).verdict,
              RelayVerdict::cancelled);
}

// A process that ended had to wait for such a relay, two minutes for the mail or its farewell.
TEST_F(SmtpTest, EndsWhatIsCancelledWhileTheRelayIsSilentAboutAMail) {
    server.answer(".", "silence");
    server.answer("QUIT", "silence");
    std::atomic<bool> is_cancelled = false;
    std::thread ending([&] {
        while (!testing::Value(server.commands(), Contains("."))) std::this_thread::yield();
        is_cancelled = true;
    });

    auto leaving = std::make_unique<SmtpClient>(settings(server.url()), &is_cancelled);
    const RelayAnswer answer = leaving->send(mail);
    const auto gone = std::async(std::launch::async, [&] { leaving.reset(); });
    ending.join();

    EXPECT_EQ(answer.verdict, RelayVerdict::cancelled);
    EXPECT_THAT(answer.text, Not(HasSubstr("timed out")));
    EXPECT_EQ(gone.wait_for(patience), std::future_status::ready);
}

TEST_F(SmtpTest, LeavesWithoutWaitingForAFarewell) {
    server.answer("QUIT", "silence");
    auto leaving = std::make_unique<SmtpClient>(settings(server.url()));
    EXPECT_EQ(leaving->send(mail).verdict, RelayVerdict::accepted);

    const auto gone = std::async(std::launch::async, [&] { leaving.reset(); });

    EXPECT_EQ(gone.wait_for(patience), std::future_status::ready);
    while (!testing::Value(server.commands(), Contains("QUIT"))) std::this_thread::yield();
}

// Connections stayed open as long as the process, and relays take a few at a time.
TEST_F(SmtpTest, ClosesAConnectionThatIsIdleForTenSeconds) {
    base::Instant now{};
    SmtpRelay relay(settings(server.url()), nullptr, [&now] { return now; });
    EXPECT_EQ(relay.close_idle(), std::nullopt);
    EXPECT_EQ(relay.send(mail).verdict, RelayVerdict::accepted);

    EXPECT_EQ(relay.close_idle(), now + std::chrono::seconds(10));
    now += std::chrono::milliseconds(9'999);
    EXPECT_EQ(relay.send(mail).verdict, RelayVerdict::accepted);
    now += std::chrono::milliseconds(9'999);
    EXPECT_NE(relay.close_idle(), std::nullopt);
    EXPECT_THAT(server.commands(), Not(Contains("QUIT")));
    now += std::chrono::milliseconds(1);
    EXPECT_EQ(relay.close_idle(), std::nullopt);

    while (!testing::Value(server.commands(), Contains("QUIT"))) std::this_thread::yield();
    EXPECT_EQ(server.connections(), 1);
    EXPECT_EQ(relay.send(mail).verdict, RelayVerdict::accepted);
    EXPECT_EQ(server.mails().size(), 3U);
}

// A text that libcurl takes for an address of this machine though it is written like a name.
std::string by_name(const SmtpServer& server) {
    const std::string url = server.url();
    return "smtp://127.1" + url.substr(url.rfind(':'));
}

class SmtpLogin : public SmtpTest {
protected:
    SmtpLogin() {
        server.answer("EHLO", "250-relay.test\r\n250 AUTH PLAIN");
        server.answer("AUTH", "334 ");
        server.answer(secret, "235 2.7.0 Welcome");
        here.user = "ann";
        here.password = "secret";
    }

    static constexpr auto secret = "AGFubgBzZWNyZXQ=";
    RelaySettings here = settings(server.url());
};

TEST_F(SmtpLogin, SaysThePasswordToThisMachine) {
    EXPECT_EQ(SmtpClient(here).send(mail).verdict, RelayVerdict::accepted);

    EXPECT_THAT(server.commands(), Contains(secret));
}

TEST_F(SmtpLogin, SaysNothingInClearToAMachineElsewhere) {
    here.url = by_name(server);

    const RelayAnswer answer = SmtpClient(here).send(mail);

    EXPECT_EQ(answer.verdict, RelayVerdict::unreachable);
    EXPECT_EQ(answer.text, "STARTTLS not supported.");
    EXPECT_THAT(server.commands(), Each(AnyOf("EHLO tanbo.test", "QUIT")));
}

TEST_F(SmtpLogin, SaysNothingInClearIfTlsIsNeeded) {
    here.needs_tls = true;

    EXPECT_EQ(SmtpClient(here).send(mail).verdict, RelayVerdict::unreachable);

    EXPECT_THAT(server.commands(), Each(AnyOf("EHLO tanbo.test", "QUIT")));
}

TEST_F(SmtpLogin, WaitsForARightPasswordAndKeepsNoneThatTheRelayRepeats) {
    server.answer(secret, std::string("535 5.7.8 What is ") + secret + "?");

    const RelayAnswer answer = SmtpClient(here).send(mail);

    EXPECT_EQ(answer.verdict, RelayVerdict::unreachable);
    EXPECT_EQ(answer.text, "535 5.7.8 What is ...?");
    EXPECT_THAT(server.mails(), IsEmpty());
}

struct Reply {
    const char* name;
    const char* command;
    const char* reply;
    RelayVerdict verdict;
    bool is_about_reader;
};

class Replies : public SmtpTest, public testing::WithParamInterface<Reply> {};

TEST_P(Replies, AreUnderstood) {
    server.answer(GetParam().command, GetParam().reply);

    const RelayAnswer answer = client.send(mail);

    EXPECT_EQ(answer.verdict, GetParam().verdict) << answer.text;
    EXPECT_EQ(answer.is_about_reader, GetParam().is_about_reader) << answer.text;
    EXPECT_EQ(server.mails().size(), answer.verdict == RelayVerdict::accepted ? 1U : 0U);
}

INSTANTIATE_TEST_SUITE_P(
    Smtp, Replies,
    testing::Values(
        Reply{"no_such_user", "RCPT", "550 5.1.1 No such user", RelayVerdict::refused, true},
        Reply{"no_such_user_in_few_words", "RCPT", "550 no", RelayVerdict::refused, true},
        Reply{"relaying_denied", "RCPT", "554 5.7.1 Relay access denied", RelayVerdict::refused,
              false},
        Reply{"greylisted", "RCPT", "451 4.7.1 Come back", RelayVerdict::postponed, false},
        Reply{"mailbox_full", "RCPT", "452 4.2.2 Mailbox full", RelayVerdict::postponed, true},
        Reply{"data_refused", "DATA", "554 5.5.1 No", RelayVerdict::refused, false},
        Reply{"content_refused", ".", "550 5.7.1 Spam", RelayVerdict::refused, false},
        Reply{"content_postponed", ".", "450 4.3.0 Later", RelayVerdict::postponed, false},
        Reply{"user_gone_at_the_end", ".", "550 5.1.1 Gone", RelayVerdict::refused, true},
        Reply{"log_in_first", "MAIL", "530 5.7.0 Log in first", RelayVerdict::postponed, false},
        Reply{"too_big", "MAIL", "552 5.3.4 Too big", RelayVerdict::refused, false},
        Reply{"closing", "MAIL", "421 4.3.2 Shutting down", RelayVerdict::unreachable, false},
        Reply{"busy_at_once", "greeting", "554 No", RelayVerdict::unreachable, false},
        Reply{"hangs_up", "DATA", "", RelayVerdict::unreachable, false}),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace tanbo::mail::outbound
