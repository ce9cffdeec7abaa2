#pragma once

#include <string>

#include "engine/match.hpp"

namespace tanbo::cli {

// The effect of a stone of the seat to move there, in sentences: which root it would grow, which
// roots it would lift, who would be out and who would have won; or why it is illegal. No more than
// the game's assistance allows.
std::string preview_text(const engine::Match& match, engine::Point point);

}  // namespace tanbo::cli
