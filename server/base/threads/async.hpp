#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/this_coro.hpp>
#include <boost/asio/use_awaitable.hpp>

namespace tanbo::base {

// One concrete executor throughout: a type-erased one costs a third of the requests a second.
using Executor = boost::asio::io_context::executor_type;

// A coroutine of an I/O thread. It resumes on the executor it was spawned on.
template <class T = void>
using Awaitable = boost::asio::awaitable<T, Executor>;

// Completion tokens for Asio's own operations: one throws system_error, the other returns a tuple
// that begins with the error_code, for a peer or a network that may fail.
inline constexpr boost::asio::use_awaitable_t<Executor> awaited;
inline constexpr boost::asio::as_tuple_t<boost::asio::use_awaitable_t<Executor>> awaited_tuple{
    boost::asio::use_awaitable_t<Executor>{}};

// Starts a coroutine without waiting for it. An exception that leaves it is logged as an error with
// the task's name. Coroutines are detached only here and in run_all.
//
// Requires: name outlives the task (a string literal). Thread: any.
void spawn(Executor executor, std::string_view name, Awaitable<void> task);

// Starts them all as spawn does, and returns when the last has ended, by an exception too.
// Requires: as spawn.
Awaitable<void> run_all(std::string_view name, std::vector<Awaitable<void>> tasks);

// The text of the exception that is being handled, never empty. Requires: within a catch.
std::string describe_exception();

}  // namespace tanbo::base
