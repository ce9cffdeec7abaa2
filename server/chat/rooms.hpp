#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/match.hpp"
#include "protocol/chat.hpp"
#include "protocol/error.hpp"
#include "protocol/ids.hpp"

// Who may be in which room, by the game as it stands. What these say holds for reading, writing and
// pushes alike.
//
// The players' room is for those who hold or held a seat, from the first to the last day: nobody
// else reads it, as at the table of a club. The spectators' room is for signed-in spectators while
// the game is open or runs, so that players can't be advised; when the game is over, whoever may
// see the game reads it, and everybody who is signed in writes there.
namespace tanbo::chat {

using Account = std::optional<protocol::AccountId>;  // nothing: nobody is signed in

// Holds a seat, held one, or has one reserved.
bool is_player(const engine::Match& match, protocol::AccountId account);

// Requires: he may see the game. Errors: unauthorized, not_a_player (players'), chat_hidden
// (spectators').
protocol::Result<void> admit(const engine::Match& match, protocol::ChatRoom room, Account account);

// Whether a push about this room is for the account: he may see the game, is admitted, and is not
// one of those who have muted the author (ascending).
std::function<bool(Account)> audience(std::shared_ptr<const engine::Match> match,
                                      protocol::ChatRoom room,
                                      std::vector<protocol::AccountId> muters);

}  // namespace tanbo::chat
