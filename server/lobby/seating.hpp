#pragma once

#include <cstddef>
#include <vector>

#include "engine/event.hpp"
#include "protocol/ids.hpp"
#include "server/store/challenges.hpp"

namespace tanbo::lobby {

// 0 to count - 1 in an order drawn by lot, each order as likely as any other.
std::vector<std::size_t> drawn_order(std::size_t count);

// The game that a challenge leads to. Which player of the list sits where is drawn by lot if
// the challenge says so. Requires: every seat has an account.
engine::GameOpened opening_event(const store::Challenge& challenge);

// The seats of a rematch: everybody moves on by one, so that two exchange their colours. The seats
// that are not the asker's are kept for their players. Requires: every seat has an account, and
// one of them is `asker`.
std::vector<store::ChallengeSeat> rotated_seats(const std::vector<protocol::AccountId>& players,
                                                protocol::AccountId asker);

}  // namespace tanbo::lobby
