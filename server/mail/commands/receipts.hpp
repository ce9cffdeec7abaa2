#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "protocol/json/ids.hpp"
#include "server/game/game_transaction.hpp"
#include "server/mail/commands/command.hpp"

// Changes by a mail that are no command to a game, once however often the mail is processed.
// Commands to games are submitted as everybody's are, with the same key (CommandContext::key).
namespace tanbo::mail::commands {

// Yields the reply, which is kept for the case that the mail is processed again.
using GameAct =
    std::function<protocol::Result<std::string>(store::Transaction&, game::GameTransaction&)>;

// Does it once: if the mail was interrupted after this, yields what came of it then. Without a game
// if `game` is 0.
base::Awaitable<protocol::Result<std::string>> do_once(const CommandContext& context,
                                                       game::Referee& referee,
                                                       protocol::GameId game, GameAct act);

// The game with everything that was due; errors: no_such_game.
protocol::Result<std::shared_ptr<const engine::Match>> present_match(game::GameTransaction& games,
                                                                     protocol::GameId game,
                                                                     protocol::AccountId account);

}  // namespace tanbo::mail::commands
