#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "protocol/boards/board_view.hpp"

// Boards as pictures for mails.
namespace tanbo::picture {

// Pixels. Every size of board that is offered comes to less than 160 KiB.
inline constexpr int png_width_max = 1'200;
inline constexpr int png_height_max = 2'400;

// protocol::svg_board as PNG: on its own ground, transparent around it, legible on light and dark
// pages alike. Half as large again as the SVG if there is room, for fine screens. Empty if
// it can't be drawn, which the log says.
//
// Cost: some 25 ms for 19x19. Thread: any.
std::string board_png(const protocol::BoardView& board);

// The same for several readers of one board: the latest pictures are kept. Thread: any.
class BoardPictures {
public:
    static constexpr std::size_t kept_max = 32;

    std::shared_ptr<const std::string> png(const protocol::BoardView& board);

private:
    struct Entry {
        std::string svg;
        std::shared_ptr<const std::string> png;
    };
    std::mutex mutex_;
    std::list<Entry> kept_;  // the latest first
};

}  // namespace tanbo::picture
