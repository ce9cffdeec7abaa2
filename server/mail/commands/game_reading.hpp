#pragma once

#include <cstdint>
#include <optional>

#include "protocol/json/ids.hpp"
#include "server/game/log.hpp"
#include "server/mail/commands/command.hpp"
#include "server/mail/text/game_mail.hpp"

namespace tanbo::mail::commands {

// A game as an answer tells of it.
struct GameReading {
    protocol::GameId game{};
    game::MatchLog log;
    std::optional<engine::Seat> seat;  // the writer's

    const engine::Match& match() const { return *log.match; }
};

// The whole game as it stands. Errors: no_such_game, also if the writer may not see it; those
// that pass.
base::Awaitable<protocol::Result<GameReading>> read_game(const CommandContext& context,
                                                         game::Views& views, protocol::GameId game);

// The same for a game that the writer was in until now, whether they may still see it or not.
base::Awaitable<protocol::Result<GameReading>> read_game_of_writer(const CommandContext& context,
                                                                   game::Views& views,
                                                                   protocol::GameId game);

// The sources of the texts of protocol/. Requires: both outlive it.
text::GameFacts facts_of(const CommandContext& context, const GameReading& reading);

// Why a stone was not placed, or what needs the board to be understood: with the board and the
// legal points, if the game has begun and the writer may see it.
CommandTask refuse_with_board(const CommandContext& context, game::Views& views,
                              protocol::GameId game, protocol::Error error);

}  // namespace tanbo::mail::commands
