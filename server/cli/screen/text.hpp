#pragma once

#include <string>
#include <string_view>
#include <vector>

// Text as a terminal shows it: UTF-8, measured in columns, of which wide characters take two. The
// colours of coloured() take none.
namespace tanbo::cli {

// Begins a colour: its parameters and an "m" follow. No UTF-8 has this byte, so no text from a
// server, a file or a program can hold a colour. for_terminal() writes the escape sequence.
inline constexpr std::string_view colour_mark = "\xff[";

// The filter of all that terminal.cpp writes: as printable(), but lines, tabs and the colours of
// coloured() stay.
std::string for_terminal(std::string_view text);

// Text from a server or a person that can't steer the terminal or move what stands beside it:
// control characters become spaces, what turns the direction of writing or joins characters is
// dropped, and what has no known width, or is not UTF-8, becomes "?".
std::string printable(std::string_view text);

// The number of columns that the text takes.
int columns_of(std::string_view text);

// At most so many columns; ends in ".." if something was cut off.
std::string cut(std::string_view text, int columns);

// Exactly so many columns: cut, or filled with spaces.
std::string padded(std::string_view text, int columns);

// The last so many columns at most. The text has no colours.
std::string tail_of(std::string_view text, int columns);

// Lines of at most so many columns, broken at spaces, and within words that are longer; a line feed
// begins a line. Lines after the first of a paragraph are indented.
std::vector<std::string> wrapped(std::string_view text, int columns, int indent = 0);

// In a colour given as the parameters of SGR ("1;34").
std::string coloured(std::string_view text, std::string_view colour);

}  // namespace tanbo::cli
