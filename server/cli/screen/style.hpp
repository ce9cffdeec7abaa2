#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "protocol/boards/text_board.hpp"

namespace tanbo::cli {

// The look of boards and seats on a terminal.
struct Style {
    const protocol::TextColours* colours = nullptr;  // null: none
    bool is_unicode = false;                         // ASCII otherwise
};

// The value of an environment variable; empty if it is not set.
using Environment = std::function<std::string(const char* name)>;

// The look that suits a terminal with this environment. COLORTERM=truecolor or 24bit means exact
// colours, "256color" in TERM the nearest of 256, and any other TERM the 16 basic ones. The
// background is that of TANBO_BACKGROUND ("light" or "dark"), else of COLORFGBG, else dark.
// Unicode needs a UTF-8 locale. In Chinese, Japanese and Korean ones terminals may draw stones two
// columns wide, which gives ASCII, and so does TANBO_BOARD=ascii.
Style style_of(const Environment& environment, bool has_colour);

// The look of standard output; ASCII if it is no terminal.
Style terminal_style();
Style terminal_style(bool has_colour);

// The form of a board as text for the terminal: its colours are those of for_terminal().
protocol::TextBoardOptions board_form(const Style& style);

// The mark of a seat in a style, in its colour.
std::string seat_mark(engine::Seat seat, const Style& style);

}  // namespace tanbo::cli
