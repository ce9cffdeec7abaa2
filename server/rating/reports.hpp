#pragma once

#include <optional>
#include <string>

#include "server/base/threads/async.hpp"
#include "server/rating/pages.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::rating {

// The pages of pages.hpp for coroutines, as JSON or as values, read on the pool of readers.
//
// Errors of all: those of pages.hpp; storage_unavailable, overloaded, both with retry_after_s.
// Thread: any I/O thread.
class Reports {
public:
    // Requires: both outlive it.
    Reports(store::Store& store) : store_(store) {}

    base::Awaitable<protocol::Result<std::string>> ratings(RatingsQuery query);
    base::Awaitable<protocol::Result<protocol::RatingsPage>> ratings_values(RatingsQuery query);
    base::Awaitable<protocol::Result<std::string>> standings(StandingsQuery query);
    base::Awaitable<protocol::Result<protocol::StandingsPage>> standings_values(
        StandingsQuery query);
    base::Awaitable<protocol::Result<std::string>> encounters(EncountersQuery query);
    base::Awaitable<protocol::Result<std::string>> statistics(std::optional<std::string> setup);

private:
    template <class Page, class Query>
    base::Awaitable<protocol::Result<Page>> read(protocol::Result<Page> (*page)(store::Reader&,
                                                                                const Query&),
                                                 Query query);

    store::Store& store_;
};

}  // namespace tanbo::rating
