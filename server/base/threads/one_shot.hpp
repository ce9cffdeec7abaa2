#pragma once

#include <memory>
#include <optional>
#include <utility>

#include <boost/asio/post.hpp>

#include "server/base/client_key.hpp"
#include "server/base/threads/signal.hpp"

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
        boost::asio::post(state_->executor, Delivery(state_, std::move(value)));
    }

    // As set, without a message between threads. Thread: the executor's.
    void set_here(T value) const {
        state_->value.emplace(std::move(value));
        state_->ready.notify();
    }

    // Requires: called once, on the executor's thread. If set is never called it never resumes.
    Awaitable<T> wait() const { return take(state_); }

private:
    struct State {
        explicit State(Executor e) : executor(e) {}
        Executor executor;
        Signal ready;
        std::optional<T> value;
    };

    // The message between the threads. If the executor's context ends before it arrives, it
    // destroys the coroutine that waits: that one and the state own each other.
    struct Delivery {
        Delivery(std::shared_ptr<State> s, T v) : state(std::move(s)), value(std::move(v)) {}
        Delivery(Delivery&&) noexcept = default;
        ~Delivery() {
            if (state) state->ready.abandon();
        }

        void operator()() {
            const std::shared_ptr<State> reached = std::move(state);
            reached->value.emplace(std::move(value));
            reached->ready.notify();
        }

        std::shared_ptr<State> state;
        T value;
    };

    static Awaitable<T> take(std::shared_ptr<State> state) {
        const ClientKey client = current_client;
        while (!state->value) co_await state->ready.wait();
        current_client = client;
        co_return std::move(*state->value);
    }

    std::shared_ptr<State> state_;
};

}  // namespace tanbo::base
