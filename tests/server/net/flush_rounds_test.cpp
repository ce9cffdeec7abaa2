#include "server/net/websocket/flush_rounds.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <gtest/gtest.h>

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

    void speak() { mark_responsive(); }
    bool is_asked() const { return is_doubtful(); }

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

// Sockets that get more than a turn's worth of messages and say nothing, or speak now and then.
class ListeningRounds : public Rounds {
protected:
    static constexpr std::size_t sockets = 100;

    ListeningRounds() {
        for (std::size_t i = 0; i < sockets; ++i) {
            many.push_back(std::make_unique<Counted>([this] {
                if (is_slow) std::this_thread::sleep_for(100us);
            }));
        }
    }

    void add_all() {
        for (const auto& one : many) rounds->add(*one);
    }

    // Enough messages for everybody to be unresponsive who does not speak.
    void send_much(bool they_speak) {
        for (int i = 0; i < messages; ++i) {
            add_all();
            context.run();
            context.restart();
            for (const auto& one : many) {
                if (they_speak && one->is_asked()) one->speak();
            }
        }
        is_slow = true;
    }

    int flushed() const {
        int sum = 0;
        for (const auto& one : many) sum += one->count - messages;
        return sum;
    }

    static constexpr int messages = 200;
    std::vector<std::unique_ptr<Counted>> many;
    bool is_slow = false;
};

TEST_F(ListeningRounds, PauseBetweenTheTurnsOfThoseWhoSayNothing) {
    send_much(false);

    add_all();
    context.poll();  // until nothing is left but to wait

    EXPECT_GT(flushed(), 0);
    EXPECT_LT(flushed(), 50);
    context.run();
    EXPECT_EQ(flushed(), 100);
}

TEST_F(ListeningRounds, DoNotPauseForThoseWhoAnswer) {
    send_much(true);

    add_all();
    context.poll();

    EXPECT_EQ(flushed(), 100);
}

TEST_F(ListeningRounds, LetThoseWhoSpeakOvertakeTheOthers) {
    send_much(false);
    Counted other;
    add_all();
    context.poll();
    Counted& last = *many.back();
    ASSERT_EQ(last.count, messages);

    rounds->add(other);
    last.speak();
    rounds->add(last);
    context.poll();

    EXPECT_EQ(other.count, 1);
    EXPECT_EQ(last.count, messages + 1);
    context.run();
    EXPECT_EQ(last.count, messages + 1);
    EXPECT_EQ(flushed(), 100);
}

TEST_F(ListeningRounds, ForgetWhoGoesDuringAPause) {
    send_much(false);
    add_all();
    context.poll();

    for (const auto& one : many) rounds->remove(*one);
    const int before = flushed();
    context.run();

    EXPECT_EQ(flushed(), before);
}

TEST_F(Rounds, AskThoseWhoAnswerEverMoreSeldom) {
    Counted one;
    std::vector<int> asked_after;

    for (int flushes = 0; asked_after.size() < 6;) {
        rounds->add(one);
        context.run();
        context.restart();
        ++flushes;
        if (!one.is_asked()) continue;
        asked_after.push_back(std::exchange(flushes, 0));
        one.speak();
    }

    EXPECT_EQ(asked_after, (std::vector{8, 16, 32, 64, 64, 64}));
}

}  // namespace
}  // namespace tanbo::net
