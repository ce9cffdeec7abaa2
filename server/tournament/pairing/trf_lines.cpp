#include "server/tournament/pairing/trf_lines.hpp"

#include <algorithm>
#include <cstddef>

#include "protocol/json/utf8.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::pairing {
namespace {

// Numbers of more digits need not fit an int.
constexpr std::size_t digits_max = 9;

// The place at which a column begins, from 1 on; the end of the line if it has fewer.
std::size_t column_begin(std::string_view line, int column) {
    std::size_t at = 0;
    for (int passed = 1; passed < column && at < line.size(); ++passed) {
        ++at;
        while (at < line.size() && protocol::is_utf8_tail(line[at])) ++at;
    }
    return at;
}

}  // namespace

std::vector<TrfLine> trf_lines(std::string_view text) {
    std::vector<TrfLine> lines;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
        ++number;
        if (end > 0) lines.push_back({number, text.substr(0, end)});
        text.remove_prefix(end);
        if (text.starts_with("\r\n")) {
            text.remove_prefix(2);
        } else if (!text.empty()) {
            text.remove_prefix(1);
        }
    }
    return lines;
}

std::string_view trf_columns(std::string_view line, int from, int to) {
    const std::size_t begin = column_begin(line, from);
    return protocol::trimmed(line.substr(begin, column_begin(line, to + 1) - begin));
}

void put_columns(std::string& line, int from, std::string_view text) {
    const int missing = from - 1 - static_cast<int>(protocol::characters_of(line));
    line.append(static_cast<std::size_t>(std::max(0, missing)), ' ');
    line += text;
}

std::string_view trf_prefix(std::string_view text, int characters) {
    return text.substr(0, column_begin(text, characters + 1));
}

std::optional<int> trf_number(std::string_view text) {
    if (text.size() > digits_max) return std::nullopt;
    const auto number = protocol::whole_number(text);
    return number ? std::optional(static_cast<int>(*number)) : std::nullopt;
}

std::optional<int> trf_halves(std::string_view text) {
    const std::size_t point = text.find('.');
    const auto whole = trf_number(text.substr(0, point));
    if (!whole || *whole > 10'000) return std::nullopt;
    if (point == std::string_view::npos) return 2 * *whole;
    const std::string_view part = text.substr(point + 1);
    if (part == "0") return 2 * *whole;
    return part == "5" ? std::optional(2 * *whole + 1) : std::nullopt;
}

std::string trf_points(int halves) {
    return std::to_string(halves / 2) + (halves % 2 == 0 ? ".0" : ".5");
}

}  // namespace tanbo::pairing
