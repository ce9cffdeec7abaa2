#pragma once

#include <chrono>

#include "engine/event.hpp"

// How strong a player is thought to be, and how surely. All figures are on Glicko's scale.
namespace tanbo::rating {

inline constexpr double initial_rating = 1500;
inline constexpr double initial_deviation = 350;
inline constexpr double initial_volatility = 0.06;

// Points of Glicko's scale in one of Glicko-2's, 400 / ln 10 as the paper rounds it.
// Source: Glickman, "Example of the Glicko-2 system" (2013), step 2.
inline constexpr double points_per_unit = 173.7178;

struct Figure {
    double rating = initial_rating;
    double deviation = initial_deviation;    // half of what holds the true strength by 68 %
    double volatility = initial_volatility;  // of Glicko-2's scale, in one rating period

    bool operator==(const Figure&) const = default;
};

// The rating period. A typical player (deviation 60, volatility 0.06) who stays away for a year is
// as uncertain afterwards as one who is called provisional (110): 78.2 periods a year, as Lichess
// has it too. Source: Glickman, "The Glicko system" (1995), step 1, on choosing c by the time that
// it should take.
inline constexpr std::chrono::hours rating_period{112};

// How many rating periods lie between two instants; 0 if `until` is not after `from`.
double periods_between(engine::Instant from, engine::Instant until);

// The figure after so many periods without a game: its deviation has grown, to that of a newcomer
// at most. Source: Glicko-2, step 6, "if a player does not compete".
Figure rested(const Figure& figure, double periods);

// The figure that the true strength exceeds by 97.7 %, and what standings are ordered by.
double assured(const Figure& figure);

}  // namespace tanbo::rating
