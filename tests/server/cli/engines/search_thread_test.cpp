#include "server/cli/engines/search_thread.hpp"

#include <algorithm>
#include <poll.h>
#include <thread>

#include <gtest/gtest.h>

#include "server/cli/engines/search_engine.hpp"
#include "tests/server/cli/engines/fake_engine.hpp"

namespace tanbo::cli {
namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

GameLine line(std::string_view text) {
    return std::get<GameLine>(read_position(words_of(text)));
}

// The last news; everything before it is passed over.
std::optional<SearchProgress> last_news(SearchThread& thread) {
    const auto deadline = Clock::now() + std::chrono::seconds{20};
    while (Clock::now() < deadline) {
        pollfd ready{thread.descriptor(), POLLIN, 0};
        ::poll(&ready, 1, 100);
        while (auto news = thread.take()) {
            if (news->is_last) return news;
        }
    }
    return std::nullopt;
}

TEST(SearchThread, TellsWhatItFound) {
    SearchThread thread(std::make_unique<FakeEngine>(3));

    thread.begin({line("setup 9x9"), {.simulations = 3}});

    const auto news = last_news(thread);
    ASSERT_TRUE(news.has_value());
    EXPECT_EQ(news->result.simulations, 3U);
}

TEST(SearchThread, SearchesAgain) {
    SearchThread thread(std::make_unique<FakeEngine>());
    for (int i = 0; i < 20; ++i) {
        thread.begin({line("setup 9x9"), {.simulations = 1}});
        ASSERT_TRUE(last_news(thread).has_value());
    }
}

TEST(SearchThread, EndsAnUnboundedSearchOnlyWhenItIsStopped) {
    SearchThread thread(std::make_unique<FakeEngine>());
    thread.begin({line("setup 9x9"), {}});
    pollfd ready{thread.descriptor(), POLLIN, 0};
    EXPECT_EQ(::poll(&ready, 1, 50), 0);

    thread.stop();

    EXPECT_TRUE(last_news(thread).has_value());
}

// Of many tries the best one counts: the others measure what else the machine does.
TEST(SearchThread, IsStoppedWithinFiveMilliseconds) {
    constexpr milliseconds told_within{5};
    SearchThread thread(std::make_unique<SearchEngine>(1, std::size_t{1} << 24U));
    for (const std::string_view setup : {"setup 9x9", "setup 19x19", "setup 19x19-4p"}) {
        Clock::duration best = Clock::duration::max();
        std::uint64_t most_simulations = 0;
        for (int attempt = 0; attempt < 100 && (best >= told_within || most_simulations == 0);
             ++attempt) {
            thread.begin({line(setup), {}});
            std::this_thread::sleep_for(milliseconds{20});
            const auto start = Clock::now();
            thread.stop();
            const auto news = last_news(thread);
            best = std::min(best, Clock::now() - start);
            ASSERT_TRUE(news.has_value());
            most_simulations = std::max(most_simulations, news->result.simulations);
        }
        EXPECT_LT(best, told_within) << setup;
        EXPECT_GT(most_simulations, 0U) << setup;
    }
}

TEST(SearchThread, KeepsAResultThatIsCertainUntilItIsStopped) {
    SearchThread thread(std::make_unique<SearchEngine>(1, std::size_t{1} << 20U));
    thread.begin({line("fen 3/1/3/black"), {}});  // one legal move
    pollfd ready{thread.descriptor(), POLLIN, 0};
    EXPECT_EQ(::poll(&ready, 1, 50), 0);

    thread.stop();

    EXPECT_TRUE(last_news(thread).has_value());
}

TEST(SearchThread, KeepsTheMoveOfALevelUntilItIsStoppedIfItWaitsForThat) {
    SearchThread thread(std::make_unique<FakeEngine>());
    thread.begin({line("setup 9x9"), {.level = 1, .waits_for_stop = true}});
    pollfd ready{thread.descriptor(), POLLIN, 0};
    EXPECT_EQ(::poll(&ready, 1, 50), 0);

    thread.stop();

    EXPECT_TRUE(last_news(thread).has_value());
}

TEST(SearchThread, EndsInTheMiddleOfASearch) {
    auto thread = std::make_unique<SearchThread>(std::make_unique<FakeEngine>());
    thread->begin({line("setup 9x9"), {}});

    thread.reset();

    SUCCEED();
}

}  // namespace
}  // namespace tanbo::cli
