#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <boost/asio/post.hpp>

#include "server/base/signal.hpp"

namespace tanbo::base {

// One value handed from any thread to a coroutine of an I/O thread: the answer of the writer
// thread, the result of blocking work. Copies share the value.
//
//     base::OneShot<Answer> answer(co_await boost::asio::this_coro::executor);
//     writer.enqueue(command, [answer](Answer a) { answer.set(std::move(a)); });
//     Answer a = co_await answer.wait();
template <class T>
class OneShot {
public:
    // The executor of the coroutine that will wait.
    explicit OneShot(Executor executor) : state_(std::make_shared<State>(executor)) {}

    // Requires: called at most once over all copies. Thread: any.
    void set(T value) const {
        boost::asio::post(state_->executor, [state = state_, value = std::move(value)]() mutable {
            state->value.emplace(std::move(value));
            state->ready.notify();
        });
    }

    // As set, without a message between threads. Thread: the executor's.
    void set_here(T value) const {
        state_->value.emplace(std::move(value));
        state_->ready.notify();
    }

    // Requires: called once, on the executor's thread. Where set is never called it never resumes.
    Awaitable<T> wait() const { return take(state_); }

private:
    struct State {
        explicit State(Executor e) : executor(e) {}
        Executor executor;
        Signal ready;
        std::optional<T> value;
    };

    static Awaitable<T> take(std::shared_ptr<State> state) {
        while (!state->value) co_await state->ready.wait();
        co_return std::move(*state->value);
    }

    std::shared_ptr<State> state_;
};

}  // namespace tanbo::base
