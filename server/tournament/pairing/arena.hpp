#pragma once

#include <span>
#include <utility>
#include <vector>

#include "server/tournament/pairing/round_robin.hpp"

namespace tanbo::pairing {

// Two who have just played each other, or are apart, wait for another player for so many turns.
inline constexpr int arena_rematch_turns = 5;

// Two players meet only if fewer free players than this have a rank between theirs. Whichever one
// player is left over, everyone else finds an opponent.
inline constexpr int arena_reach = 16;

// A player of an arena who is free.
struct ArenaPlayer {
    int rank = 0;            // in the arena, from 0 on
    int balance = 0;         // games as first less games as second
    int last_opponent = -1;  // by index among the free, -1 if not among them
    int waited = 0;          // turns of matching without an opponent
};

// Pairs the free players, by their indices, for games that begin now.
//
// `apart` are indices of players who don't meet as long as that is avoidable.
// As many pairs as possible, but for two alone who have just met or are apart. Then such players
// don't meet, players who have waited longest play, ranks are near to each other, and a player who
// was first more often is second. So while three are free no player is passed over twice in a row.
// Cost: 1,024 players take less than 3 s.
std::vector<Pair> match_arena(std::span<const ArenaPlayer> free,
                              std::span<const std::pair<int, int>> apart = {});

}  // namespace tanbo::pairing
