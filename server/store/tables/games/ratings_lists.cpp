#include "server/store/tables/games/ratings_lists.hpp"

#include <limits>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"
#include "server/store/tables/games/ratings_rows.hpp"

namespace tanbo::store {
namespace {

constexpr std::int64_t last = std::numeric_limits<std::int64_t>::max();

const Sql select_standings = R"(
SELECT account, family, rating, deviation, volatility, games, wins, at, is_provisional, standing
FROM ratings WHERE family = ?1 AND is_provisional = ?2 AND (standing, account) < (?3, ?4)
ORDER BY standing DESC, account DESC LIMIT ?5)";
const Sql select_rated_games = R"(
SELECT game, account, family, at, seat, place, is_public, rating_before, deviation_before,
       volatility_before, rating, deviation, volatility
FROM rated_seats WHERE account = ?1 AND (at, game) < (?2, ?3)
ORDER BY at DESC, game DESC LIMIT ?4)";
const Sql select_games_of_family = R"(
SELECT game, account, family, at, seat, place, is_public, rating_before, deviation_before,
       volatility_before, rating, deviation, volatility
FROM rated_seats WHERE account = ?1 AND (at, game) < (?2, ?3) AND family = ?5
ORDER BY at DESC, game DESC LIMIT ?4)";

}  // namespace

std::vector<Rating> standings(Reader& reader, std::string_view family, bool is_provisional,
                              std::optional<StandingKey> after, int limit) {
    const StandingKey key = after.value_or(StandingKey{last, static_cast<AccountId>(last)});
    std::vector<Rating> rows;
    Query select = reader.read(select_standings);
    select.bind(family, is_provisional, key.standing, key.account, limit);
    while (select.step()) rows.push_back(rating_of(select));
    return rows;
}

std::vector<RatedSeat> rated_games(Reader& reader, AccountId account,
                                   const std::optional<std::string>& family,
                                   std::optional<GameOrder> before, int limit) {
    const GameOrder end = before.value_or(GameOrder{Instant::max(), static_cast<GameId>(last)});
    std::vector<RatedSeat> rows;
    Query select = reader.read(family ? select_games_of_family : select_rated_games);
    select.bind_at(1, account).bind_at(2, end.at).bind_at(3, end.game).bind_at(4, limit);
    if (family) select.bind_at(5, *family);
    while (select.step()) rows.push_back(rated_seat_of(select));
    return rows;
}

}  // namespace tanbo::store
