#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <gtest/gtest.h>

#include "server/net/flush_rounds.hpp"

namespace tanbo::net {
namespace {

using namespace std::chrono_literals;

class Counted final : public Flushable {
public:
    explicit Counted(std::function<void()> work = [] {}) : work_(std::move(work)) {}
    void flush() override {
        ++count;
        work_();
    }

    int count = 0;

private:
    std::function<void()> work_;
};

class Rounds : public testing::Test {
protected:
    boost::asio::io_context context;
    std::shared_ptr<FlushRounds> rounds = std::make_shared<FlushRounds>(context.get_executor());
};

TEST_F(Rounds, FlushOnceForAnyNumberOfCallsAndNeverInside) {
    Counted one;

    for (int i = 0; i < 3; ++i) rounds->add(one);

    EXPECT_EQ(one.count, 0);
    context.run();
    EXPECT_EQ(one.count, 1);
    rounds->add(one);
    context.restart();
    context.run();
    EXPECT_EQ(one.count, 2);
}

TEST_F(Rounds, FlushAgainWhoAsksForItMeanwhile) {
    Counted* again = nullptr;
    Counted one([&] {
        if (again->count < 5) rounds->add(*again);
    });
    again = &one;

    rounds->add(one);
    context.run();

    EXPECT_EQ(one.count, 5);
}

TEST_F(Rounds, ForgetWhatHasGone) {
    auto gone = std::make_unique<Counted>();
    Counted stays;
    rounds->add(*gone);
    rounds->add(stays);

    rounds->remove(*gone);
    gone.reset();
    context.run();

    EXPECT_EQ(stays.count, 1);
}

// Each takes 50 us, so all of them take 20 ms; the control is that they are flushed all the same.
TEST_F(Rounds, LetOthersInBetween) {
    std::vector<std::unique_ptr<Counted>> many;
    for (int i = 0; i < 400; ++i) {
        many.push_back(std::make_unique<Counted>([] { std::this_thread::sleep_for(50us); }));
        rounds->add(*many.back());
    }
    int flushed_before = 0;

    boost::asio::post(context, [&] {
        for (const auto& one : many) flushed_before += one->count;
    });
    context.run();

    EXPECT_GT(flushed_before, 0);
    EXPECT_LT(flushed_before, 100);
    for (const auto& one : many) EXPECT_EQ(one->count, 1);
}

}  // namespace
}  // namespace tanbo::net
