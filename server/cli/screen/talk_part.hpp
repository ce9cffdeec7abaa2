#pragma once

#include <string>
#include <vector>

#include "server/cli/screen/screen_model.hpp"

namespace tanbo::cli {

// "anna: Good luck!", broken into lines.
std::vector<std::string> message_lines(const protocol::ChatLine& message, int columns);

// The last of the moves and, below a heading, the last of what was said, in at most so many rows.
// Half of them are for chat if there is that much of it.
std::vector<std::string> talk_lines(const ScreenModel& model, int columns, int rows);

// The whole chat that has been read, as one text; says so if there is none.
std::string chat_text(const std::vector<protocol::ChatLine>& chat);

}  // namespace tanbo::cli
