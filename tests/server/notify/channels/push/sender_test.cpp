#include "server/notify/channels/push/sender.hpp"

#include <deque>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "server/base/secrets.hpp"
#include "server/notify/notify.hpp"
#include "server/store/tables/accounts/tokens.hpp"
#include "server/store/tables/messages/notices.hpp"
#include "tests/server/notify/channels/push/browser.hpp"
#include "tests/server/notify/fixture.hpp"

namespace tanbo::notify {
namespace {

using nlohmann::json;
using protocol::NoticeKind;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::ElementsAre;
using testing::IsEmpty;

const Sent push_failure = {500, "no", false};

std::string push_header(const Outgoing& outgoing, const std::string& name) {
    for (const auto& [known, value] : outgoing.headers) {
        if (known == name) return value;
    }
    return {};
}

json token_part(const std::string& token, int number) {
    std::size_t begin = 0;
    for (int i = 0; i < number; ++i) begin = token.find('.', begin) + 1;
    const std::string part = token.substr(begin, token.find('.', begin) - begin);
    return json::parse(base::from_base64url(part).value());
}

class PushSenderTest : public NoticeTest {
protected:
    PushSenderTest() { subscribe(1, "https://push.example/a"); }

    // A browser with a session of its own.
    void subscribe(std::uint8_t number, const std::string& endpoint,
                   const std::string& kinds = "your-turn,challenge,deadline-warning") {
        writer->write([&](store::Transaction& transaction) {
            if (!store::find_token(transaction, digest(number), now())) {
                store::insert_token(transaction, {.hash = digest(number),
                                                  .account = anna.account,
                                                  .created_at = now(),
                                                  .kind = store::TokenKind::session});
            }
            store::PushSubscription made;
            made.account = anna.account;
            made.token = digest(number);
            made.endpoint = endpoint;
            made.p256dh = browser.keys().public_key;
            made.auth = browser.keys().auth;
            made.kinds = kinds;
            made.language = "en";
            made.created_at = now();
            store::put_push_subscription(transaction, made);
        });
    }
    static store::Digest digest(std::uint8_t number) {
        store::Digest made{};
        made[0] = number;
        return made;
    }
    void tell_anna(int challenge, NoticeKind kind = NoticeKind::challenge) {
        writer->write([&](store::Transaction& transaction) {
            Notice notice;
            notice.account = anna.account;
            notice.kind = kind;
            notice.data = R"({"id":)" + std::to_string(challenge) +
                          R"(,"creator":"ben","setup":"9x9","uses":1})";
            notify(transaction, now(), notice);
        });
    }
    base::Instant now() const { return base::Instant(milliseconds(now_ms.load())); }
    void pass(milliseconds time) { now_ms += time.count(); }
    bool is_subscribed(std::uint8_t number = 1) {
        return database->read([&](store::Reader& reader) {
            return store::find_push_subscription(reader, digest(number)).has_value();
        });
    }
    // Sends all that is due; how many attempts that took.
    int send_due() {
        int attempts = 0;
        while (sender.send_one()) ++attempts;
        return attempts;
    }
    std::vector<std::string> bodies() const {
        std::vector<std::string> texts;
        for (const Outgoing& one : sent) {
            texts.push_back(json::parse(browser.read(one.body).value()).at("tag"));
        }
        return texts;
    }

    Sent answer(const Outgoing& outgoing) {
        sent.push_back(outgoing);
        if (answers.empty()) return {201, "", false};
        Sent next = answers.front();
        answers.pop_front();
        return next;
    }

    Browser browser;
    std::vector<Outgoing> sent;
    std::deque<Sent> answers;
    Keys keys{base::Digest{}};
    KeyPair key = make_key_pair();
    Vapid vapid{key, "https://tanbo.example"};
    PushSender sender{*store,
                      keys,
                      vapid,
                      [this](const Outgoing& outgoing) { return answer(outgoing); },
                      [this] { return now(); },
                      *metrics,
                      {},
                      [] { return 0.5; }};
};

TEST_F(PushSenderTest, SendsWhatTheBrowserCanRead) {
    tell_anna(5);

    EXPECT_EQ(send_due(), 1);

    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].url, "https://push.example/a");
    EXPECT_EQ(json::parse(browser.read(sent[0].body).value()), json({{"title", "New challenge"},
                                                                     {"body", "ben · 9x9"},
                                                                     {"url", "/challenges/5"},
                                                                     {"tag", "challenge-5"},
                                                                     {"lang", "en"}}));
    EXPECT_EQ(push_header(sent[0], "Content-Encoding"), "aes128gcm");
    EXPECT_EQ(push_header(sent[0], "TTL"), "172800");
    EXPECT_EQ(push_header(sent[0], "Urgency"), "normal");
    EXPECT_FALSE(sender.next_due());
}

TEST_F(PushSenderTest, SignsForThePushServiceAlone) {
    tell_anna(5);

    send_due();

    const std::string value = push_header(sent.at(0), "Authorization");
    ASSERT_TRUE(value.starts_with("vapid t="));
    const std::size_t comma = value.find(", k=");
    const std::string token = value.substr(8, comma - 8);
    const std::size_t dot = token.rfind('.');
    EXPECT_EQ(base::from_base64url(value.substr(comma + 4)), key.public_key);
    EXPECT_TRUE(is_signed(token.substr(0, dot), base::from_base64url(token.substr(dot + 1)).value(),
                          key.public_key));
    EXPECT_EQ(token_part(token, 0), json({{"typ", "JWT"}, {"alg", "ES256"}}));
    EXPECT_EQ(token_part(token, 1), json({{"aud", "https://push.example"},
                                          {"exp", 1'700'000'000 + 12 * 3'600},
                                          {"sub", "https://tanbo.example"}}));
}

TEST_F(PushSenderTest, SendsTheNewestOfASubjectAlone) {
    tell_anna(5);
    tell_anna(6);
    tell_anna(5);

    EXPECT_EQ(send_due(), 2);

    EXPECT_THAT(bodies(), ElementsAre("challenge-6", "challenge-5"));
}

TEST_F(PushSenderTest, NamesASubjectByATopicThatTellsNothing) {
    tell_anna(5);
    send_due();
    tell_anna(6);
    tell_anna(5);
    send_due();

    ASSERT_EQ(sent.size(), 3U);
    const std::string topic = push_header(sent[0], "Topic");
    EXPECT_EQ(topic, push_header(sent[2], "Topic"));
    EXPECT_NE(topic, push_header(sent[1], "Topic"));
    EXPECT_EQ(topic.size(), 32U);
    EXPECT_EQ(topic.find("challenge"), std::string::npos);
}

TEST_F(PushSenderTest, KeepsANewerOneThatComesWhileAnOlderIsSent) {
    tell_anna(5);
    bool is_first = true;
    PushSender slow(
        *store, keys, vapid,
        [&](const Outgoing& outgoing) {
            if (std::exchange(is_first, false)) tell_anna(5);
            return answer(outgoing);
        },
        [this] { return now(); }, *metrics);

    while (slow.send_one()) {
    }

    EXPECT_THAT(bodies(), ElementsAre("challenge-5", "challenge-5"));
}

TEST_F(PushSenderTest, EndsASubscriptionThatIsGone) {
    for (const int status : {404, 410}) {
        subscribe(1, "https://push.example/a");
        ASSERT_TRUE(is_subscribed());
        tell_anna(status);
        answers.assign(1, Sent{status, "gone", false});

        send_due();

        EXPECT_FALSE(is_subscribed()) << status;
        EXPECT_FALSE(sender.next_due());
    }
}

TEST_F(PushSenderTest, KeepsASubscriptionThatOnlyFails) {
    for (const int status : {400, 403, 413, 429, 500, 503}) {
        tell_anna(status);
        answers.assign(1, Sent{status, "no", false});
        send_due();
        EXPECT_TRUE(is_subscribed()) << status;
        pass(hours(1));
        send_due();
    }
}

TEST_F(PushSenderTest, DoesNotRepeatWhatIsRefusedForGood) {
    tell_anna(5);
    answers.assign(1, Sent{413, "too long", false});

    EXPECT_EQ(send_due(), 1);

    EXPECT_FALSE(sender.next_due());
}

TEST_F(PushSenderTest, PausesLongerAndLongerAndGivesUp) {
    tell_anna(5);
    answers.assign(push_attempts_max, push_failure);

    seconds pause{5};
    for (int attempt = 1; attempt < push_attempts_max; ++attempt) {
        EXPECT_EQ(send_due(), 1);
        EXPECT_EQ(sender.next_due(), now() + pause);
        pass(pause);
        pause *= 4;
    }
    EXPECT_EQ(send_due(), 1);

    EXPECT_FALSE(sender.next_due());
    EXPECT_TRUE(is_subscribed());
}

TEST_F(PushSenderTest, LeavesABusyServiceAloneForAsLongAsItAsks) {
    tell_anna(5);
    Sent busy{429, "busy", false};
    busy.retry_after = hours(1);
    answers.assign(1, busy);

    send_due();

    EXPECT_EQ(sender.next_due(), now() + hours(1));
}

TEST_F(PushSenderTest, EndsASubscriptionAfterFiveDaysOfFailures) {
    for (int day = 0; day <= 5; ++day) {
        EXPECT_TRUE(is_subscribed()) << day;
        tell_anna(day + 1);
        answers.assign(1, Sent{403, "no", false});
        send_due();
        pass(hours(24));
    }

    EXPECT_FALSE(is_subscribed());
}

TEST_F(PushSenderTest, SendsNothingThatWasReadMeanwhile) {
    tell_anna(5);
    writer->write([&](store::Transaction& transaction) {
        store::set_read_up_to(transaction, anna.account, 1);
    });

    EXPECT_EQ(send_due(), 1);

    EXPECT_THAT(sent, IsEmpty());
    EXPECT_FALSE(sender.next_due());
}

TEST_F(PushSenderTest, SendsNothingOfATurnThatIsOver) {
    const auto game = open_game(anna, game_request("9x9", {"me", "open"}))->game;
    ASSERT_TRUE(submit(game, engine::Join{ben, {}, {}}).has_value());
    ASSERT_TRUE(submit(game, engine::Leave{anna.account}).has_value());

    send_due();

    EXPECT_THAT(sent, IsEmpty());
}

TEST_F(PushSenderTest, SendsATurn) {
    const auto game = open_game(anna, game_request("9x9", {"me", "open"}))->game;
    ASSERT_TRUE(submit(game, engine::Join{ben, {}, {}}).has_value());

    send_due();

    EXPECT_THAT(bodies(), ElementsAre("game-" + to_string(game)));
}

TEST_F(PushSenderTest, SendsOnlyTheKindsThatABrowserWants) {
    subscribe(1, "https://push.example/a", "deadline-warning");
    tell_anna(5);

    EXPECT_EQ(send_due(), 0);
}

TEST_F(PushSenderTest, SendsToEachBrowser) {
    subscribe(2, "https://push.example/b");
    tell_anna(5);

    EXPECT_EQ(send_due(), 2);

    std::set<std::string> urls;
    for (const Outgoing& one : sent) urls.insert(one.url);
    EXPECT_THAT(urls, ElementsAre("https://push.example/a", "https://push.example/b"));
}

TEST_F(PushSenderTest, SendsNothingToASessionThatHasEnded) {
    tell_anna(5);
    writer->write(
        [&](store::Transaction& transaction) { store::delete_token(transaction, digest(1)); });

    EXPECT_EQ(send_due(), 0);
    EXPECT_FALSE(is_subscribed());
}

TEST_F(PushSenderTest, SendsNothingToASessionThatWasNotUsedForTooLong) {
    tell_anna(5);
    pass(store::session_idle_max + milliseconds(1));

    send_due();

    EXPECT_THAT(sent, IsEmpty());
    EXPECT_FALSE(is_subscribed());
    EXPECT_FALSE(sender.next_due());
}

TEST_F(PushSenderTest, SendsNothingAgainWhileTheDiskIsFull) {
    tell_anna(5);
    vfs.disk_is_full = true;

    for (int i = 0; i < 3; ++i) EXPECT_THROW(sender.send_one(), store::StorageError);

    EXPECT_EQ(sent.size(), 1U);
    vfs.disk_is_full = false;
    send_due();
    EXPECT_EQ(sent.size(), 1U);
    EXPECT_FALSE(sender.next_due());
}

}  // namespace
}  // namespace tanbo::notify
