#include "server/base/threads/async.hpp"

#include <cstddef>
#include <exception>
#include <memory>
#include <utility>

#include <boost/asio/co_spawn.hpp>

#include "server/base/client_key.hpp"
#include "server/base/log.hpp"
#include "server/base/threads/signal.hpp"

namespace tanbo::base {
namespace {

void report(std::string_view name, const std::exception_ptr& failure) {
    if (!failure) return;
    try {
        std::rethrow_exception(failure);
    } catch (...) {
        log::error("task-failed", "task failed", {{"task", name}, {"error", describe_exception()}});
    }
}

// Tasks with a waiting caller.
struct Tasks {
    std::size_t left;
    Signal done;
};

}  // namespace

void spawn(Executor executor, std::string_view name, Awaitable<void> task) {
    boost::asio::co_spawn(executor, std::move(task),
                          [name](const std::exception_ptr& failure) { report(name, failure); });
}

Awaitable<void> run_all(std::string_view name, std::vector<Awaitable<void>> tasks) {
    const Executor executor = co_await boost::asio::this_coro::executor;
    const ClientKey client = current_client;
    auto all = std::make_shared<Tasks>();
    all->left = tasks.size();
    for (Awaitable<void>& task : tasks) {
        current_client = client;  // a task begins at once
        boost::asio::co_spawn(executor, std::move(task),
                              [name, all](const std::exception_ptr& failure) {
                                  report(name, failure);
                                  if (--all->left == 0) all->done.notify();
                              });
    }
    current_client = client;
    if (all->left == 0) co_return;
    // Only the tasks keep what this waits for: kept here too, it would keep this, and neither would
    // go if the context ends first.
    Signal& done = all->done;
    all.reset();
    co_await done.wait();
    current_client = client;
}

std::string describe_exception() {
    try {
        throw;
    } catch (const std::exception& e) {
        const std::string_view text = e.what();
        return text.empty() ? "an exception without a text" : std::string(text);
    } catch (...) {
        return "not a std::exception";
    }
}

}  // namespace tanbo::base
