#include "server/cli/screen/screen.hpp"

#include <algorithm>

#include "server/cli/screen/board_part.hpp"
#include "server/cli/screen/side_part.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

using Lines = std::vector<std::string>;

constexpr int gap_columns = 2;

int count_of(const Lines& lines) {
    return static_cast<int>(lines.size());
}

Lines beside(const Lines& left, int left_columns, const Lines& right, int rows) {
    Lines lines;
    for (std::size_t i = 0; i < static_cast<std::size_t>(rows); ++i) {
        std::string line = padded(i < left.size() ? left[i] : "", left_columns + gap_columns);
        if (i < right.size()) line += right[i];
        lines.push_back(std::move(line));
    }
    return lines;
}

// Everything above the notice.
Lines body(const ScreenModel& model, int columns, int rows, Picture& picture) {
    if (model.match == nullptr) return {"Waiting for the server ..."};
    const BoardPart board = board_part(model, columns, rows);
    picture.points = board.places;
    picture.board_rows = board.rows;
    const int board_rows = count_of(board.lines);
    if (board.is_beside) {
        const Lines side = side_lines(model, columns - board.columns - gap_columns, rows);
        return beside(board.lines, board.columns, side, rows);
    }
    Lines lines = board.lines;
    const Lines side = side_lines(model, columns, rows - board_rows);
    lines.insert(lines.end(), side.begin(), side.end());
    return lines;
}

Lines notice_lines(const ScreenModel& model, int columns) {
    return wrapped(model.notice, columns);
}

// A notice that has the screen to itself.
Lines page(const Lines& notice, int number, int rows) {
    const int first = std::min(number * rows, count_of(notice));
    const int last = std::min(first + rows, count_of(notice));
    return {notice.begin() + first, notice.begin() + last};
}

std::string prompt_of(const ScreenModel& model, int pages) {
    if (pages == 0) return model.prompt;
    return model.notice_page + 1 < pages ? "Enter: next page " : "Enter: back to the board ";
}

// The last row: the prompt and what was typed, with room for the cursor. If it is too long, the
// part before the cursor is shown.
void add_prompt(Picture& picture, const std::string& prompt, const ScreenModel& model,
                int columns) {
    const std::string start = cut(prompt, std::max(columns / 2, columns - 20));
    const std::string_view typed = model.typed;
    const std::size_t cursor = std::min(model.typed_cursor.value_or(typed.size()), typed.size());
    const int room = columns - columns_of(start) - 1;
    const std::string before = start + tail_of(printable(typed.substr(0, cursor)), room);
    const std::string after = printable(typed.substr(cursor));
    picture.cursor_column = columns_of(before);
    const bool fits = picture.cursor_column + columns_of(after) < columns;
    picture.lines.push_back(
        before + (fits ? after : cut(after, std::max(columns - picture.cursor_column - 1, 0))));
}

}  // namespace

int notice_pages(const ScreenModel& model, Size size) {
    const int lines = count_of(notice_lines(model, size.columns));
    const int rows = std::max(size.rows - 1, 1);
    return lines <= notice_rows ? 0 : (lines + rows - 1) / rows;
}

Picture draw_screen(const ScreenModel& model, Size size) {
    const int pages = notice_pages(model, size);
    const Lines notice = notice_lines(model, size.columns);
    const int rows = std::max(size.rows - 1, 0);
    Picture picture;
    if (pages > 0) {
        picture.lines = page(notice, model.notice_page, rows);
    } else {
        picture.lines = body(model, size.columns, std::max(rows - notice_rows, 0), picture);
        picture.lines.resize(static_cast<std::size_t>(std::max(rows - notice_rows, 0)));
        picture.lines.insert(picture.lines.end(), notice.begin(), notice.end());
    }
    picture.lines.resize(static_cast<std::size_t>(rows));
    add_prompt(picture, prompt_of(model, pages), model, size.columns);
    return picture;
}

}  // namespace tanbo::cli
