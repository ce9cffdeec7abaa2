#pragma once

#include <optional>
#include <string>

#include "server/base/async.hpp"
#include "server/base/blocking.hpp"
#include "server/rating/pages.hpp"

namespace tanbo::store {
class Database;
}

namespace tanbo::rating {

// The pages of pages.hpp for coroutines, read on the pool of readers.
//
// Errors of all: those of pages.hpp; storage_unavailable, overloaded, both with retry_after_s.
// Thread: any I/O thread.
class Reports {
public:
    // Requires: both outlive it.
    Reports(store::Database& database, base::BlockingPool& readers)
        : database_(database), readers_(readers) {}

    base::Awaitable<protocol::Result<std::string>> ratings(RatingsQuery query);
    base::Awaitable<protocol::Result<std::string>> standings(StandingsQuery query);
    base::Awaitable<protocol::Result<std::string>> encounters(EncountersQuery query);
    base::Awaitable<protocol::Result<std::string>> statistics(std::optional<std::string> setup);

private:
    template <class Query>
    base::Awaitable<protocol::Result<std::string>> read(
        protocol::Result<std::string> (*page)(store::Reader&, const Query&), Query query);

    store::Database& database_;
    base::BlockingPool& readers_;
};

}  // namespace tanbo::rating
