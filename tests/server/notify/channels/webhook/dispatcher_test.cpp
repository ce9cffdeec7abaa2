#include "server/notify/channels/webhook/dispatcher.hpp"

#include <deque>
#include <string>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "server/notify/channels/webhook/signing.hpp"
#include "server/notify/notify.hpp"
#include "server/store/tables/messages/webhooks.hpp"
#include "tests/server/notify/fixture.hpp"

namespace tanbo::notify {
namespace {

using nlohmann::json;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

class DispatcherTest : public NoticeTest {
protected:
    DispatcherTest() { hook = add_webhook("https://example.org/a"); }

    store::Webhook add_webhook(const std::string& url) { return add_webhook(url, anna); }
    store::Webhook add_webhook(const std::string& url, const engine::Player& owner) {
        store::Webhook made;
        writer->write([&](store::Transaction& transaction) {
            made.account = owner.account;
            made.url = url;
            made.id = store::insert_webhook(transaction, made).value();
        });
        return made;
    }
    void tell_anna(int times = 1) {
        writer->write([&](store::Transaction& transaction) {
            for (int i = 0; i < times; ++i) {
                notify(transaction, now(), {anna.account, protocol::NoticeKind::challenge});
            }
        });
    }
    base::Instant now() const { return base::Instant(milliseconds(now_ms.load())); }
    void pass(milliseconds time) { now_ms += time.count(); }
    store::Webhook present() {
        return *database->read(
            [this](store::Reader& reader) { return store::find_webhook(reader, hook.id); });
    }
    // Sends all that is due; how many attempts that took.
    int send_due() {
        int attempts = 0;
        while (dispatcher.send_one()) ++attempts;
        return attempts;
    }

    Sent answer(const Outgoing& outgoing) {
        sent.push_back(outgoing);
        if (answers.empty()) return {204, "", false};
        Sent next = answers.front();
        answers.pop_front();
        return next;
    }

    std::vector<Outgoing> sent;
    std::deque<Sent> answers;
    store::Webhook hook;
    Keys keys{base::Digest{}};
    Dispatcher dispatcher{*store,
                          keys,
                          [this](const Outgoing& outgoing) { return answer(outgoing); },
                          [this] { return now(); },
                          *metrics,
                          {},
                          [] { return 0.5; }};
};

const Sent failure = {500, "no", false};

std::string header(const Outgoing& outgoing, const std::string& name) {
    for (const auto& [known, value] : outgoing.headers) {
        if (known == name) return value;
    }
    return {};
}

TEST_F(DispatcherTest, SendsWhatWasToldSigned) {
    tell_anna();

    EXPECT_EQ(send_due(), 1);

    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].url, "https://example.org/a");
    EXPECT_EQ(json::parse(sent[0].body).at("type"), "challenge");
    EXPECT_EQ(header(sent[0], "webhook-timestamp"), "1700000000");
    EXPECT_EQ(header(sent[0], "webhook-signature"),
              webhook_signature(keys, hook.id, hook.created_at, header(sent[0], "webhook-id"),
                                1'700'000'000, sent[0].body));
    EXPECT_FALSE(present().next_at);
    EXPECT_FALSE(dispatcher.next_due());
}

TEST_F(DispatcherTest, PausesLongerAndLongerAndHoldsUpWhatIsBehind) {
    tell_anna(2);
    answers.assign(3, failure);

    for (const milliseconds pause : {seconds(5), seconds(20), seconds(80)}) {
        EXPECT_EQ(send_due(), 1);
        EXPECT_EQ(dispatcher.next_due(), now() + pause);
        pass(pause - milliseconds(1));
        EXPECT_EQ(send_due(), 0);
        pass(milliseconds(1));
    }
    EXPECT_EQ(send_due(), 2);

    EXPECT_EQ(header(sent[0], "webhook-id"), header(sent[3], "webhook-id"));
    EXPECT_NE(header(sent[3], "webhook-id"), header(sent[4], "webhook-id"));
    EXPECT_NE(header(sent[0], "webhook-timestamp"), header(sent[3], "webhook-timestamp"));
    EXPECT_EQ(present().failures, 0);
}

TEST_F(DispatcherTest, SendsNothingAgainWhileTheDiskIsFull) {
    tell_anna(2);
    vfs.disk_is_full = true;

    for (int i = 0; i < 3; ++i) EXPECT_THROW(dispatcher.send_one(), store::StorageError);

    EXPECT_EQ(sent.size(), 1U);
    vfs.disk_is_full = false;
    EXPECT_EQ(send_due(), 2);
    ASSERT_EQ(sent.size(), 2U);
    EXPECT_NE(header(sent[0], "webhook-id"), header(sent[1], "webhook-id"));
    EXPECT_FALSE(dispatcher.next_due());
}

TEST_F(DispatcherTest, PausesAsLongAsABusyReceiverAsks) {
    tell_anna();
    const milliseconds longest = retry_after_max;
    answers = {{429, "busy", false, seconds(3'600)},
               {503, "busy", false, retry_after_max},
               {503, "busy", false, retry_after_max + seconds(1)},
               {429, "busy", false, seconds::max()}};

    for (const milliseconds pause : {milliseconds(seconds(3'600)), longest, longest, longest}) {
        EXPECT_EQ(send_due(), 1);
        EXPECT_EQ(dispatcher.next_due(), now() + pause);
        pass(pause);
    }
    EXPECT_EQ(send_due(), 1);
}

TEST_F(DispatcherTest, PausesByThePlanIfNoBusyReceiverAsksForMore) {
    tell_anna();
    answers = {{429, "busy", false, seconds(4)},
               {503, "busy", false, {}},
               {500, "broken", false, seconds(3'600)}};

    for (const milliseconds pause : {seconds(5), seconds(20), seconds(80)}) {
        EXPECT_EQ(send_due(), 1);
        EXPECT_EQ(dispatcher.next_due(), now() + pause);
        pass(pause);
    }
}

TEST_F(DispatcherTest, GivesADeliveryUpAfterSoManyAttemptsAndGoesOn) {
    tell_anna(2);
    answers.assign(attempts_max, failure);

    for (int i = 0; i < attempts_max; ++i) {
        EXPECT_EQ(send_due(), 1);
        pass(*dispatcher.next_due() - now());
    }
    EXPECT_EQ(send_due(), 1);

    EXPECT_NE(header(sent[attempts_max - 1], "webhook-id"), header(sent.back(), "webhook-id"));
    EXPECT_TRUE(present().is_on);
}

TEST_F(DispatcherTest, TurnsOffWhatHasFailedForDaysAndTellsItsOwner) {
    tell_anna(2);
    answers.assign(20, failure);
    send_due();
    pass(hours(24 * 5) - milliseconds(1));
    send_due();
    const bool was_on = present().is_on;
    pass(hours(13));

    send_due();

    EXPECT_TRUE(was_on);
    EXPECT_FALSE(present().is_on);
    EXPECT_EQ(send_due(), 0);
    EXPECT_EQ(kinds(anna).back(), "webhook-disabled");
    EXPECT_EQ(json::parse(told(anna).back().data).at("error"), "no");
    const auto waiting = database->read(
        [this](store::Reader& reader) { return store::first_waiting(reader, hook.id); });
    EXPECT_FALSE(waiting);
}

TEST_F(DispatcherTest, TurnsOffWhatIsGone) {
    tell_anna();
    answers = {{410, "gone", false}};

    send_due();

    EXPECT_FALSE(present().is_on);
}

TEST_F(DispatcherTest, LeavesWhatWasCancelledForTheNextTime) {
    tell_anna();
    answers = {{{}, "stopped", true}};

    dispatcher.send_one();

    EXPECT_EQ(present().failures, 0);
    EXPECT_EQ(send_due(), 1);
}

TEST_F(DispatcherTest, LetsNoWebhookWaitForAnother) {
    add_webhook("https://example.org/b");
    tell_anna();
    answers = {failure};

    EXPECT_EQ(send_due(), 2);

    EXPECT_EQ(sent[1].url, "https://example.org/b");
}

TEST_F(DispatcherTest, MakesTwoAttemptsOfAnAccountAtATimeAndServesOthersFirst) {
    add_webhook("https://example.org/b");
    add_webhook("https://example.org/c");
    add_webhook("https://example.com/", ben);
    tell_anna();
    writer->write([&](store::Transaction& transaction) {
        notify(transaction, now(), {ben.account, protocol::NoticeKind::challenge});
    });
    std::vector<std::string> order;
    Dispatcher* self = nullptr;
    Dispatcher nested(
        *store, keys,
        [&](const Outgoing& outgoing) {
            order.push_back(outgoing.url);
            if (!self->send_one()) {
                EXPECT_FALSE(self->next_due());
            }
            return Sent{204, "", false};
        },
        [this] { return now(); }, *metrics);
    self = &nested;

    EXPECT_TRUE(nested.send_one());

    EXPECT_THAT(order, ElementsAre("https://example.org/a", "https://example.com/",
                                   "https://example.org/b"));
    EXPECT_TRUE(nested.send_one());
    EXPECT_EQ(order.back(), "https://example.org/c");
}

TEST_F(DispatcherTest, LeavesAReceiverThatKeepsItWaitingAloneForLongerAndLonger) {
    tell_anna(2);
    const Sent too_late = {std::nullopt, "Timeout was reached.", false, {}, true};
    answers.assign(attempts_max + 1, too_late);
    for (int i = 0; i < attempts_max; ++i) {
        ASSERT_EQ(send_due(), 1);
        now_ms = dispatcher.next_due()->time_since_epoch().count();
    }

    EXPECT_EQ(send_due(), 1);

    EXPECT_EQ(dispatcher.next_due(), now() + hours(12));
}

TEST_F(DispatcherTest, RecordsNothingForAWebhookThatWasDeletedMeanwhile) {
    tell_anna();
    answers = {failure};
    Dispatcher deleting(
        *store, keys,
        [this](const Outgoing&) {
            writer->write([this](store::Transaction& transaction) {
                store::delete_webhook(transaction, hook);
            });
            return failure;
        },
        [this] { return now(); }, *metrics);

    EXPECT_TRUE(deleting.send_one());

    EXPECT_THAT(kinds(anna), ElementsAre("challenge"));
    EXPECT_FALSE(deleting.next_due());
}

TEST(RetryDelay, GrowsToTwelveHoursAFifthMoreOrLess) {
    const RetryPlan plan;

    EXPECT_EQ(retry_delay(plan, 1, 0), milliseconds(4'000));
    EXPECT_EQ(retry_delay(plan, 1, 1), milliseconds(6'000));
    EXPECT_EQ(retry_delay(plan, 4, 0.5), seconds(320));
    EXPECT_EQ(retry_delay(plan, 8, 0.5), hours(12));
    EXPECT_EQ(retry_delay(plan, attempts_max, 0.5), hours(12));
}

}  // namespace
}  // namespace tanbo::notify
