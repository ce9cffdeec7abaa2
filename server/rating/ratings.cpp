#include "server/rating/ratings.hpp"

#include "server/store/tables/games/ratings_counts.hpp"

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

std::vector<RatingChange> changes_of(store::Reader& reader, protocol::GameId game) {
    std::vector<RatingChange> changes;
    for (const auto& rated : store::rated_seats(reader, game)) {
        changes.push_back({engine::seat_at(rated.seat), rated.before.rating, rated.after.rating});
    }
    return changes;
}

Figure to_figure(const store::RatingFigure& row) {
    return {row.rating, row.deviation, row.volatility};
}

store::RatingFigure stored(const Figure& figure) {
    return {figure.rating, figure.deviation, figure.volatility};
}

}  // namespace tanbo::rating
