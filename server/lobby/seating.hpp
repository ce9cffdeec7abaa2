#pragma once

#include <cstddef>
#include <vector>

#include "engine/event.hpp"
#include "protocol/json/ids.hpp"
#include "server/store/tables/games/challenges.hpp"

namespace tanbo::lobby {

// 0 to count - 1 in a random order, each as likely as any other.
std::vector<std::size_t> drawn_order(std::size_t count);

// The game that a challenge leads to. Draws the players' seats at random if the challenge says so.
// Requires: every seat has an account.
engine::GameOpened opening_event(const store::Challenge& challenge);

// The seats of a rematch: all players move on by one, and two exchange their colours. The seats
// that are not the asker's are kept for their players. Requires: every seat has an account, and one
// of them is `asker`.
std::vector<store::ChallengeSeat> rotated_seats(const std::vector<protocol::AccountId>& players,
                                                protocol::AccountId asker);

}  // namespace tanbo::lobby
