#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tanbo::cli {

// Lines from standard input as they come, without blocking on half a line.
class LineInput {
public:
    // What can be read now, once poll() says there is something. False at the end of input.
    bool fill();
    std::optional<std::string> next_line();

private:
    std::string buffer_;
    bool has_ended_ = false;
};

// Standard output is a terminal that takes colour (and NO_COLOR is not set).
bool is_colour_terminal();

// Clears the screen where standard output is a terminal, so that the board stays in its place.
void clear_screen();

// Text from a server with control characters taken out, so that it can't steer the terminal.
std::string printable(std::string_view text);

}  // namespace tanbo::cli
