#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Lines of reports: fields stand in columns, which are characters.
namespace tanbo::pairing {

// One line, with its number from 1 on.
struct TrfLine {
    int number = 0;
    std::string_view text;
};

// The lines that are not empty; breaks are "\n", "\r" or both.
std::vector<TrfLine> trf_lines(std::string_view text);

// Columns `from` to `to`, from 1 on and with both, without blanks at the ends.
std::string_view trf_columns(std::string_view line, int from, int to);

// The columns before `from` are filled with blanks, then `text` is written there.
void put_columns(std::string& line, int from, std::string_view text);

// At most so many characters of a text.
std::string_view trf_prefix(std::string_view text, int characters);

// Digits alone; nothing for anything else, and for more than 9.
std::optional<int> trf_number(std::string_view text);
// "3.5" is 7, "3" is 6.
std::optional<int> trf_halves(std::string_view text);
std::string trf_points(int halves);

}  // namespace tanbo::pairing
