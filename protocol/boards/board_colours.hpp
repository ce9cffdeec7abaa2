#pragma once

#include <array>
#include <string_view>

#include "engine/seat.hpp"

// Colours of boards: the light theme of the client
// (server/web/client/src/theme/tokens.css).
namespace tanbo::protocol::board_colours {

inline constexpr std::string_view ridge = "#d9c58c";
inline constexpr std::string_view ridge_edge = "#c4ad6c";
inline constexpr std::string_view water_a = "#dfe3bb";
inline constexpr std::string_view water_b = "#cfd8ad";
inline constexpr std::string_view water_c = "#b9cba6";
inline constexpr std::string_view grid = "#676233";
inline constexpr std::string_view label = "#4a3f16";
inline constexpr std::string_view cast = "#2f340a";
inline constexpr std::string_view removed = "#7a3a16";
inline constexpr std::string_view last_on_light = "#c8421f";
inline constexpr std::string_view last_on_dark = "#ff8a5c";
inline constexpr std::string_view rice = "#fcf8ea";
inline constexpr std::string_view seed_on_dark = "#e7c65a";
inline constexpr std::string_view seed_on_light = "#a9781e";

// By seat. Hues after Okabe and Ito, which the colour-blind can tell apart; each but black and
// white also bears a mark.
inline constexpr std::array<std::string_view, engine::seats_max> stones = {
    {"#20231c", "#fcf8ea", "#d55e00", "#009e73", "#0072b2", "#cc79a7", "#e69f00", "#56b4e9"}};
inline constexpr std::string_view edge_of_black = "#11130c";
inline constexpr std::string_view edge_of_white = "#4a4a2b";
inline constexpr std::string_view edge = "#23240f";
inline constexpr std::string_view glint_of_black = "#656a58";
inline constexpr std::string_view glint_of_white = "#ffffff";

// The colour of the edges of a seat's stones.
constexpr std::string_view edge_of(engine::Seat seat) {
    if (seat == engine::Seat::black) return edge_of_black;
    return seat == engine::Seat::white ? edge_of_white : edge;
}

}  // namespace tanbo::protocol::board_colours
