#include "server/rating/ratings.hpp"

#include "server/store/ratings_counts.hpp"

namespace tanbo::rating {

Strength find(store::Reader& reader, protocol::AccountId account, std::string_view family) {
    const auto row = store::find_rating(reader, account, family);
    if (!row) return {};
    return {row->figure.rating, row->figure.deviation, row->is_provisional, row->games};
}

std::optional<int> Reliability::percent() const {
    if (finished + left == 0) return std::nullopt;
    return static_cast<int>(100 * finished / (finished + left));
}

Reliability reliability(store::Reader& reader, protocol::AccountId account) {
    const auto row = store::find_reliability(reader, account);
    return {row.finished, row.left};
}

Figure to_figure(const store::RatingFigure& row) {
    return {row.rating, row.deviation, row.volatility};
}

store::RatingFigure stored(const Figure& figure) {
    return {figure.rating, figure.deviation, figure.volatility};
}

}  // namespace tanbo::rating
