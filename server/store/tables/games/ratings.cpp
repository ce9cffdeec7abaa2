#include "server/store/tables/games/ratings.hpp"

#include <array>
#include <limits>
#include <utility>

#include "server/store/sql.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

const Sql insert_rated_seat = R"(
INSERT INTO rated_seats (game, account, family, at, seat, place, is_public, rating_before,
                         deviation_before, volatility_before, rating, deviation, volatility)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13))";
const Sql update_figures = R"(
UPDATE rated_seats SET rating_before = ?3, deviation_before = ?4, volatility_before = ?5,
                       rating = ?6, deviation = ?7, volatility = ?8
WHERE game = ?1 AND account = ?2)";
const Sql delete_rated_seat_rows = "DELETE FROM rated_seats WHERE game = ?1";
// Seats are few: sorted where they are read.
const Sql select_rated_seats = R"(
SELECT game, account, family, at, seat, place, is_public, rating_before, deviation_before,
       volatility_before, rating, deviation, volatility
FROM rated_seats WHERE game = ?1 ORDER BY account)";
const Sql select_before = R"(
SELECT game, account, family, at, seat, place, is_public, rating_before, deviation_before,
       volatility_before, rating, deviation, volatility
FROM rated_seats WHERE account = ?1 AND family = ?2 AND (at, game) < (?3, ?4)
ORDER BY at DESC, game DESC LIMIT 1)";
const Sql select_rated_after = R"(
SELECT at, game FROM rated_seats WHERE account = ?1 AND family = ?2 AND (at, game) > (?3, ?4)
ORDER BY at, game LIMIT 1)";
const Sql replace_rating = R"(
INSERT INTO ratings (account, family, rating, deviation, volatility, games, wins, at,
                     is_provisional, standing)
VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)
ON CONFLICT (account, family) DO UPDATE SET rating = excluded.rating,
    deviation = excluded.deviation, volatility = excluded.volatility, games = excluded.games,
    wins = excluded.wins, at = excluded.at, is_provisional = excluded.is_provisional,
    standing = excluded.standing)";
const Sql delete_rating_row = "DELETE FROM ratings WHERE account = ?1 AND family = ?2";
const Sql select_rating = R"(
SELECT account, family, rating, deviation, volatility, games, wins, at, is_provisional, standing
FROM ratings WHERE account = ?1 AND family = ?2)";
const Sql select_ratings = R"(
SELECT account, family, rating, deviation, volatility, games, wins, at, is_provisional, standing
FROM ratings WHERE account = ?1 ORDER BY family)";
const Sql insert_voided =
    "INSERT INTO voided_games (game, voided_at) VALUES (?1, ?2) ON CONFLICT (game) DO NOTHING";
const Sql select_voided = "SELECT 1 FROM voided_games WHERE game = ?1";
const Sql insert_related =
    "INSERT INTO related_games (game) VALUES (?1) ON CONFLICT (game) DO NOTHING";
const Sql select_related = "SELECT 1 FROM related_games WHERE game = ?1";
const Sql select_lead = R"(
SELECT count(*) FILTER (WHERE mine.place < theirs.place) -
       count(*) FILTER (WHERE mine.place > theirs.place)
FROM (SELECT game, place FROM rated_seats
      WHERE account = ?1 AND family = ?2 AND (at, game) < (?3, ?4) AND at >= ?5
      ORDER BY at DESC, game DESC LIMIT ?6) AS mine
JOIN rated_seats AS theirs ON theirs.game = mine.game AND theirs.account = ?7)";
const Sql select_related_lead = R"(
SELECT count(*) FILTER (WHERE mine.place = 1) - count(*) FILTER (WHERE mine.place > 1)
FROM (SELECT game, place FROM rated_seats
      WHERE account = ?1 AND family = ?2 AND (at, game) < (?3, ?4) AND at >= ?5
      ORDER BY at DESC, game DESC LIMIT ?6) AS mine
JOIN related_games ON related_games.game = mine.game)";
const Sql select_finished =
    "SELECT id FROM games WHERE status = 'finished' ORDER BY finished_at, id";
const std::array<Sql, 7> clear_tables = {
    "DELETE FROM rated_seats",    "DELETE FROM ratings",      "DELETE FROM reliability",
    "DELETE FROM encounters",     "DELETE FROM head_to_head", "DELETE FROM setup_statistics",
    "DELETE FROM seat_statistics"};

RatingFigure figure_of(const Query& row, int column) {
    return {row.real(column), row.real(column + 1), row.real(column + 2)};
}

constexpr std::int64_t id_max = std::numeric_limits<std::int64_t>::max();

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

// Columns 0 to 12: game, account, family, at, seat, place, is_public; rating, deviation and
// volatility before; and after.
RatedSeat rated_seat_of(const Query& row) {
    RatedSeat seat;
    seat.order = {row.instant(3), row.id<GameId>(0)};
    seat.account = row.id<AccountId>(1);
    seat.family = row.text(2);
    seat.seat = static_cast<SeatNumber>(row.integer(4));
    seat.place = static_cast<int>(row.integer(5));
    seat.is_public = row.integer(6) != 0;
    seat.before = figure_of(row, 7);
    seat.after = figure_of(row, 10);
    return seat;
}

// Columns 0 to 9: account, family, rating, deviation, volatility, games, wins, at, is_provisional,
// standing.
Rating rating_of(const Query& row) {
    Rating rating;
    rating.account = row.id<AccountId>(0);
    rating.family = row.text(1);
    rating.figure = figure_of(row, 2);
    rating.games = row.integer(5);
    rating.wins = row.integer(6);
    rating.at = row.instant(7);
    rating.is_provisional = row.integer(8) != 0;
    rating.standing = row.integer(9);
    return rating;
}

}  // namespace

void add_rated_seat(Transaction& transaction, const RatedSeat& seat) {
    transaction.write(insert_rated_seat)
        .run(seat.order.game, seat.account, seat.family, seat.order.at, seat.seat, seat.place,
             seat.is_public, seat.before.rating, seat.before.deviation, seat.before.volatility,
             seat.after.rating, seat.after.deviation, seat.after.volatility);
}

void set_rated_figures(Transaction& transaction, GameId game, AccountId account,
                       const RatingFigure& before, const RatingFigure& after) {
    transaction.write(update_figures)
        .run(game, account, before.rating, before.deviation, before.volatility, after.rating,
             after.deviation, after.volatility);
}

void delete_rated_seats(Transaction& transaction, GameId game) {
    transaction.write(delete_rated_seat_rows).run(game);
}

std::vector<RatedSeat> rated_seats(Reader& reader, GameId game) {
    std::vector<RatedSeat> seats;
    Query select = reader.read(select_rated_seats);
    select.bind(game);
    while (select.step()) {
        RatedSeat seat = rated_seat_of(select);
        auto at = seats.begin();
        while (at != seats.end() && at->seat < seat.seat) ++at;
        seats.insert(at, std::move(seat));
    }
    return seats;
}

std::optional<RatedSeat> rated_before(Reader& reader, AccountId account, std::string_view family,
                                      const GameOrder& order) {
    Query select = reader.read(select_before);
    if (!select.bind(account, family, order.at, order.game).step()) return std::nullopt;
    return rated_seat_of(select);
}

std::optional<GameOrder> rated_after(Reader& reader, AccountId account, std::string_view family,
                                     const GameOrder& order) {
    Query select = reader.read(select_rated_after);
    if (!select.bind(account, family, order.at, order.game).step()) return std::nullopt;
    return GameOrder{select.instant(0), select.id<GameId>(1)};
}

void put_rating(Transaction& transaction, const Rating& rating) {
    transaction.write(replace_rating)
        .run(rating.account, rating.family, rating.figure.rating, rating.figure.deviation,
             rating.figure.volatility, rating.games, rating.wins, rating.at, rating.is_provisional,
             rating.standing);
}

void delete_rating(Transaction& transaction, AccountId account, std::string_view family) {
    transaction.write(delete_rating_row).run(account, family);
}

std::optional<Rating> find_rating(Reader& reader, AccountId account, std::string_view family) {
    Query select = reader.read(select_rating);
    if (!select.bind(account, family).step()) return std::nullopt;
    return rating_of(select);
}

std::vector<Rating> find_ratings(Reader& reader, AccountId account) {
    std::vector<Rating> ratings;
    Query select = reader.read(select_ratings);
    select.bind(account);
    while (select.step()) ratings.push_back(rating_of(select));
    return ratings;
}

bool add_voided_game(Transaction& transaction, GameId game, Instant at) {
    return transaction.write(insert_voided).run(game, at) == 1;
}

bool is_voided(Reader& reader, GameId game) {
    return reader.read(select_voided).bind(game).step();
}

void add_related_game(Transaction& transaction, GameId game) {
    transaction.write(insert_related).run(game);
}

bool is_related_game(Reader& reader, GameId game) {
    return reader.read(select_related).bind(game).step();
}

int lead_over(Reader& reader, const Series& series, AccountId opponent) {
    Query select = reader.read(select_lead);
    select
        .bind(series.account, series.family, series.before.at, series.before.game, series.from,
              repeats_max, opponent)
        .step();
    return static_cast<int>(select.integer(0));
}

int lead_over_related(Reader& reader, const Series& series) {
    Query select = reader.read(select_related_lead);
    select
        .bind(series.account, series.family, series.before.at, series.before.game, series.from,
              repeats_max)
        .step();
    return static_cast<int>(select.integer(0));
}

std::vector<GameId> finished_games(Reader& reader) {
    return reader.read(select_finished).first_column<GameId>();
}

void clear_ratings(Transaction& transaction) {
    for (const Sql& sql : clear_tables) transaction.write(sql).run();
}

std::vector<Rating> standings(Reader& reader, std::string_view family, bool is_provisional,
                              std::optional<StandingKey> after, int limit) {
    const StandingKey key = after.value_or(StandingKey{id_max, static_cast<AccountId>(id_max)});
    std::vector<Rating> rows;
    Query select = reader.read(select_standings);
    select.bind(family, is_provisional, key.standing, key.account, limit);
    while (select.step()) rows.push_back(rating_of(select));
    return rows;
}

std::vector<RatedSeat> rated_games(Reader& reader, AccountId account,
                                   const std::optional<std::string>& family,
                                   std::optional<GameOrder> before, int limit) {
    const GameOrder end = before.value_or(GameOrder{Instant::max(), static_cast<GameId>(id_max)});
    std::vector<RatedSeat> rows;
    Query select = reader.read(family ? select_games_of_family : select_rated_games);
    select.bind_at(1, account).bind_at(2, end.at).bind_at(3, end.game).bind_at(4, limit);
    if (family) select.bind_at(5, *family);
    while (select.step()) rows.push_back(rated_seat_of(select));
    return rows;
}

}  // namespace tanbo::store
