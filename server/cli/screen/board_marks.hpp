#pragma once

#include "protocol/boards/text_board.hpp"
#include "server/cli/screen/screen_model.hpp"

namespace tanbo::cli {

// The marks on a board for the person at the screen, no more than the game's assistance allows:
// legal points on their turn, the space of roots with little of it, the last stone of every
// opponent since their own, and the cursor. With "some" assistance the legal points are those of
// the root under the cursor.
protocol::TextMarks marks_of(const ScreenModel& model);

}  // namespace tanbo::cli
