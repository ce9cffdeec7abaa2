#pragma once

#include <cstdint>

#include "server/cli/record_file.hpp"
#include "server/cli/screen/screen.hpp"
#include "server/cli/screen/style.hpp"

namespace tanbo::cli {

// The board after `ply` stones. Requires: the game has so many.
std::string board_at(const GameFile& file, std::uint32_t ply, const Style& style);

// The stones of a game.
std::uint32_t stones_of(const protocol::SavedGame& game);

// The screen of a record after `ply` stones: its board, what it says, and the keys.
Picture draw_step(const GameFile& file, std::uint32_t ply, const Style& style, Size size);

// Steps through a record in the terminal, from this many stones; the exit status. Requires:
// is_screen_terminal().
int step_through(const GameFile& file, std::uint32_t ply, const Style& style);

}  // namespace tanbo::cli
