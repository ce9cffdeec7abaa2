#include "server/base/async.hpp"

#include <exception>
#include <utility>

#include <boost/asio/co_spawn.hpp>

#include "server/base/log.hpp"

namespace tanbo::base {
namespace {

void report(std::string_view name, const std::exception_ptr& failure) {
    if (!failure) return;
    try {
        std::rethrow_exception(failure);
    } catch (const std::exception& e) {
        log::error("task failed", {{"task", name}, {"error", e.what()}});
    } catch (...) {
        log::error("task failed", {{"task", name}, {"error", "not a std::exception"}});
    }
}

}  // namespace

void spawn(Executor executor, std::string_view name, Awaitable<void> task) {
    boost::asio::co_spawn(executor, std::move(task),
                          [name](const std::exception_ptr& failure) { report(name, failure); });
}

}  // namespace tanbo::base
