#pragma once

#include <cstdint>
#include <optional>

#include "engine/match.hpp"
#include "protocol/error.hpp"
#include "server/game/committed.hpp"
#include "server/game/referee.hpp"
#include "server/store/transaction.hpp"

// A command that names the seq up to which its player had seen the game stands for what they do
// next. If they have done something since, it is that again, or it comes too late.
namespace tanbo::game {

// The event that the command led to when it came before; nothing if the player has done nothing
// in the game since `seen`. Calendars do not count: players set them elsewhere.
//
// Errors: stale_seq, if they have done something else, or `seen` is not yet; no_such_game, if
// they have done nothing and may not see it.
// Throws: store::StorageError. Requires: a player's command, and the game as it is.
protocol::Result<std::optional<std::uint32_t>> find_repeat(store::Reader& reader, GameId game,
                                                           const engine::Match& present,
                                                           const Command& command,
                                                           std::uint32_t seen);

}  // namespace tanbo::game
