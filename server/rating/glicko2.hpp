#pragma once

#include <span>

#include "server/rating/figure.hpp"

// Ratings of games of two. Source of all: Mark E. Glickman, "Example of the Glicko-2 system"
// (2013), glicko.net/glicko/glicko2.pdf; steps and symbols are the paper's.
namespace tanbo::rating {

// How much volatilities change; the paper asks for 0.3 to 1.2 and calculates with this.
inline constexpr double glicko2_tau = 0.5;

// When the volatility is found, and after how many steps it is taken as it is. The Illinois method
// needs fewer than ten; the bound is for figures that no game leads to.
inline constexpr double volatility_tolerance = 1e-6;
inline constexpr int volatility_steps_max = 100;

// A game against an opponent with these figures. Score: 1 won, 0.5 drawn, 0 lost.
struct Bout {
    Figure opponent;
    double score = 0;
};

// The player's figures after these games, `periods` rating periods after those they came with: 1 is
// the paper's case, and a game that is a period of its own has the time since the last game. Of
// several periods only the last has the games in it, the others are rested.
//
// The deviation never exceeds a newcomer's. Requires: periods >= 0; deviations and volatilities >
// 0.
Figure glicko2(const Figure& player, std::span<const Bout> bouts, double periods);

// Step 5, the volatility that follows from how far the results surprise.
//
// The interval of step 5.2 is looked for from the old volatility on, upwards too: if somebody
// loses to a player more than some 1050 points below them the equation has three roots, all within
// the paper's interval, and only the one next to the old volatility is meant.
//
// phi: the deviation on Glicko-2's scale; variance: v; improvement: capital delta.
double new_volatility(double phi, double variance, double improvement, double volatility);

}  // namespace tanbo::rating
