#pragma once

#include "server/store/statement.hpp"
#include "server/store/tables/games/ratings.hpp"

// For this folder only.
namespace tanbo::store {

// Columns 0 to 12: game, account, family, at, seat, place, is_public; rating, deviation and
// volatility before; and after.
RatedSeat rated_seat_of(const Query& row);

// Columns 0 to 9: account, family, rating, deviation, volatility, games, wins, at, is_provisional,
// standing.
Rating rating_of(const Query& row);

}  // namespace tanbo::store
