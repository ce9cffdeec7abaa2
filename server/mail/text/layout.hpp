#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Text for mails: ASCII but for what somebody is quoted with, lines of at most 72 columns, each
// ended by a line feed. Private to this folder.
namespace tanbo::mail::text {

inline constexpr std::size_t mail_columns_max = 72;

// Without what is not ASCII: letters with marks become letters, other characters "?"; controls,
// line feeds too, become spaces.
std::string ascii(std::string_view text);

// UTF-8 as it is, in one line: controls, line feeds too, become spaces, marks of direction go, and
// what is no UTF-8 becomes U+FFFD.
std::string one_line(std::string_view text);

// At most so many characters, with "..." in place of the last three if there were more.
// Requires: UTF-8.
std::string shortened(std::string_view text, std::size_t characters_max);

// A paragraph, broken at blanks; lines but the first are indented by so many columns, the first by
// `first`. A word longer than a line keeps a line of its own.
std::string wrapped(std::string_view text, std::size_t indent = 0, std::size_t first = 0);

// Somebody's words as they are (one_line), in lines that each begin with "> ": whatever they are, a
// mail that comes back with them has no line that is one of its own.
std::string quoted(std::string_view text);

// Names in columns that are as wide as the longest, row by row. If there are two or more, none
// stands alone on a line if that can be helped.
std::string in_columns(std::span<const std::string> names, std::size_t indent);

// Rows of cells in columns; the last is not filled up. Cells are cut to the width if one is
// given (0: as wide as the widest cell).
struct TableColumn {
    std::string title;
    bool is_right = false;  // aligned
    std::size_t width_max = 0;
    bool is_text_only = false;  // not in HTML
};
std::string table(std::span<const TableColumn> columns,
                  std::span<const std::vector<std::string>> rows);

// With a capital at its beginning, as a sentence has it.
std::string capital(std::string text);

// "a, b and c"
std::string listed(std::span<const std::string> names, std::string_view last_word = "and");

}  // namespace tanbo::mail::text
