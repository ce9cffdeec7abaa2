#pragma once

#include <utility>

#include "protocol/json/error.hpp"
#include "server/store/database.hpp"
#include "server/store/error.hpp"

namespace tanbo::store {

// The answer to a client: storage_unavailable or overloaded, with retry_after_s, if trying again
// may help; internal_error if the fault is ours. The operator's detail stays here: it is logged.
protocol::Error unavailable(const StorageError& error);

namespace detail {

// A Result stays what it is.
template <typename T>
struct Refusable {
    using type = protocol::Result<T>;
};
template <typename T>
struct Refusable<protocol::Result<T>> {
    using type = protocol::Result<T>;
};

}  // namespace detail

// Database::read for callers who answer clients: what the closure returns (a value, or a Result of
// its own), or why it can't be had.
template <typename Closure>
auto read_or_refuse(Database& database, Closure&& closure) ->
    typename detail::Refusable<decltype(closure(std::declval<Reader&>()))>::type {
    try {
        return database.read(std::forward<Closure>(closure));
    } catch (const StorageError& error) {
        return unavailable(error);
    }
}

}  // namespace tanbo::store
