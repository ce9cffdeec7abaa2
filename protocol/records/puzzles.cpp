#include "protocol/records/puzzles.hpp"

#include <algorithm>
#include <vector>

#include "engine/notation.hpp"
#include "protocol/boards/board_json.hpp"
#include "protocol/games/requests.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"
#include "protocol/json/words.hpp"

namespace tanbo::embedded {
extern const std::string_view puzzles_text;
}

namespace tanbo::protocol {

namespace {

using engine::Point;
using engine::Position;
using engine::Seat;

constexpr JsonCaps answer_caps{request_bytes_max, request_depth_max, request_values_max};
constexpr std::size_t words_of_line = 6;
constexpr int likely = 500;  // in thousandths
constexpr int unlikely = 300;
constexpr int space_in_need = 2;  // of a root
constexpr std::array<std::string_view, puzzle_themes.size()> theme_names = {
    "removal", "sacrifice", "squeeze", "rescue", "waiting"};

using Stones = std::vector<std::optional<Seat>>;

// One letter a point, as position_text.
std::optional<Stones> read_stones(std::string_view text, const engine::Opening& opening) {
    if (text.size() != static_cast<std::size_t>(opening.lattice().points())) return std::nullopt;
    Stones stones(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '.') continue;
        const std::size_t seat = seat_letters.find(text[i]);
        if (seat >= static_cast<std::size_t>(opening.seats())) return std::nullopt;
        stones[i] = engine::seat_at(static_cast<int>(seat));
    }
    return stones;
}

// All lines that `read` understands.
template <class Value>
std::vector<Value> read_all(std::string_view text, std::optional<Value> (*read)(std::string_view)) {
    std::vector<Value> all;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (auto value = read(text.substr(0, end))) all.push_back(std::move(*value));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return all;
}

PuzzleAnswer read_answer(const JsonReader& in) {
    in.expect_keys({"point"});
    PuzzleAnswer answer;
    if (const auto point = in.nullable_field("point"))
        answer.point = point->text(1, point_text_bytes_max);
    return answer;
}

void write_themes(JsonWriter& out, const Puzzle& puzzle) {
    out.begin_array();
    for (const PuzzleTheme theme : themes_of(puzzle)) out.word(theme_name(theme));
    out.end_array();
}

Error illegal(engine::Illegal reason, std::string_view point) {
    Error error = refusal(Code::illegal_move,
                          quotation(point) + " is not a legal move: " +
                              std::string(engine::illegal_name(reason)) + ".",
                          "/point");
    error.reason = engine::illegal_name(reason);
    return error;
}

}  // namespace

std::optional<Puzzle> read_puzzle(std::string_view line) {
    const auto words = words_of(line);
    if (words.size() != words_of_line) return std::nullopt;
    const auto number = whole_number(words[0]);
    const engine::Setup* const setup = engine::find_setup(words[1]);
    const auto to_move = engine::parse_seat(words[3]);
    const auto prior = whole_number(words[5]);
    if (!number || setup == nullptr || !to_move || !prior || *prior > 1000) return std::nullopt;
    const auto stones = read_stones(words[2], *setup->opening);
    const auto solution = engine::parse_point(setup->opening->lattice(), words[4]);
    if (!stones || !solution) return std::nullopt;
    const auto position = Position::arranged(setup->opening, *stones, *to_move);
    if (!position || position->is_over()) return std::nullopt;
    if (position->legality(*solution) != engine::Illegal::none) return std::nullopt;
    return Puzzle{static_cast<std::size_t>(*number), std::string(setup->id), *position, *solution,
                  static_cast<int>(*prior)};
}

std::optional<ReplacedPuzzle> read_replaced_puzzle(std::string_view line) {
    const auto words = words_of(line);
    if (words.size() != 3 || words[1] != "as") return std::nullopt;
    const auto number = whole_number(words[0]);
    const auto by = whole_number(words[2]);
    if (!number || !by) return std::nullopt;
    return ReplacedPuzzle{static_cast<std::size_t>(*number), static_cast<std::size_t>(*by)};
}

std::span<const Puzzle> puzzles() {
    static const std::vector<Puzzle> all = read_all(embedded::puzzles_text, read_puzzle);
    return all;
}

std::span<const ReplacedPuzzle> replaced_puzzles() {
    static const std::vector<ReplacedPuzzle> all =
        read_all(embedded::puzzles_text, read_replaced_puzzle);
    return all;
}

const Puzzle* find_puzzle(std::size_t number) {
    const auto replaced = std::ranges::find(replaced_puzzles(), number, &ReplacedPuzzle::number);
    if (replaced != replaced_puzzles().end()) number = replaced->by;
    const auto found = std::ranges::find(puzzles(), number, &Puzzle::number);
    return found == puzzles().end() ? nullptr : &*found;
}

int difficulty_of(const Puzzle& puzzle) {
    if (puzzle.prior >= likely) return 1;
    return puzzle.prior >= unlikely ? 2 : 3;
}

std::string_view theme_name(PuzzleTheme theme) {
    return theme_names.at(static_cast<std::size_t>(theme));
}

std::optional<PuzzleTheme> parse_theme(std::string_view name) {
    const auto found = std::ranges::find(theme_names, name);
    if (found == theme_names.end()) return std::nullopt;
    return puzzle_themes.at(static_cast<std::size_t>(found - theme_names.begin()));
}

std::vector<PuzzleTheme> themes_of(const Puzzle& puzzle) {
    const Seat mover = *puzzle.position.to_move();
    const Seat other = engine::seat_at(1 - engine::index_of(mover));  // all are of two seats
    Position next = puzzle.position;
    const engine::Outcome outcome = next.play(puzzle.solution);
    const int space = [&] {
        for (int root = 1; root <= static_cast<int>(next.opening().seeds().size()); ++root) {
            const auto label = static_cast<engine::Root>(root);
            if (next.seed(label) == outcome.current_root) return puzzle.position.root_space(label);
        }
        return 0;
    }();
    const auto removes = [&outcome](bool current) {
        return std::ranges::any_of(outcome.removed, [current](const engine::RemovedRoot& root) {
            return root.current == current;
        });
    };
    std::vector<PuzzleTheme> themes;
    if (removes(false)) themes.push_back(PuzzleTheme::removal);
    if (removes(true)) themes.push_back(PuzzleTheme::sacrifice);
    const bool is_tighter =
        next.legal_points(other).size() < puzzle.position.legal_points(other).size();
    if (themes.empty() && is_tighter) themes.push_back(PuzzleTheme::squeeze);
    if (!removes(true) && space <= space_in_need) themes.push_back(PuzzleTheme::rescue);
    if (themes.empty()) themes.push_back(PuzzleTheme::waiting);
    return themes;
}

std::string encode_puzzle_list(std::span<const Puzzle> puzzles,
                               std::span<const ReplacedPuzzle> replaced) {
    JsonWriter out(32'768);
    out.begin_object().key("puzzles").begin_array();
    for (const Puzzle& puzzle : puzzles) {
        out.begin_object().key("puzzle").number(static_cast<std::int64_t>(puzzle.number));
        out.key("setup").text(puzzle.setup).key("difficulty").number(difficulty_of(puzzle));
        write_themes(out.key("themes"), puzzle);
        out.end_object();
    }
    out.end_array().key("replaced").begin_array();
    for (const ReplacedPuzzle& one : replaced) {
        out.begin_object().key("puzzle").number(static_cast<std::int64_t>(one.number));
        out.key("by").number(static_cast<std::int64_t>(one.by)).end_object();
    }
    out.end_array().end_object();
    return out.take();
}

std::string encode_puzzle(const Puzzle& puzzle) {
    const Position& position = puzzle.position;
    const auto legal = position.legal_points(*position.to_move());
    std::vector<Point> moves(legal.begin(), legal.end());
    std::ranges::sort(moves);
    JsonWriter out;
    out.begin_object().key("puzzle").number(static_cast<std::int64_t>(puzzle.number));
    out.key("setup").text(puzzle.setup).key("difficulty").number(difficulty_of(puzzle));
    write_extents(out.key("board"), position.lattice());
    write_stones(out.key("stones"), position);
    out.key("position").word(position_text(position));
    write_seat(out.key("to_move"), position.to_move());
    write_points(out.key("legal"), position.lattice(), moves);
    out.key("puzzles").number(static_cast<std::int64_t>(puzzles().size())).end_object();
    return out.take();
}

Result<PuzzleAnswer> decode_puzzle_answer(std::string_view body) {
    return decode_with<PuzzleAnswer>(body, answer_caps, FirstFault(), read_answer);
}

Result<std::string> judge_puzzle(const Puzzle& puzzle, const PuzzleAnswer& answer) {
    const engine::Lattice& lattice = puzzle.position.lattice();
    std::optional<Point> point;
    if (answer.point) {
        point = engine::parse_point(lattice, *answer.point);
        const engine::Illegal reason =
            point ? puzzle.position.legality(*point) : engine::Illegal::off_board;
        if (reason != engine::Illegal::none) return illegal(reason, *answer.point);
    }
    const bool is_solved = point == puzzle.solution;
    JsonWriter out;
    out.begin_object().key("puzzle").number(static_cast<std::int64_t>(puzzle.number)).key("point");
    if (point) {
        write_point(out, lattice, *point);
    } else {
        out.null();
    }
    out.key("solved").boolean(is_solved).key("solution");
    if (is_solved || !point) {
        write_point(out, lattice, puzzle.solution);
        write_themes(out.key("themes"), puzzle);
    } else {
        out.null().key("themes").begin_array().end_array();
    }
    out.end_object();
    return out.take();
}

}  // namespace tanbo::protocol
