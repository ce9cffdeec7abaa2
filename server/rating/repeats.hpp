#pragma once

#include <chrono>
#include <span>
#include <string_view>

#include "server/rating/figure.hpp"
#include "server/store/tables/games/ratings.hpp"

// Weights of results that repeat: who beats the same opponent again and again, or opponents from
// one network address, gains less with each game.
namespace tanbo::rating {

// Results count as repeated for so long.
inline constexpr std::chrono::days repeats_window{30};
// One-sided results that count in full, of a pair and of players from one network address. Each one
// more halves the weight. Source: our choice; a newcomer stops being provisional after a dozen.
inline constexpr int pair_repeats_free = 4;
inline constexpr int network_repeats_free = 1;
inline constexpr int halvings_max = 20;  // no game weighs nothing: later ones follow from it
// Moderators learn of each so many repeats of a network.
inline constexpr int network_repeats_reported = 10;

// Victories of a player less their defeats, within the window before a game; the greatest of all
// who are in it.
struct Repeats {
    int of_pair = 0;
    int of_network = 0;  // 0 unless the game itself is of one network

    bool operator==(const Repeats&) const = default;
};

// Cost: two look-ups a pair of players, each of at most store::repeats_max games.
// Requires: the game's own rows count for nothing.
Repeats find_repeats(store::Reader& reader, std::string_view family, const store::GameOrder& order,
                     std::span<const store::RatedSeat> seats);

// From 1, for nothing repeated, down to 2^-halvings_max.
double weight_of(const Repeats& repeats);

// The part of the way from one figure to the other. Requires: weight from 0 to 1.
Figure partly(const Figure& before, const Figure& after, double weight);

}  // namespace tanbo::rating
