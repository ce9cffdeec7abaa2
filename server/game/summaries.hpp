#pragma once

#include <span>
#include <string_view>

#include "engine/match.hpp"
#include "protocol/games/answers.hpp"
#include "server/game/feed/committed.hpp"
#include "server/store/tables/games/game_summaries.hpp"

// The columns that lists read: a fold over the log, like the match itself.
namespace tanbo::game {

// A game's line in a list, from its row.
protocol::GameSummary to_summary(const store::GameSummary& row);

// True if the game's board has over 361 points. Such a board takes seconds to draw.
bool has_large_board(store::Reader& reader, GameId game);

// The row of a game that has just been opened. `data` is the opening event's.
store::NewGame first_row(const engine::Match& opened, std::string_view data);

// Brings the row up to `after`, the match after these events; `before` is the one before them,
// if it is known. Throws: store::StorageError.
void update_summary(store::Transaction& transaction, GameId game,
                    std::span<const engine::Event> events, const engine::Match* before,
                    const engine::Match& after);

}  // namespace tanbo::game
