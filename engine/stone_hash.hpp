#pragma once

#include <cstdint>

#include "engine/lattice.hpp"
#include "engine/seat.hpp"

namespace tanbo::engine {

// A stone's share in a position's hash by exclusive or: the finalizer of splitmix64, where every
// bit of the key sways every bit of the result.
inline std::uint64_t hash_of_stone(Seat seat, Point point) {
    std::uint64_t key = (static_cast<std::uint64_t>(seat) << 16U) | point;
    key += 0x9E3779B97F4A7C15U;
    key = (key ^ (key >> 30U)) * 0xBF58476D1CE4E5B9U;
    key = (key ^ (key >> 27U)) * 0x94D049BB133111EBU;
    return key ^ (key >> 31U);
}

// The share of the seat to move.
inline std::uint64_t hash_of_turn(Seat seat) {
    return hash_of_stone(seat, no_point);
}

}  // namespace tanbo::engine
