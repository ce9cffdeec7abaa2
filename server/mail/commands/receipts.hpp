#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "protocol/ids.hpp"
#include "server/game/game_transaction.hpp"
#include "server/mail/commands/command.hpp"

// What mails change, once however often a mail is processed: the one place where receipts of their
// commands are looked for and kept.
namespace tanbo::mail::commands {

// What came of it, kept for the case that the mail is processed again.
struct GameOutcome {
    std::uint32_t seq = 0;  // of its first event; 0: none
    std::string text;       // for the writer; empty: the game has to be read first
};
using GameAct =
    std::function<protocol::Result<GameOutcome>(store::Transaction&, game::GameTransaction&)>;

// Does it once: where the mail was interrupted after this, yields what came of it then. Without a
// game where `game` is 0.
base::Awaitable<protocol::Result<GameOutcome>> do_once(const CommandContext& context,
                                                       game::Referee& referee,
                                                       protocol::GameId game, GameAct act);

// Whether a receipt of the command is kept: it was done before. Errors: faults.
base::Awaitable<protocol::Result<bool>> was_done(const CommandContext& context,
                                                 store::Store& store);

// The game with everything that was due; errors: no_such_game.
protocol::Result<std::shared_ptr<const engine::Match>> present_match(game::GameTransaction& games,
                                                                     protocol::GameId game,
                                                                     protocol::AccountId account);

}  // namespace tanbo::mail::commands
