#include "server/rating/reports.hpp"

#include <utility>

#include "server/store/store.hpp"

namespace tanbo::rating {

using Answer = protocol::Result<std::string>;

template <class Query>
base::Awaitable<Answer> Reports::read(Answer (*page)(store::Reader&, const Query&), Query query) {
    auto look = [page, query = std::move(query)](store::Reader& reader) {
        return page(reader, query);
    };
    return store_.read(std::move(look));
}

base::Awaitable<Answer> Reports::ratings(RatingsQuery query) {
    return read(ratings_page, std::move(query));
}

base::Awaitable<Answer> Reports::standings(StandingsQuery query) {
    return read(standings_page, std::move(query));
}

base::Awaitable<Answer> Reports::encounters(EncountersQuery query) {
    return read(encounters_page, std::move(query));
}

base::Awaitable<Answer> Reports::statistics(std::optional<std::string> setup) {
    return read(rating::statistics, std::move(setup));
}

}  // namespace tanbo::rating
