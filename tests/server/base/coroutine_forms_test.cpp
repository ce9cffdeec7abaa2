#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "server/base/threads/async.hpp"

// Forms of co_await that a compiler got wrong once: it destroyed temporaries of the awaiting
// expression twice, or lost the body of a coroutine. AddressSanitizer sees the first kind, the
// counts both.
namespace tanbo::base {
namespace {

constexpr std::string_view long_text = "longer than what a string keeps within itself";

// Counts what is alive; a destruction too many shows as less than none.
class Counted {
public:
    explicit Counted(int& alive) : alive_(&alive) { ++*alive_; }
    Counted(const Counted& other) : alive_(other.alive_), text_(other.text_) { ++*alive_; }
    Counted(Counted&& other) noexcept : alive_(other.alive_), text_(std::move(other.text_)) {
        ++*alive_;
    }
    Counted& operator=(const Counted&) = delete;
    ~Counted() { --*alive_; }
    const std::string& text() const { return text_; }

private:
    int* alive_;
    std::string text_{long_text};
};

struct Options {
    Counted first;
    std::vector<std::string> names;
};

Awaitable<std::size_t> size_of(Options options) {
    co_return options.first.text().size() + options.names.size();
}

Awaitable<std::size_t> size_of_text(std::string text) {
    co_return text.size();
}

Awaitable<bool> is_positive(int value) {
    co_return value > 0;
}

// Runs the coroutine to its end on a context of its own.
template <class T>
T result_of(Awaitable<T> coroutine) {
    boost::asio::io_context context;
    std::optional<T> result;
    spawn(context.get_executor(), "form",
          [](Awaitable<T> inner, std::optional<T>& out) -> Awaitable<> {
              out.emplace(co_await std::move(inner));
          }(std::move(coroutine), result));
    context.run();
    return std::move(result).value();
}

TEST(CoroutineForms, DestroyAnAggregateInTheAwaitingExpressionOnce) {
    int alive = 0;

    const std::size_t size = result_of([](int& count) -> Awaitable<std::size_t> {
        co_return co_await size_of(
            Options{Counted(count), {"A1", "a name that needs memory of its own"}});
    }(alive));

    EXPECT_EQ(size, long_text.size() + 2);
    EXPECT_EQ(alive, 0);
}

TEST(CoroutineForms, DestroyTheObjectsOfAChoiceOnce) {
    int alive = 0;

    const std::size_t size = result_of([](int& count, bool first) -> Awaitable<std::size_t> {
        co_return co_await size_of_text(first ? Counted(count).text() : std::string("neither"));
    }(alive, true));

    EXPECT_EQ(size, long_text.size());
    EXPECT_EQ(alive, 0);
}

TEST(CoroutineForms, DestroyTheCapturesOfALambdaInTheAwaitingExpressionOnce) {
    int alive = 0;

    const std::size_t size = result_of([](int& count) -> Awaitable<std::size_t> {
        const Counted kept(count);
        co_return co_await size_of_text([kept] { return kept.text(); }());
    }(alive));

    EXPECT_EQ(size, long_text.size());
    EXPECT_EQ(alive, 0);
}

TEST(CoroutineForms, BuildABracedResultAroundWhatTheyAwait) {
    int alive = 0;

    const Options options = result_of([](int& count) -> Awaitable<Options> {
        co_return Options{Counted(count), {std::to_string(co_await size_of_text("four"))}};
    }(alive));

    EXPECT_EQ(options.names, std::vector<std::string>{"4"});
    EXPECT_EQ(alive, 1);
}

TEST(CoroutineForms, RunABodyThatAwaitsInConditionsAndDeclaresNothing) {
    int steps = 0;

    const int result = result_of([](int& count) -> Awaitable<int> {
        if (!co_await is_positive(1)) co_return -1;
        while (co_await is_positive(3 - count)) ++count;
        switch (co_await size_of_text("four")) {
            case 4:
                co_return count;
            default:
                co_return -2;
        }
    }(steps));

    EXPECT_EQ(result, 3);
}

TEST(CoroutineForms, AwaitInBothBranchesOfAChoice) {
    const std::size_t size = result_of([](bool first) -> Awaitable<std::size_t> {
        co_return first ? co_await size_of_text("one") : co_await size_of_text("three");
    }(false));

    EXPECT_EQ(size, 5U);
}

}  // namespace
}  // namespace tanbo::base
