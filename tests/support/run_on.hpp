#pragma once

#include <exception>
#include <future>
#include <memory>
#include <optional>
#include <utility>

#include "server/base/threads/async.hpp"

namespace tanbo::test {

namespace detail {

template <class T, class F>
base::Awaitable<void> run_to_promise(F start, std::shared_ptr<std::promise<T>> promise) {
    try {
        T value = co_await start();
        promise->set_value(std::move(value));
    } catch (...) {
        promise->set_exception(std::current_exception());
    }
}

}  // namespace detail

// Runs the coroutine that start() yields on the executor; the future has what it returned.
template <class F>
auto start_on(base::Executor executor, F start) {
    using T = typename decltype(start())::value_type;
    auto promise = std::make_shared<std::promise<T>>();
    auto future = promise->get_future();
    base::spawn(executor, "test", detail::run_to_promise<T>(std::move(start), std::move(promise)));
    return future;
}

}  // namespace tanbo::test
