#include "server/game/feed/feed.hpp"

#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "protocol/games/events.hpp"
#include "tests/server/game/script.hpp"

namespace tanbo::game {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Listener final : public GameSubscriber, public NoticeSubscriber {
public:
    void on_frame(const Frame& frame) override {
        seqs.push_back(frame.seq);
        if (then) then();
    }
    void on_notice(const SharedBytes& message) override { notices.push_back(*message); }

    std::vector<std::uint32_t> seqs;
    std::vector<std::string> notices;
    std::function<void()> then;
};

class FeedTest : public testing::Test {
protected:
    // Event `seq` of the script as it is committed alone.
    CommittedBatch event(std::uint32_t seq, GameId game = GameId{42}) const {
        const engine::Event& source = script.events[seq - 1];
        Frame frame;
        frame.seq = seq;
        frame.type = protocol::event_type(source.data);
        frame.json = std::make_shared<const std::string>("{}");
        CommittedBatch batch;
        batch.games.push_back(
            {game, std::make_shared<const engine::Match>(script.matches[seq - 1]), {frame}});
        return batch;
    }

    test::Script script = test::play_script(6);
    base::Metrics metrics;
    Feed feed{metrics};
    Listener one;
    Listener other;
};

TEST_F(FeedTest, TellsTheSubscribersOfAGameOnly) {
    const auto here = feed.follow_game(GameId{42}, one);
    const auto elsewhere = feed.follow_game(GameId{43}, other);

    feed.deliver(event(1));
    feed.deliver(event(2));

    EXPECT_THAT(one.seqs, ElementsAre(1U, 2U));
    EXPECT_THAT(other.seqs, IsEmpty());
}

TEST_F(FeedTest, TellsNobodyWhoHasEnded) {
    auto subscription = feed.follow_game(GameId{42}, one);
    const auto stays = feed.follow_game(GameId{42}, other);
    base::Gauge& subscribers = metrics.gauge("tanbo_subscribers", "Subscriptions.");
    EXPECT_EQ(subscribers.value(), 2);

    subscription.reset();
    feed.deliver(event(1));

    EXPECT_THAT(one.seqs, IsEmpty());
    EXPECT_THAT(other.seqs, ElementsAre(1U));
    EXPECT_EQ(subscribers.value(), 1);
}

TEST_F(FeedTest, LetsASubscriberEndItselfAndOthersWhileItIsTold) {
    auto first = feed.follow_game(GameId{42}, one);
    auto second = feed.follow_game(GameId{42}, other);
    one.then = [&] {
        first.reset();
        second.reset();
    };

    feed.deliver(event(1));
    feed.deliver(event(2));

    EXPECT_THAT(one.seqs, ElementsAre(1U));
    EXPECT_THAT(other.seqs, IsEmpty());
}

TEST_F(FeedTest, TellsANewcomerOfTheNextFrame) {
    const auto first = feed.follow_game(GameId{42}, one);
    Feed::Subscription second;
    one.then = [&] {
        if (!second) second = feed.follow_game(GameId{42}, other);
    };

    feed.deliver(event(1));
    feed.deliver(event(2));

    EXPECT_THAT(other.seqs, ElementsAre(2U));
}

TEST_F(FeedTest, MovesASubscriptionWithoutEndingIt) {
    auto first = feed.follow_game(GameId{42}, one);
    Feed::Subscription second = std::move(first);
    first = feed.follow_game(GameId{43}, other);
    second = std::move(first);

    feed.deliver(event(1));
    feed.deliver(event(1, GameId{43}));

    EXPECT_THAT(one.seqs, IsEmpty());
    EXPECT_THAT(other.seqs, ElementsAre(1U));
}

TEST_F(FeedTest, CountsNoGlanceAmongThoseWhoWatch) {
    const auto watching = feed.follow_game(GameId{42}, one);
    auto glance = feed.follow_game(GameId{42}, other, Feed::Attention::glance);
    const auto only_glance = feed.follow_game(GameId{43}, other, Feed::Attention::glance);

    feed.deliver(event(1));

    EXPECT_THAT(other.seqs, ElementsAre(1U));
    EXPECT_THAT(feed.game_followers(), ElementsAre(testing::Pair(GameId{42}, 1)));
    Feed::Subscription moved = std::move(glance);
    moved.reset();
    EXPECT_THAT(feed.game_followers(), ElementsAre(testing::Pair(GameId{42}, 1)));
    const auto second = feed.follow_game(GameId{42}, other);
    EXPECT_THAT(feed.game_followers(), ElementsAre(testing::Pair(GameId{42}, 2)));
}

TEST_F(FeedTest, TellsTheLobby) {
    Listener lobby;
    const auto subscription = feed.follow_lobby(lobby);

    for (std::uint32_t seq = 1; seq <= 5; ++seq) feed.deliver(event(seq));

    EXPECT_THAT(lobby.notices, ElementsAre(HasSubstr("game-opened"), HasSubstr("game-joined"),
                                           HasSubstr("game-joined"), HasSubstr("game-started")));
}

TEST_F(FeedTest, TellsAnAccountOnly) {
    const auto message = std::make_shared<const std::string>("turn");
    EXPECT_FALSE(feed.has_account_followers());
    auto subscription = feed.follow_account(AccountId{1}, one);
    const auto elsewhere = feed.follow_account(AccountId{2}, other);

    feed.notify_account(AccountId{1}, message);
    feed.notify_account(AccountId{3}, message);

    EXPECT_THAT(one.notices, ElementsAre("turn"));
    EXPECT_THAT(other.notices, IsEmpty());
    EXPECT_TRUE(feed.has_account_followers());
}

TEST(FeedPresenceTest, FollowersOfAnAccountAreOnlineUntilTheLastLeaves) {
    base::Metrics metrics;
    Presence presence;
    presence.share(1);
    Feed feed(metrics, &presence);
    Listener browser;
    Listener program;
    const store::Look online{AccountId{1}, GameId{0}};

    auto first = feed.follow_account(AccountId{1}, browser);
    auto second = feed.follow_account(AccountId{1}, program);
    const auto lobby = feed.follow_lobby(browser);
    EXPECT_THAT(presence.take_changes(), ElementsAre(std::pair(online, true)));

    first.reset();
    EXPECT_THAT(presence.take_changes(), IsEmpty());

    second.reset();
    EXPECT_THAT(presence.take_changes(), ElementsAre(std::pair(online, false)));
}

}  // namespace
}  // namespace tanbo::game
