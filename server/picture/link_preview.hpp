#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "protocol/boards/board_view.hpp"

// The picture that stands for a link to a game elsewhere.
namespace tanbo::picture {

// Pixels, as sites that show links ask for.
inline constexpr int preview_width = 1'200;
inline constexpr int preview_height = 630;

// The words beside the board.
struct PreviewTexts {
    std::vector<std::string> players;  // names, by seat
    std::string caption;               // one short line
};

// PNG of preview_width x preview_height: the board, the players' names and the mark, which is an
// SVG. Empty if it could not be drawn, which the log says. At most 120 KB for every setup.
//
// Cost: some 40 ms for 19x19. Thread: any.
std::string link_preview(const protocol::BoardView& board, const PreviewTexts& texts,
                         std::string_view mark);

}  // namespace tanbo::picture
