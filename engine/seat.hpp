#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tanbo::engine {

// A player's place at the board, in turn order. Black moves first unless an opening says otherwise.
enum class Seat : std::uint8_t { black, white, red, green, seat5, seat6, seat7, seat8 };

inline constexpr int seats_max = 8;
inline constexpr int seats_min = 2;

// From 0 in turn order.
constexpr int index_of(Seat seat) {
    return static_cast<int>(seat);
}
constexpr Seat seat_at(int index) {
    return static_cast<Seat>(index);
}

// The other of two. Requires: black or white.
constexpr Seat other_seat(Seat seat) {
    return seat == Seat::black ? Seat::white : Seat::black;
}

// A set of seats as bits.
class SeatSet {
public:
    void insert(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ | (1U << index_of(seat))); }
    void erase(Seat seat) { bits_ = static_cast<std::uint8_t>(bits_ & ~(1U << index_of(seat))); }
    bool contains(Seat seat) const { return ((bits_ >> index_of(seat)) & 1U) != 0; }
    bool empty() const { return bits_ == 0; }
    int size() const { return __builtin_popcount(bits_); }
    bool operator==(const SeatSet&) const = default;

private:
    std::uint8_t bits_ = 0;
};

// "black", "white", "red", "green", "seat5" ... "seat8".
std::string_view seat_name(Seat seat);

// The seat of that name (lower case), or nothing.
std::optional<Seat> parse_seat(std::string_view name);

}  // namespace tanbo::engine
