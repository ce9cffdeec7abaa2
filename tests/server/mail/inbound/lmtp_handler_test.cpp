#include "server/mail/inbound/lmtp/lmtp_handler.hpp"

#include <atomic>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "server/mail/inbound/queue.hpp"
#include "server/mail/inbound/standing.hpp"
#include "server/notify/signed_tokens.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/messages/inbound_mails.hpp"
#include "tests/server/net/harness.hpp"
#include "tests/server/store/fixture.hpp"

namespace tanbo::mail::inbound {
namespace {

using net::TestClient;
using testing::ElementsAre;
using testing::EndsWith;
using testing::SizeIs;
using testing::StartsWith;

using namespace std::chrono_literals;

constexpr base::Instant noon = engine::instant_of(1'795'262'400'000);

// The handler with a listener and a database on disk.
class LmtpHandlerTest : public store::StorageTest {
protected:
    explicit LmtpHandlerTest(std::size_t bytes_max = 1'000'000) {
        open();
        store = std::make_unique<store::Store>(*database, *commits);
        queue = std::make_unique<InboundQueue>(*store);
        LmtpLimits limits;
        limits.bytes_max = bytes_max;
        handler = std::make_unique<LmtpHandler>(*queue, sorter, clock, metrics, limits,
                                                [this] { ++wakes; });
        net::LineListenerOptions where;
        where.endpoint = {"127.0.0.1", 0, ""};
        where.busy_answer = lmtp_busy_answer();
        where.limits.line_bytes_max = lmtp_line_bytes_max;
        where.limits.sweep_interval = std::chrono::milliseconds(5);
        listener = std::make_unique<net::LineListener>(threads, *handler, metrics, where);
        threads.start();
        listener->start();
    }
    ~LmtpHandlerTest() override { listener->drain(std::chrono::milliseconds(0)); }

    std::uint16_t port() const { return listener->endpoint().port; }

    // The answers to the dot, one for each of the recipients.
    std::string deliver(TestClient& client, const std::vector<std::string>& recipients,
                        const std::string& mail, const std::string& sender = "ann@example.org") {
        client.read_until("LMTP Tanbo\r\n");
        client.send("LHLO mx.example\r\n");
        client.read_until("250 SIZE " + std::to_string(size_told()) + "\r\n");
        client.send("MAIL FROM:<" + sender + ">\r\n");
        client.read_until("\r\n");
        for (const std::string& recipient : recipients) {
            client.send("RCPT TO:<" + recipient + ">\r\n");
            client.read_until("\r\n");
        }
        client.send("DATA\r\n");
        client.read_until("\r\n");
        client.send(mail + ".\r\n");
        std::string answers;
        for (std::size_t i = 0; i < recipients.size(); ++i) answers += client.read_until("\r\n");
        return answers;
    }

    virtual std::size_t size_told() const { return 1'000'000; }

    std::vector<store::InboundMail> mails() {
        return database->read(
            [](store::Reader& reader) { return store::waiting_inbound_mails(reader, noon, 100); });
    }

    std::uint64_t counted(std::string_view name, const base::Metrics::Labels& labels = {}) {
        return metrics.counter(name, "", labels).value();
    }

    std::atomic<int> wakes{0};
    base::Clock clock = [] { return noon; };
    base::Metrics metrics;
    base::IoThreads threads{1};
    std::unique_ptr<store::Store> store;
    std::unique_ptr<InboundQueue> queue;
    const notify::SignedTokens tokens{base::Digest{}};
    const MailSorter sorter{tokens, {"t.example", "mx.example"}};
    std::unique_ptr<LmtpHandler> handler;
    std::unique_ptr<net::LineListener> listener;
};

TEST_F(LmtpHandlerTest, StoresAMailForEachRecipientBeforeItAnswers) {
    TestClient client(port());

    const std::string answer =
        deliver(client, {"games@t.example", "r+abc@t.example"}, "Subject: 17\r\n\r\nK10\r\n");

    EXPECT_EQ(answer, "250 2.6.0 Mail stored.\r\n250 2.6.0 Mail stored.\r\n");
    const auto stored = mails();
    ASSERT_THAT(stored, SizeIs(2));
    EXPECT_EQ(stored[0].sender, "ann@example.org");
    // A reply is processed before what was sent along with it.
    EXPECT_EQ(stored[0].recipient, "r+abc@t.example");
    EXPECT_EQ(stored[1].recipient, "games@t.example");
    EXPECT_EQ(stored[1].raw, "Subject: 17\r\n\r\nK10\r\n");
    EXPECT_EQ(stored[1].received_at, noon);
    EXPECT_EQ(wakes, 1);
    EXPECT_EQ(counted("tanbo_inbound_mail_received_total"), 2U);
    EXPECT_EQ(counted("tanbo_inbound_mail_received_bytes_total"), 40U);
}

TEST_F(LmtpHandlerTest, KeepsOneMailForARecipientNamedTwice) {
    TestClient client(port());

    const std::string answer = deliver(client, {"games@t.example", "games@t.example"}, "K10\r\n");

    EXPECT_EQ(net::count_of(answer, "250 2.6.0"), 2);
    EXPECT_THAT(mails(), SizeIs(1));
}

TEST_F(LmtpHandlerTest, HasTheMailServerTryAgainIfTheDiskIsFull) {
    std::string large;
    for (int i = 0; i < 2'000; ++i) large += std::string(70, 'a') + "\r\n";
    TestClient client(port());
    vfs.disk_is_full = true;

    EXPECT_EQ(deliver(client, {"games@t.example", "r+a@t.example"}, large),
              "452 4.3.1 The storage is full. Try again later.\r\n"
              "452 4.3.1 The storage is full. Try again later.\r\n");

    vfs.disk_is_full = false;
    TestClient second(port());
    EXPECT_THAT(deliver(second, {"games@t.example"}, large), StartsWith("250"));
    EXPECT_THAT(mails(), SizeIs(1));
    EXPECT_EQ(counted("tanbo_inbound_mail_deferred_total"), 2U);
}

TEST_F(LmtpHandlerTest, CountsWhatItRefuses) {
    TestClient client(port());

    deliver(client, {"games@t.example"}, std::string(999, 'a') + "\r\n");
    client.send("MAIL FROM:<>\r\nRCPT TO:<nobody@t.example>\r\n");
    client.read_until("550 5.1.1 No such recipient.\r\n");

    EXPECT_EQ(counted("tanbo_inbound_mail_refused_total", {{"what", "letter"}}), 1U);
    EXPECT_EQ(counted("tanbo_inbound_mail_refused_total", {{"what", "recipient"}}), 1U);
    EXPECT_EQ(counted("tanbo_inbound_mail_received_total"), 0U);
}

TEST_F(LmtpHandlerTest, HasTheMailServerTryAgainIfStorageFails) {
    TestClient client(port());
    vfs.log_sync_fails = true;

    const std::string answer = deliver(client, {"games@t.example"}, "K10\r\n");

    EXPECT_EQ(answer, "451 4.3.0 The mail could not be stored. Try again later.\r\n");
    EXPECT_EQ(wakes, 0);
    EXPECT_TRUE(net::eventually([this] { return fatal_errors == 1; }));
}

TEST_F(LmtpHandlerTest, HasTheMailServerTryAgainIfTheWriterHasStopped) {
    TestClient client(port());
    commits->stop();

    EXPECT_THAT(deliver(client, {"games@t.example"}, "K10\r\n"), StartsWith("451 4.3.0"));
}

TEST_F(LmtpHandlerTest, TakesNoMoreOfStrangersThanMayWaitAndRepliesStill) {
    commits->write([](store::Transaction& transaction) {
        for (int i = 0; i < store::waiting_of_strangers_max - 1; ++i) {
            store::insert_inbound_mail(transaction, {.recipient = "games@t.example", .raw = "a"});
        }
    });
    TestClient last(port());
    TestClient next(port());

    EXPECT_THAT(deliver(last, {"games@t.example"}, "K10\r\n"), StartsWith("250"));
    EXPECT_THAT(deliver(next, {"games@t.example"}, "K10\r\n"), StartsWith("452 4.3.1"));
    TestClient player(port());
    const std::string token = tokens.make({.subject = 7, .expires_at = noon + 1h}, noon);
    EXPECT_THAT(deliver(player, {"r+" + token + "@t.example"}, "K10\r\n"), StartsWith("250"));

    commits->write([](store::Transaction& transaction) {
        store::finish_inbound_mail(transaction, protocol::InboundMailId{1}, {.outcome = "acted"});
    });
    TestClient later(port());
    EXPECT_THAT(deliver(later, {"games@t.example"}, "K10\r\n"), StartsWith("250"));
}

TEST_F(LmtpHandlerTest, TakesNoMoreOfASenderThanMayWaitAndOthersStill) {
    commits->write([](store::Transaction& transaction) {
        for (int i = 0; i < store::waiting_of_sender_max - 1; ++i) {
            store::insert_inbound_mail(
                transaction,
                {.sender = "ann@example.org", .recipient = "games@t.example", .raw = "a"});
        }
    });
    TestClient last(port());
    TestClient next(port());
    TestClient other(port());

    EXPECT_EQ(deliver(last, {"games@t.example", "r+a@t.example", "games@t.example"}, "K10\r\n"),
              "452 4.7.0 Too many mails of this sender are waiting. Try again later.\r\n"
              "250 2.6.0 Mail stored.\r\n"
              "452 4.7.0 Too many mails of this sender are waiting. Try again later.\r\n");
    EXPECT_THAT(deliver(next, {"games@t.example"}, "K10\r\n"), StartsWith("452 4.7.0"));
    EXPECT_THAT(deliver(other, {"games@t.example"}, "K10\r\n", "ben@example.org"),
                StartsWith("250"));

    commits->write([](store::Transaction& transaction) {
        store::finish_inbound_mail(transaction, protocol::InboundMailId{1}, {.outcome = "acted"});
    });
    TestClient later(port());
    EXPECT_THAT(deliver(later, {"games@t.example"}, "K10\r\n"), StartsWith("250"));
}

TEST_F(LmtpHandlerTest, RefusesABareLfInACommandWithAnAnswer) {
    TestClient client(port());
    client.send("LHLO mx.example\nMAIL FROM:<>\r\n");

    EXPECT_THAT(
        client.read_to_end(),
        EndsWith("500 5.5.2 A line must end with CR LF and contain no other CR or LF.\r\n"));
}

TEST_F(LmtpHandlerTest, AnswersCommandsThatCameWithHalfOfTheNext) {
    TestClient client(port());
    client.read_until("\r\n");
    client.send("NOOP\r\nNO");

    EXPECT_EQ(client.read_until("\r\n"), "250 2.0.0 OK.\r\n") << "before it is whole";
    client.send("OP\r\n");

    EXPECT_EQ(client.read_until("\r\n"), "250 2.0.0 OK.\r\n");
}

TEST_F(LmtpHandlerTest, LetsAMailEndWhileTheServerStops) {
    TestClient idle(port());
    idle.read_until("\r\n");
    TestClient busy(port());
    busy.send("LHLO a\r\nMAIL FROM:<>\r\nRCPT TO:<games@t.example>\r\nDATA\r\n");
    busy.read_until("354 Send the mail, then a line with only a dot.\r\n");
    busy.send("K1");

    listener->begin_drain();

    EXPECT_EQ(idle.read_to_end(), "421 4.3.2 The server is stopping.\r\n");
    busy.send("0\r\n.\r\n");
    EXPECT_EQ(busy.read_to_end(),
              "250 2.6.0 Mail stored.\r\n421 4.3.2 The server is stopping.\r\n");
    EXPECT_TRUE(listener->drain(std::chrono::milliseconds(5'000)));
    EXPECT_THAT(mails(), SizeIs(1));
}

class LargeMailsTest : public LmtpHandlerTest {
protected:
    LargeMailsTest() : LmtpHandlerTest(copies_bytes_max) {}
    std::size_t size_told() const override { return copies_bytes_max; }
};

TEST_F(LargeMailsTest, TakesSoMuchOfOneMailAndTheRestByItself) {
    const std::string line(62, 'a');
    std::string mail;  // a quarter of what is taken at once
    while (mail.size() < copies_bytes_max / 4) mail += line + "\r\n";
    TestClient client(port());

    const std::string answer = deliver(client,
                                       {"r+a@t.example", "r+b@t.example", "r+c@t.example",
                                        "r+d@t.example", "r+e@t.example", "r+a@t.example"},
                                       mail);

    EXPECT_EQ(net::count_of(answer, "250 2.6.0"), 5) << "four, and one of them named twice";
    EXPECT_EQ(net::count_of(answer, "452 4.5.3"), 1);
    EXPECT_THAT(mails(), SizeIs(4));
}

}  // namespace
}  // namespace tanbo::mail::inbound
