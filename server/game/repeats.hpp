#pragma once

#include <cstdint>
#include <optional>

#include "engine/match.hpp"
#include "protocol/json/error.hpp"
#include "server/game/feed/committed.hpp"
#include "server/game/referee.hpp"
#include "server/store/transaction.hpp"

// A command that names the seq up to which its player had seen the game stands for what they do
// next. If they have done something since, it is that again, or it comes too late.
namespace tanbo::game {

// So many events may have come since: who has seen less is to look again first.
inline constexpr std::uint32_t seq_lag_max = 256;

// The event that the command led to when it came before; nothing if the player has done nothing
// in the game since `seen`. Calendars do not count: players set them elsewhere.
//
// Cost: a walk over twice seq_lag_max events at most, and for who has no part in a game that is
// played only over those before its first turn.
// Errors: stale_seq, if they have done something else, `seen` is not yet, or it is more than
// seq_lag_max events ago; no_such_game, if they have done nothing and may not see it.
// Throws: store::StorageError. Requires: a player's command, and the game as it is.
protocol::Result<std::optional<std::uint32_t>> find_repeat(store::Reader& reader, GameId game,
                                                           const engine::Match& present,
                                                           const Command& command,
                                                           std::uint32_t seen);

}  // namespace tanbo::game
