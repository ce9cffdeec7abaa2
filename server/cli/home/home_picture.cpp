#include "server/cli/home/home_picture.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

constexpr std::string_view keys_line =
    "Enter: open  n: next turn  p: join  c: new game  a: accept  d: decline  q: quit";
constexpr int rows_beside = 3;  // the title, the notice and the keys

struct HomeLine {
    std::string text;
    std::optional<std::size_t> row;  // nothing: a heading
};

std::vector<HomeLine> all_lines(const HomeView& view, int columns) {
    std::vector<HomeLine> lines;
    for (std::size_t i = 0; i < view.rows.size(); ++i) {
        const HomeRow& row = view.rows[i];
        if (i == 0 || view.rows[i - 1].section != row.section) {
            const std::string heading(home_heading(row.section));
            lines.push_back({view.has_colour ? coloured(heading, "1") : heading, std::nullopt});
        }
        const bool is_chosen = i == view.chosen;
        std::string text = cut((is_chosen ? "> " : "  ") + row.text, columns);
        if (is_chosen && view.has_colour) text = coloured(text, "7");
        lines.push_back({std::move(text), i});
    }
    return lines;
}

// As many lines as there is room for, with the chosen row and the heading above it.
std::vector<HomeLine> lines_in_sight(const HomeView& view, Size size) {
    std::vector<HomeLine> lines = all_lines(view, size.columns);
    const auto room = static_cast<std::size_t>(std::max(size.rows - rows_beside, 1));
    if (lines.size() <= room) return lines;
    const auto chosen = std::ranges::find(lines, std::optional(view.chosen), &HomeLine::row);
    const auto at = static_cast<std::size_t>(chosen - lines.begin());
    const std::size_t first = std::min(at > room / 2 ? at - room / 2 : 0, lines.size() - room);
    const auto begin = lines.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(room)};
}

}  // namespace

Picture draw_home(const HomeView& view, Size size) {
    Picture picture;
    picture.lines.push_back(cut(view.title, size.columns));
    for (HomeLine& line : lines_in_sight(view, size)) picture.lines.push_back(std::move(line.text));
    const auto rows = static_cast<std::size_t>(std::max(size.rows, 1));
    picture.lines.resize(std::max(rows, std::size_t{2}) - 2);
    picture.lines.push_back(cut(view.notice, size.columns));
    picture.lines.push_back(cut(keys_line, size.columns - 1));
    while (picture.lines.size() > rows) picture.lines.erase(picture.lines.begin());
    picture.cursor_column = columns_of(picture.lines.back());
    return picture;
}

std::optional<std::size_t> home_row_at(const HomeView& view, Size size, int line) {
    const std::vector<HomeLine> lines = lines_in_sight(view, size);
    const auto index = static_cast<std::size_t>(std::max(line - 1, 0));
    return line >= 1 && index < lines.size() ? lines[index].row : std::nullopt;
}

}  // namespace tanbo::cli
