#include "server/mail/outbound/outbox.hpp"

#include <deque>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "server/mail/outbound/queue.hpp"
#include "server/store/tables/accounts/addresses.hpp"
#include "server/store/tables/messages/outbox.hpp"
#include "tests/server/game/fixture.hpp"

namespace tanbo::mail::outbound {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

RelayAnswer answer_of(RelayVerdict verdict, const std::string& text = "words of the relay") {
    RelayAnswer answer;
    answer.verdict = verdict;
    answer.text = text;
    return answer;
}

class SenderTest : public game::GameTest {
protected:
    protocol::MailId put(const std::string& message, const std::string& to,
                         std::optional<engine::Player> player = {},
                         store::MailRank rank = store::MailRank::access) {
        protocol::MailId id{};
        writer->write([&](store::Transaction& transaction) {
            store::NewMail mail;
            mail.message = message;
            mail.kind = "password-changed";
            if (player) mail.account = player->account;
            mail.address = to;
            mail.data = R"({"handle":"x"})";
            mail.created_at = now();
            mail.is_asked_for = true;
            mail.rank = rank;
            ASSERT_EQ(store::put_mail(transaction, mail), store::Queued::written);
            id = store::find_mail(transaction, message)->id;
        });
        return id;
    }
    store::Mail row(protocol::MailId id) {
        return *database->read(
            [id](store::Reader& reader) { return store::find_mail(reader, id); });
    }
    int send_due() {
        int attempts = 0;
        while (sender.send_one()) ++attempts;
        return attempts;
    }
    base::Instant now() const { return base::Instant(milliseconds(now_ms.load())); }
    void pass(milliseconds time) { now_ms += time.count(); }

    Composed compose(const store::Mail& mail) {
        if (mail.message == "old") return NotNeeded{"turn-over"};
        if (mail.message == "broken") throw std::runtime_error("no such thing");
        return Outgoing{"b+x@tanbo.test", mail.address, mail.message};
    }
    RelayAnswer relay(const Outgoing& outgoing) {
        given.push_back(outgoing.bytes);
        if (during) during();
        if (answers.empty()) return answer_of(RelayVerdict::accepted);
        const RelayAnswer next = answers.front();
        answers.pop_front();
        return next;
    }

    std::vector<std::string> given;  // to the relay
    std::deque<RelayAnswer> answers;
    std::function<void()> during;
    int times_it_went_on = 0;
    game::Presence presence;
    MailQueue mails{*store};
    Outbox sender{mails,
                  [this](const store::Mail& mail) { return compose(mail); },
                  [this](const Outgoing& outgoing) { return relay(outgoing); },
                  presence,
                  [this] { return now(); },
                  *metrics,
                  [this] { ++times_it_went_on; },
                  {},
                  [] { return 0.5; }};
};

TEST_F(SenderTest, SendsAMailOnceAndForgetsWhatItSaid) {
    const auto id = put("one", "ann@example.org");

    EXPECT_EQ(send_due(), 1);
    EXPECT_EQ(send_due(), 0);

    EXPECT_THAT(given, ElementsAre("one"));
    EXPECT_EQ(row(id).sent_at, now());
    EXPECT_EQ(row(id).data, "{}");
    EXPECT_EQ(row(id).attempts, 1);
    EXPECT_FALSE(sender.next_due());
}

TEST_F(SenderTest, TriesAgainLaterAndLaterForFiveDays) {
    const auto id = put("one", "ann@example.org");
    const std::int64_t begun = now_ms;
    answers.assign(100, answer_of(RelayVerdict::postponed));

    std::vector<std::int64_t> at_s;
    while (const auto due = sender.next_due()) {
        now_ms = due->time_since_epoch().count();
        ASSERT_EQ(send_due(), 1);
        at_s.push_back((now_ms - begun) / 1'000);
    }

    ASSERT_GE(at_s.size(), 6U);
    EXPECT_THAT(std::vector(at_s.begin(), at_s.begin() + 5), ElementsAre(0, 5, 25, 105, 425));
    EXPECT_LE(at_s.back(), std::chrono::seconds(tried_for).count());
    EXPECT_GT(at_s.back(), seconds(hours(24 * 4)).count());
    EXPECT_TRUE(row(id).failed_at);
    EXPECT_EQ(row(id).fault, "words of the relay");
}

TEST_F(SenderTest, KeepsTheOrderOfOneReaderAndLetsOthersPass) {
    put("one", "ann@example.org");
    answers = {answer_of(RelayVerdict::postponed)};
    EXPECT_EQ(send_due(), 1);
    put("two", "ann@example.org");
    put("three", "ben@example.org");

    EXPECT_EQ(send_due(), 1);
    EXPECT_EQ(sender.next_due(), now() + seconds(5));
    pass(seconds(5));
    EXPECT_EQ(send_due(), 2);

    EXPECT_THAT(given, ElementsAre("one", "three", "one", "two"));
}

TEST_F(SenderTest, SendsToOneReaderOneAtATime) {
    put("one", "ann@example.org");
    put("two", "Ann@example.org");
    int others = 0;
    during = [&] {
        during = {};
        while (sender.send_one()) ++others;
        EXPECT_FALSE(sender.next_due());
    };

    EXPECT_TRUE(sender.send_one());

    EXPECT_EQ(others, 0);
    EXPECT_EQ(send_due(), 1);
    EXPECT_THAT(given, ElementsAre("one", "two"));
}

TEST_F(SenderTest, LetsNoBacklogOfOneReaderDelayOthers) {
    for (int i = 0; i < 300; ++i) put("ann " + std::to_string(i), "ann@example.org");
    put("ben", "ben@example.org");
    during = [&] {
        during = {};
        EXPECT_TRUE(sender.send_one());
    };

    EXPECT_TRUE(sender.send_one());

    EXPECT_THAT(given, ElementsAre("ann 0", "ben"));
}

// Once 39 boards of 64x64 kept a link waiting for 45 s.
TEST_F(SenderTest, SendsALinkThatIsWrittenLastBeforeAllBoards) {
    for (int i = 0; i < 39; ++i) {
        put("board " + std::to_string(i), std::to_string(i) + "@example.org", {},
            store::MailRank::large);
    }
    put("turn", "ann@example.org", {}, store::MailRank::turn);
    put("link", "ann@example.org");

    EXPECT_EQ(send_due(), 41);

    given.resize(3);
    EXPECT_THAT(given, ElementsAre("link", "turn", "board 0"));
}

// While one thread draws, the other one is there for a link.
TEST_F(SenderTest, DrawsOneLargeBoardAtATime) {
    put("board", "ann@example.org", {}, store::MailRank::large);
    put("another", "ben@example.org", {}, store::MailRank::large);
    during = [&] {
        during = {};
        EXPECT_FALSE(sender.send_one());
        EXPECT_FALSE(sender.next_due());
        put("link", "ann2@example.org");
        EXPECT_TRUE(sender.send_one());
    };

    EXPECT_TRUE(sender.send_one());
    EXPECT_EQ(send_due(), 1);

    EXPECT_THAT(given, ElementsAre("board", "link", "another"));
}

// Nor does a mail that the relay wants later.
TEST_F(SenderTest, LetsALinkPassATurnOfTheSameReaderThatIsTriedAgain) {
    put("turn", "ann@example.org", {}, store::MailRank::turn);
    answers = {answer_of(RelayVerdict::postponed)};
    EXPECT_EQ(send_due(), 1);
    put("link", "ann@example.org");

    EXPECT_EQ(send_due(), 1);

    EXPECT_THAT(given, ElementsAre("turn", "link"));
    EXPECT_EQ(sender.next_due(), now() + seconds(5));
}

TEST_F(SenderTest, LeavesARelayAloneThatCannotBeReached) {
    const auto id = put("one", "ann@example.org");
    put("two", "ben@example.org");
    answers = {answer_of(RelayVerdict::unreachable), answer_of(RelayVerdict::unreachable)};

    EXPECT_EQ(send_due(), 1);
    EXPECT_EQ(sender.next_due(), now() + seconds(5));
    EXPECT_EQ(row(id).attempts, 0);
    pass(seconds(5));
    EXPECT_EQ(send_due(), 1);
    EXPECT_EQ(sender.next_due(), now() + seconds(20));
    pass(seconds(20));

    EXPECT_EQ(send_due(), 2);
    EXPECT_TRUE(row(id).sent_at);
    EXPECT_FALSE(sender.next_due());
}

// Once the threads that had found it out of reach waited on, for half a minute.
TEST_F(SenderTest, TellsThatARelayIsThereBeforeItIsToBeAskedAgain) {
    put("one", "ann@example.org");
    put("two", "ben@example.org");
    during = [&] {
        during = {};
        answers = {answer_of(RelayVerdict::unreachable)};
        EXPECT_TRUE(sender.send_one());
        EXPECT_FALSE(sender.send_one()) << "it is left alone";
    };

    EXPECT_TRUE(sender.send_one());

    EXPECT_EQ(times_it_went_on, 1);
    pass(seconds(5));
    EXPECT_EQ(send_due(), 1);
    EXPECT_EQ(times_it_went_on, 1) << "there was nothing to wait for";
}

TEST_F(SenderTest, TellsNothingIfARelayIsThereWhenItIsAskedAgain) {
    put("one", "ann@example.org");
    answers = {answer_of(RelayVerdict::unreachable)};
    EXPECT_EQ(send_due(), 1);
    pass(seconds(5));

    EXPECT_EQ(send_due(), 1);

    EXPECT_EQ(times_it_went_on, 0);
}

TEST_F(SenderTest, AsksTheRelayEveryFiveMinutesInTheEnd) {
    put("one", "ann@example.org");
    answers.assign(20, answer_of(RelayVerdict::unreachable));
    for (int i = 0; i < 10; ++i) {
        EXPECT_EQ(send_due(), 1);
        now_ms = sender.next_due()->time_since_epoch().count();
    }

    EXPECT_EQ(send_due(), 1);

    EXPECT_EQ(sender.next_due(), now() + relay_pause_max);
}

TEST_F(SenderTest, GivesUpWhatIsRefusedAndScoresTheReaderOnlyForWhatIsHis) {
    protocol::AddressId address{};
    const auto ann = anna.account;
    writer->write([&](store::Transaction& transaction) {
        address = *store::insert_address(transaction, ann, "ann@example.org", true,
                                         engine::instant_of(1));
        store::verify_address(transaction, address, engine::instant_of(2));
    });
    const auto score = [&] {
        return database->read([&](store::Reader& reader) {
            return store::find_address(reader, ann, address)->bounce_score;
        });
    };
    RelayAnswer refusal = answer_of(RelayVerdict::refused, "554 5.7.1 Relay access denied");
    answers = {refusal};
    const auto denied = put("denied", "ann@example.org", anna);
    EXPECT_EQ(send_due(), 1);
    EXPECT_TRUE(row(denied).failed_at);
    EXPECT_EQ(score(), 0);

    refusal.text = "550 5.1.1 No such user";
    refusal.is_about_reader = true;
    answers = {refusal};
    const auto gone = put("gone", "ann@example.org", anna);
    EXPECT_EQ(send_due(), 1);

    EXPECT_TRUE(row(gone).failed_at);
    EXPECT_EQ(row(gone).fault, "550 5.1.1 No such user");
    EXPECT_EQ(score(), store::permanent_bounce_score);
}

TEST_F(SenderTest, DropsWhatNobodyNeeds) {
    const auto id = put("old", "ann@example.org");

    EXPECT_EQ(send_due(), 1);

    EXPECT_THAT(given, IsEmpty());
    EXPECT_TRUE(row(id).dropped_at);
    EXPECT_EQ(row(id).fault, "turn-over");
}

TEST_F(SenderTest, GivesUpWhatCannotBeMadeAndGoesOn) {
    const auto id = put("broken", "ann@example.org");
    put("two", "ann@example.org");

    EXPECT_EQ(send_due(), 2);

    EXPECT_TRUE(row(id).failed_at);
    EXPECT_THAT(given, ElementsAre("two"));
}

TEST_F(SenderTest, SendsNothingAgainWhileTheDiskIsFull) {
    const auto id = put("one", "ann@example.org");
    put("two", "ben@example.org");
    vfs.disk_is_full = true;

    for (int i = 0; i < 3; ++i) EXPECT_THROW(sender.send_one(), store::StorageError);

    EXPECT_THAT(given, ElementsAre("one"));
    vfs.disk_is_full = false;
    EXPECT_EQ(send_due(), 2);
    EXPECT_TRUE(row(id).sent_at);
    EXPECT_THAT(given, ElementsAre("one", "two"));
}

TEST_F(SenderTest, SendsTheSameMailAgainIfItsEndWasNotRecorded) {
    put("one", "ann@example.org");
    answers = {answer_of(RelayVerdict::cancelled)};  // as if the process had died here

    EXPECT_TRUE(sender.send_one());
    EXPECT_EQ(send_due(), 1);

    EXPECT_THAT(given, ElementsAre("one", "one"));
}

}  // namespace
}  // namespace tanbo::mail::outbound
