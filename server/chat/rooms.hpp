#pragma once

#include <cstdint>
#include <optional>

#include "engine/match.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/chat.hpp"
#include "server/game/feed/committed.hpp"

// The right to be in a room, by the game as it stands. It applies to reading, writing and pushes
// alike.
//
// The players' room is for those who hold or held a seat, from the first to the last day: no others
// read it, as at the table of a club. The spectators' room is for signed-in spectators while the
// game is open or runs: players can't be advised. When the game is over, all who may see the game
// read it, and all who are signed in write there.
namespace tanbo::chat {

using Account = std::optional<protocol::AccountId>;  // nothing: not signed in

// Holds a seat, held one, or has one reserved.
bool is_player(const engine::Match& match, protocol::AccountId account);

// Requires: they may see the game. Errors: unauthorized, not_a_player (players'), chat_hidden
// (spectators').
protocol::Result<void> admit(const engine::Match& match, protocol::ChatRoom room, Account account);

// Whether the account is in the audience of a push: they may see the game, are admitted to the
// room, and have not muted the author. Thread: any.
bool can_receive(const game::Audience& audience, Account account);

}  // namespace tanbo::chat
