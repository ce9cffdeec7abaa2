#include "server/notify/inbox.hpp"

#include <string>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "server/notify/notify.hpp"
#include "tests/server/notify/fixture.hpp"

namespace tanbo::notify {
namespace {

using nlohmann::json;
using protocol::NoticeKind;

class InboxTest : public NoticeTest {
protected:
    void tell_times(const engine::Player& player, int times) {
        writer->write([&](store::Transaction& transaction) {
            for (int i = 0; i < times; ++i) {
                notify(transaction, base::Instant(std::chrono::milliseconds(i)),
                       {player.account, NoticeKind::challenge, {}, R"({"id":7})"});
            }
        });
    }
    protocol::Result<std::string> list(const engine::Player& player,
                                       std::optional<std::string> cursor = {}, int limit = 50) {
        return on(0, [&] { return inbox.list(player.account, cursor, limit); });
    }
    json page(const engine::Player& player, std::optional<std::string> cursor = {},
              int limit = 50) {
        return json::parse(*list(player, std::move(cursor), limit));
    }
    StreamStart stream(const engine::Player& player, std::optional<std::int64_t> after) {
        return *on(0, [&] { return inbox.stream_start(player.account, after, base::Instant()); });
    }
    void read(const engine::Player& player, std::int64_t up_to) {
        on(0, [&] { return inbox.read(player.account, {up_to}); }).value();
    }

    Inbox inbox{*store};
};

TEST_F(InboxTest, IsEmptyForWhoWasToldNothing) {
    EXPECT_EQ(*list(anna),
              R"({"mode":"away","unread":0,"newest":0,"notifications":[],"next":null})");
}

TEST_F(InboxTest, ListsTheNewestFirstAndGoesOnByCursor) {
    tell_times(anna, 5);
    tell_times(ben, 1);

    const json first = page(anna, {}, 2);
    const json second = page(anna, first.at("next").get<std::string>(), 2);
    const json third = page(anna, second.at("next").get<std::string>(), 2);

    EXPECT_EQ(first.at("notifications").at(0).at("number"), 5);
    EXPECT_EQ(second.at("notifications").at(0).at("number"), 3);
    EXPECT_EQ(third.at("notifications").at(0).at("number"), 1);
    EXPECT_EQ(third.at("next"), nullptr);
    EXPECT_EQ(third.at("notifications").at(0).dump(),
              R"({"at":"1970-01-01T00:00:00.000Z","data":{"id":7},"game":null,)"
              R"("kind":"challenge","number":1,"read":false,"type":"challenge"})");
}

TEST_F(InboxTest, RefusesACursorOfAnotherList) {
    const auto refused = list(anna, "YjoxMg");

    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error().code, protocol::Code::bad_cursor);
}

TEST_F(InboxTest, KeepsTheNewestUpToTheCap) {
    tell_times(anna, store::notifications_max);
    EXPECT_EQ(told(anna).front().number, 1);

    tell_times(anna, 1);

    EXPECT_EQ(told(anna).size(), static_cast<std::size_t>(store::notifications_max));
    EXPECT_EQ(told(anna).front().number, 2);
    EXPECT_EQ(page(anna).at("unread"), store::notifications_max);
}

TEST_F(InboxTest, CountsWhatIsUnreadAndNeverUnreads) {
    tell_times(anna, 3);

    read(anna, 2);
    const json some = page(anna);
    read(anna, 1);
    const json again = page(anna);
    read(anna, 1'000'000);
    tell_times(anna, 1);
    const json more = page(anna);

    EXPECT_EQ(some.at("unread"), 1);
    EXPECT_EQ(some.at("notifications").at(0).at("read"), false);
    EXPECT_EQ(some.at("notifications").at(1).at("read"), true);
    EXPECT_EQ(again.at("unread"), 1);
    EXPECT_EQ(more.at("unread"), 1);
    EXPECT_EQ(more.at("newest"), 4);
}

TEST_F(InboxTest, KeepsTheModeThatWasChosen) {
    on(0, [&] { return inbox.set_mode(anna.account, {protocol::NoticeMode::digest}); }).value();
    tell_times(anna, 1);

    EXPECT_EQ(page(anna).at("mode"), "digest");
    EXPECT_EQ(page(ben).at("mode"), "away");
}

TEST_F(InboxTest, BeginsAStreamAfterWhatWasSeen) {
    tell_times(anna, 3);

    const auto from_two = stream(anna, 2);
    const auto from_the_end = stream(anna, 3);
    const auto afresh = stream(anna, std::nullopt);

    ASSERT_EQ(from_two.messages.size(), 2U);
    EXPECT_EQ(protocol::head_of_my_notice(from_two.messages.front()).number, 3);
    EXPECT_EQ(protocol::head_of_my_notice(from_two.messages.front()).type, "challenge");
    EXPECT_EQ(protocol::head_of_my_notice(from_two.messages.back()).type, "ready");
    EXPECT_EQ(from_the_end.messages.size(), 1U);
    EXPECT_EQ(afresh.messages, from_the_end.messages);
    EXPECT_EQ(afresh.newest, 3);
}

TEST_F(InboxTest, RefusesAStreamAfterWhatIsStillToCome) {
    tell_times(anna, 3);

    const auto start = on(0, [&] { return inbox.stream_start(anna.account, 4, base::Instant()); });

    ASSERT_FALSE(start.has_value());
    EXPECT_EQ(start.error().code, protocol::Code::bad_parameter);
}

}  // namespace
}  // namespace tanbo::notify
