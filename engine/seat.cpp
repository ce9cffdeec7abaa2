#include "engine/seat.hpp"

#include <algorithm>

namespace tanbo::engine {

namespace {

constexpr std::array<std::string_view, seats_max> seat_names = {"black", "white", "red",   "green",
                                                                "seat5", "seat6", "seat7", "seat8"};

}  // namespace

std::string_view seat_name(Seat seat) {
    return seat_names[static_cast<std::size_t>(seat)];
}

std::optional<Seat> parse_seat(std::string_view name) {
    const auto found = std::find(seat_names.begin(), seat_names.end(), name);
    if (found == seat_names.end()) return std::nullopt;
    return seat_at(static_cast<int>(found - seat_names.begin()));
}

}  // namespace tanbo::engine
