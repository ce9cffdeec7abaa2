#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "server/game/feed/follower.hpp"
#include "server/game/log.hpp"
#include "tests/server/game/engines.hpp"
#include "tests/server/game/frame_sink.hpp"

// The frames that one of two nodes tells its followers of what the other has done.
namespace tanbo::game {
namespace {

using test::Node;

// Keeps the seqs it is given.
class NodeListener final : public test::FrameSink {
public:
    // Waits for the one that is told of last.
    std::vector<std::uint32_t> seqs_up_to(std::uint32_t last) {
        std::unique_lock lock(mutex_);
        const auto has_come = [this, last] { return !seqs_.empty() && seqs_.back() >= last; };
        EXPECT_TRUE(come_.wait_for(lock, std::chrono::minutes(2), has_come));
        return seqs_;
    }

private:
    void take(const Frame& frame) override {
        const std::lock_guard lock(mutex_);
        seqs_.push_back(frame.seq);
        come_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable come_;
    std::vector<std::uint32_t> seqs_;
};

class NodesFollowed : public TwoNodesTest {
protected:
    NodesFollowed() {
        open();
        game = one->start_game(anna, ben, "9x9");
    }
    ~NodesFollowed() override {
        other->on([this]() -> base::Awaitable<bool> { return end(follower); });
    }

    // From here on what happens is told to the listener by the other node.
    void follow() {
        ASSERT_TRUE(other->on([this] { return begin(follower, *other, game, listener); }));
    }
    static base::Awaitable<bool> begin(std::optional<Follower>& follower, Node& node, GameId game,
                                       std::shared_ptr<NodeListener> listener) {
        follower.emplace(node.feeds[0], node.views[0], game, listener);
        auto begun = co_await follower->begin(std::nullopt, std::nullopt);
        if (!begun) co_return false;
        auto run = co_await follower->run();
        co_return run.has_value();
    }
    static base::Awaitable<bool> end(std::optional<Follower>& follower) {
        follower.reset();
        co_return true;
    }

    GameId game{};
    const std::shared_ptr<NodeListener> listener = std::make_shared<NodeListener>();
    std::optional<Follower> follower;
};

TEST_P(NodesFollowed, TellWhatTheOtherNodePlayedBeforeWhatIsPlayedHere) {
    ASSERT_TRUE(other->submit(game, move(anna, "B3", 0)).has_value());
    follow();
    ASSERT_TRUE(one->submit(game, move(ben, "A8", 1)).has_value());

    ASSERT_TRUE(other->submit(game, move(anna, "C3", 2)).has_value());

    EXPECT_EQ(listener->seqs_up_to(6), (std::vector<std::uint32_t>{5, 6}));
}

TEST_P(NodesFollowed, ReadFromTheLogWhatTheFeedHasSkipped) {
    follow();
    ASSERT_TRUE(one->submit(game, move(anna, "B3", 0)).has_value());
    ASSERT_TRUE(one->submit(game, move(ben, "A8", 1)).has_value());
    CommittedBatch batch;
    batch.games.push_back(
        {game, one->view(game)->shared_match(), {to_frame(game, one->events(game).back())}});

    other->io.post_to(0, [this, &batch] {
        other->feeds[0].deliver(batch);
        other->feeds[0].deliver(batch);
    });

    EXPECT_EQ(listener->seqs_up_to(5), (std::vector<std::uint32_t>{4, 5}));
}

TEST_P(NodesFollowed, BeginWithTheLogAndNotWithWhatIsViewed) {
    ASSERT_EQ(other->view(game)->seq(), 3U);
    ASSERT_TRUE(one->submit(game, move(anna, "B3", 0)).has_value());
    ASSERT_EQ(other->view(game)->seq(), 3U) << "nobody has told the other node";

    follow();

    EXPECT_EQ(listener->seqs_up_to(4), (std::vector<std::uint32_t>{4}));
    EXPECT_EQ(other->view(game)->seq(), 4U) << "a read has shown it";
}

INSTANTIATE_TEST_SUITE_P(Both, NodesFollowed, test::engines, test::name_of_engine);

}  // namespace
}  // namespace tanbo::game
