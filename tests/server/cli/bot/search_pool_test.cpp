#include "server/cli/bot/search_pool.hpp"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <mutex>

#include <gtest/gtest.h>

namespace tanbo::cli {
namespace {

using Kind = Choice::Kind;

// Fails so often, then plays the first legal point.
class Failing final : public Player {
public:
    explicit Failing(int failures) : failures_(failures) {}

    Choice choose(const GameLine& line, const Limits&) override {
        if (failures_-- > 0) return {.fault = "has ended"};
        const auto legal = line.position().legal_points(*line.position().to_move());
        return {.kind = Kind::move, .point = std::ranges::min(legal)};
    }
    std::optional<std::string> start() override { return std::nullopt; }
    bool can_play(const engine::Opening&) const override { return true; }

private:
    int failures_;
};

// The outcome of so many jobs.
std::vector<SearchTaskResult> results_of(std::unique_ptr<Player> player, int jobs) {
    std::mutex mutex;
    std::condition_variable changed;
    int finished = 0;
    std::vector<std::unique_ptr<Player>> players;
    players.push_back(std::move(player));
    SearchPool pool(std::move(players), [&] {
        const std::lock_guard lock(mutex);
        ++finished;
        changed.notify_one();
    });
    for (int i = 0; i < jobs; ++i) {
        pool.add(std::nullopt,
                 {0, protocol::GameId{i + 1}, 5, std::get<GameLine>(line_of_setup("9x9")), {}});
    }
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return finished == jobs; });
    return pool.take();
}

TEST(SearchPool, AnswersEveryJob) {
    const auto results = results_of(std::make_unique<Failing>(0), 20);

    ASSERT_EQ(results.size(), 20U);
    EXPECT_EQ(results[0].game, protocol::GameId{1});
    EXPECT_EQ(results[19].game, protocol::GameId{20});
    EXPECT_EQ(results[19].seq, 5U);
    EXPECT_EQ(results[19].choice.kind, Kind::move);
}

TEST(SearchPool, TellsOfEachFailureAndGoesOn) {
    const auto results = results_of(std::make_unique<Failing>(1), 2);

    EXPECT_EQ(results[0].choice.kind, Kind::fails);
    EXPECT_EQ(results[0].choice.fault, "has ended");
    EXPECT_EQ(results[1].choice.kind, Kind::move);
}

}  // namespace
}  // namespace tanbo::cli
