#include "server/rating/ratings.hpp"

#include "server/storage/ratings_counts.hpp"

namespace tanbo::rating {

Strength find(storage::Reader& reader, std::int64_t account, std::string_view family) {
    const auto row = storage::find_rating(reader, static_cast<storage::AccountId>(account), family);
    if (!row) return {};
    return {row->figure.rating, row->figure.deviation, row->is_provisional, row->games};
}

std::optional<int> Reliability::percent() const {
    if (finished + left == 0) return std::nullopt;
    return static_cast<int>(100 * finished / (finished + left));
}

Reliability reliability(storage::Reader& reader, std::int64_t account) {
    const auto row = storage::find_reliability(reader, static_cast<storage::AccountId>(account));
    return {row.finished, row.left};
}

Figure to_figure(const storage::RatingFigure& row) {
    return {row.rating, row.deviation, row.volatility};
}

storage::RatingFigure stored(const Figure& figure) {
    return {figure.rating, figure.deviation, figure.volatility};
}

}  // namespace tanbo::rating
