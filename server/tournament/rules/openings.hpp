#pragma once

#include <vector>

#include "server/tournament/rules/tournament.hpp"

namespace tanbo::tournament {

// Tables at which the next game can start now, at most so many, in the order of rounds and tables.
//
// In a round robin or a league each player has at most `parallel` games at a time.
std::vector<protocol::TableKey> openings(const Tournament& tournament, int most);

}  // namespace tanbo::tournament
