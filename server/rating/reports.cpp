#include "server/rating/reports.hpp"

#include <utility>

#include "server/store/store.hpp"

namespace tanbo::rating {

using Answer = protocol::Result<std::string>;

template <class Page, class Query>
base::Awaitable<protocol::Result<Page>> Reports::read(protocol::Result<Page> (*page)(store::Reader&,
                                                                                     const Query&),
                                                      Query query) {
    auto look = [page, query = std::move(query)](store::Reader& reader) {
        return page(reader, query);
    };
    return store_.read(std::move(look));
}

base::Awaitable<Answer> Reports::ratings(RatingsQuery query) {
    return read(ratings_page, std::move(query));
}

base::Awaitable<protocol::Result<protocol::RatingsPage>> Reports::ratings_values(
    RatingsQuery query) {
    return read(find_ratings, std::move(query));
}

base::Awaitable<Answer> Reports::standings(StandingsQuery query) {
    return read(standings_page, std::move(query));
}

base::Awaitable<protocol::Result<protocol::StandingsPage>> Reports::standings_values(
    StandingsQuery query) {
    return read(find_standings, std::move(query));
}

base::Awaitable<Answer> Reports::encounters(EncountersQuery query) {
    return read(encounters_page, std::move(query));
}

base::Awaitable<Answer> Reports::statistics(std::optional<std::string> setup) {
    return read(rating::statistics, std::move(setup));
}

}  // namespace tanbo::rating
