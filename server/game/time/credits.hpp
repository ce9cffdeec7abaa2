#pragma once

#include <memory>
#include <optional>

#include "engine/match.hpp"
#include "server/game/log.hpp"
#include "server/store/transaction.hpp"

// The effect on a game of past downtimes that it has not taken yet. Views show the time given back,
// though the game's log says so only before its next command or flag.
namespace tanbo::game {

// Null for null. Throws: store::StorageError, as of the next two.
std::shared_ptr<const engine::Match> credited(store::Reader& reader,
                                              std::shared_ptr<const engine::Match> match);

// The same match, with the future events of its log at the end, with seq 0.
MatchLog credited(store::Reader& reader, MatchLog log);

// When the flag of who is to move falls; nothing if no time runs.
std::optional<engine::Instant> shown_flag(store::Reader& reader, GameId game);

}  // namespace tanbo::game
