#include "engine/seat.hpp"

#include <algorithm>

namespace tanbo::engine {

namespace {

constexpr std::array<std::string_view, seats_max> names = {"black", "white", "red",   "green",
                                                           "seat5", "seat6", "seat7", "seat8"};

}  // namespace

std::string_view seat_name(Seat seat) {
    return names[static_cast<std::size_t>(seat)];
}

std::optional<Seat> parse_seat(std::string_view name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return seat_at(static_cast<int>(found - names.begin()));
}

}  // namespace tanbo::engine
