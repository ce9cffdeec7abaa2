#pragma once

#include <optional>
#include <vector>

#include "server/tournament/pairing/swiss.hpp"

// A player's past, as the Dutch System asks for it.
namespace tanbo::pairing {

enum class Strength { none, mild, strong, absolute };

struct Preference {
    Strength strength = Strength::none;
    Side side = Side::none;
};

enum class Float { none, down, up };

// A player of the round that is paired. Article numbers are those of C.04.3.
struct Contender {
    int index = 0;  // in the event
    int halves = 0;
    Preference preference;     // 1.7
    int balance = 0;           // 1.6: games as first less games as second
    std::vector<Side> sides;   // of the played games
    Float last = Float::none;  // 1.4
    Float before_last = Float::none;
    int unplayed = 0;
    bool is_top = false;    // 1.8
    bool may_rest = false;  // 2.1.2: can get the bye
};

// The players who are present, by points and then by index.
std::vector<Contender> contenders(const SwissEvent& event);

// Decides which of the two plays first if they meet. Source: article 5.2.
Pair with_sides(const Contender& a, const Contender& b, Side initial_side);

// The costs of a pair by 2.4.5 to 2.4.8: each is 0 or 1.
struct SideCosts {
    int beyond_two = 0;
    int third_in_a_row = 0;
    int preference = 0;
    int strong_preference = 0;
};
SideCosts side_costs(const Contender& a, const Contender& b, Side initial_side);

// True if 2.1.3 forbids the pair: both prefer the same side absolutely, and neither is a topscorer.
bool sides_forbid(const Contender& a, const Contender& b);

}  // namespace tanbo::pairing
