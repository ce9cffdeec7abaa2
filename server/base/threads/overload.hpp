#pragma once

#include <utility>

#include "protocol/json/error.hpp"
#include "server/base/threads/blocking.hpp"

namespace tanbo::base {

inline constexpr int overload_retry_after_s = 1;

// Runs work(), which yields a protocol::Result, on the pool. Errors: overloaded with retry_after_s
// if the pool's queue is full; what work yields. Throws: what work throws.
//
//     auto work = [&database, id] { return ...; };
//     auto result = co_await base::run_or_overloaded(pool, std::move(work));
template <class F, class R = std::invoke_result_t<F&>>
Awaitable<R> run_or_overloaded(BlockingPool& pool, F work,
                               JobPriority priority = JobPriority::usual) {
    auto ran = co_await pool.run(std::move(work), priority);
    if (ran) co_return std::move(*ran);
    protocol::Error error;
    error.code = protocol::Code::overloaded;
    error.detail = "The server is overloaded.";
    error.retry_after_s = overload_retry_after_s;
    co_return R(std::move(error));
}

}  // namespace tanbo::base
