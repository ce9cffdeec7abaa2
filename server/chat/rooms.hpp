#pragma once

#include <cstdint>
#include <optional>

#include "engine/match.hpp"
#include "protocol/chat.hpp"
#include "protocol/error.hpp"
#include "protocol/ids.hpp"
#include "server/game/committed.hpp"

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

// Requires: they may see the game. Errors: unauthorized, not_a_player (players'), chat_hidden
// (spectators').
protocol::Result<void> admit(const engine::Match& match, protocol::ChatRoom room, Account account);

// Whether the account is in the audience of a push: they may see the game, are admitted to the
// room, and have not muted the author. Thread: any.
bool can_receive(const game::Audience& audience, Account account);

}  // namespace tanbo::chat
