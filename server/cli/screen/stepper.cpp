#include "server/cli/screen/stepper.hpp"

#include <algorithm>
#include <charconv>
#include <poll.h>
#include <sstream>
#include <unistd.h>
#include <vector>

#include "server/cli/game_view.hpp"
#include "server/cli/screen/keys.hpp"
#include "server/cli/screen/terminal.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

constexpr int caption_columns_min = 24;
constexpr int caption_gap = 2;
constexpr std::uint32_t page_stones = 10;
constexpr std::size_t number_digits_max = 6;

using StepLines = std::vector<std::string>;

StepLines lines_of_text(const std::string& text) {
    StepLines lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(std::move(line));
    return lines;
}

// The board and what it says below it, which begins after its last empty line.
struct CaptionedBoard {
    StepLines board;
    std::string caption;
};

CaptionedBoard captioned(const GameFile& file, std::uint32_t ply, const Style& style,
                         const Size& size) {
    protocol::TextBoardOptions options = board_form(style);
    options.is_compact = true;
    options.columns_max = std::max(size.columns, caption_columns_min);
    const engine::Snapshot snapshot = engine::replay(file.game.opening, file.game.turns, ply);
    const std::string text = file.match
                                 ? protocol::text_board({*file.match, snapshot}, options)
                                 : protocol::text_board(protocol::BoardView(snapshot), options);
    const std::size_t end = text.rfind("\n\n");
    return {lines_of_text(text.substr(0, end)), text.substr(std::min(end, text.size() - 2) + 2)};
}

class Stepper {
public:
    Stepper(const GameFile& file, std::uint32_t ply, const Style& style)
        : file_(file), style_(style), last_(stones_of(file.game)), ply_(ply) {}

    int run() {
        while (!exit_) {
            screen_.show(draw_step(file_, ply_, style_, screen_.size()));
            pollfd ready[] = {{STDIN_FILENO, POLLIN, 0}, {screen_.signals(), POLLIN, 0}};
            if (::poll(ready, 2, -1) <= 0) continue;
            if (ready[1].revents != 0) {
                on_signal();
            } else {
                read_keys();
            }
        }
        return *exit_;
    }

private:
    void on_signal() {
        const int signal = screen_.take_signal();
        constexpr int by_signal = 128;
        if (signal == SIGWINCH) {
            screen_.forget();
        } else if (signal == SIGTSTP) {
            screen_.suspend();
        } else if (signal != 0) {
            exit_ = by_signal + signal;
        }
    }

    void read_keys() {
        char bytes[256];
        const ssize_t count = ::read(STDIN_FILENO, bytes, sizeof bytes);
        if (count <= 0) exit_ = 0;
        const auto length = static_cast<std::size_t>(std::max(count, ssize_t{0}));
        for (const Key& key : keys_.feed({bytes, length})) on_key(key);
    }

    void go(std::uint32_t ply) { ply_ = std::min(ply, last_); }
    void back(std::uint32_t stones) { ply_ -= std::min(ply_, stones); }

    void on_key(const Key& key) {
        switch (key.kind) {
            case KeyKind::right:
            case KeyKind::down:
                return go(ply_ + 1);
            case KeyKind::left:
            case KeyKind::up:
                return back(1);
            case KeyKind::page_down:
                return go(ply_ + page_stones);
            case KeyKind::page_up:
                return back(page_stones);
            case KeyKind::home:
                return go(0);
            case KeyKind::end:
                return go(last_);
            case KeyKind::enter:
                return go_to_number();
            case KeyKind::end_of_input:
                exit_ = 0;
                return;
            case KeyKind::text:
                return on_letter(key.text.front());
            default:
                return;
        }
    }

    void on_letter(char letter) {
        if (letter == 'q') exit_ = 0;
        if (letter == 'l' || letter == 'j' || letter == ' ') go(ply_ + 1);
        if (letter == 'h' || letter == 'k') back(1);
        const bool is_digit = letter >= '0' && letter <= '9';
        if (is_digit && number_.size() < number_digits_max) number_ += letter;
        if (!is_digit) number_.clear();
    }

    // A number and Enter: the board after so many stones.
    void go_to_number() {
        std::uint32_t number = 0;
        const auto read = std::from_chars(number_.data(), number_.data() + number_.size(), number);
        if (read.ec == std::errc()) go(number);
        number_.clear();
    }

    const GameFile& file_;
    const Style& style_;
    FullScreen screen_;
    KeyReader keys_;
    std::uint32_t last_;
    std::uint32_t ply_;
    std::string number_;
    std::optional<int> exit_;
};

}  // namespace

std::uint32_t stones_of(const protocol::SavedGame& game) {
    const auto is_stone = [](const engine::PastTurn& turn) {
        return turn.point != engine::no_point;
    };
    return static_cast<std::uint32_t>(std::ranges::count_if(game.turns, is_stone));
}

std::string board_at(const GameFile& file, std::uint32_t ply, const Style& style) {
    if (file.match) return draw(*file.match, ply, style).value_or("");
    const engine::Snapshot snapshot = engine::replay(file.game.opening, file.game.turns, ply);
    return protocol::text_board(protocol::BoardView(snapshot), board_form(style));
}

Picture draw_step(const GameFile& file, std::uint32_t ply, const Style& style, Size size) {
    CaptionedBoard shown = captioned(file, ply, style, size);
    int board_columns = 0;
    for (const std::string& line : shown.board) {
        board_columns = std::max(board_columns, columns_of(line));
    }
    const int room = size.columns - board_columns - caption_gap;
    const bool is_beside = room >= caption_columns_min;
    const StepLines caption = wrapped(shown.caption, is_beside ? room : size.columns);
    Picture picture;
    picture.lines = std::move(shown.board);
    if (is_beside) {
        picture.lines.resize(std::max(picture.lines.size(), caption.size()));
        for (std::size_t i = 0; i < caption.size(); ++i) {
            picture.lines[i] = padded(picture.lines[i], board_columns + caption_gap) + caption[i];
        }
    } else {
        picture.lines.insert(picture.lines.end(), caption.begin(), caption.end());
    }
    picture.lines.resize(static_cast<std::size_t>(std::max(size.rows - 1, 0)));
    for (std::string& line : picture.lines) line = cut(line, size.columns);
    const std::string keys = "Stone " + std::to_string(ply) + " of " +
                             std::to_string(stones_of(file.game)) +
                             ". Arrows: step, Home and End, number and Enter: go, q: quit ";
    picture.lines.push_back(cut(keys, size.columns - 1));
    picture.cursor_column = columns_of(picture.lines.back());
    return picture;
}

int step_through(const GameFile& file, std::uint32_t ply, const Style& style) {
    return Stepper(file, ply, style).run();
}

}  // namespace tanbo::cli
