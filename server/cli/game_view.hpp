#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/match.hpp"
#include "protocol/json/error.hpp"
#include "server/cli/screen/style.hpp"

namespace tanbo::cli {

// The board after `ply` stones with its last stone, what was just removed and the seat to move.
// Nothing if the game has fewer stones.
std::optional<std::string> draw(const engine::Match& match, std::uint32_t ply, const Style& style);

// A game as a client sees it: the fold of the frames that came in.
class GameView {
public:
    // Folds the next frame and tells what happened, one line. A frame that was seen before is
    // skipped (an empty line). Errors: invalid_record.
    protocol::Result<std::string> on_frame(std::string_view frame);

    // Null before the first frame.
    const engine::Match* match() const { return match_ ? &*match_ : nullptr; }
    unsigned seq() const { return match_ ? match_->seq() : 0; }

    // draw() of the present board; empty before the first frame.
    std::string board(const Style& style) const;

private:
    std::optional<engine::Match> match_;
};

}  // namespace tanbo::cli
