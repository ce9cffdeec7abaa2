#include "server/rating/reports.hpp"

#include <utility>

#include "server/base/overload.hpp"
#include "server/storage/database.hpp"
#include "server/storage/unavailable.hpp"

namespace tanbo::rating {

using Answer = protocol::Result<std::string>;

template <class Query>
base::Awaitable<Answer> Reports::read(Answer (*page)(storage::Reader&, const Query&), Query query) {
    auto work = [&database = database_, page, query = std::move(query)]() {
        return storage::read_or_refuse(
            database, [&](storage::Reader& reader) { return page(reader, query); });
    };
    auto answer = co_await base::run_or_overloaded(readers_, std::move(work));
    co_return answer;
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
