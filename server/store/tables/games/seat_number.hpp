#pragma once

#include "engine/seat.hpp"
#include "server/store/ids.hpp"

namespace tanbo::store {

// The number by which the tables know a seat.
constexpr SeatNumber seat_number(engine::Seat seat) {
    return static_cast<SeatNumber>(engine::index_of(seat));
}

}  // namespace tanbo::store
