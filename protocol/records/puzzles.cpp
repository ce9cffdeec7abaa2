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
constexpr std::size_t words_of_line = 5;
constexpr int likely = 200;  // in thousandths
constexpr int unlikely = 50;

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

std::vector<Puzzle> read_all(std::string_view text) {
    std::vector<Puzzle> all;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        if (auto puzzle = read_puzzle(text.substr(0, end))) all.push_back(std::move(*puzzle));
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
    const engine::Setup* const setup = engine::find_setup(words[0]);
    const auto to_move = engine::parse_seat(words[2]);
    const auto prior = whole_number(words[4]);
    if (setup == nullptr || !to_move || !prior || *prior > 1000) return std::nullopt;
    const auto stones = read_stones(words[1], *setup->opening);
    const auto solution = engine::parse_point(setup->opening->lattice(), words[3]);
    if (!stones || !solution) return std::nullopt;
    const auto position = Position::arranged(setup->opening, *stones, *to_move);
    if (!position || position->is_over()) return std::nullopt;
    if (position->legality(*solution) != engine::Illegal::none) return std::nullopt;
    return Puzzle{std::string(setup->id), *position, *solution, static_cast<int>(*prior)};
}

std::span<const Puzzle> puzzles() {
    static const std::vector<Puzzle> all = read_all(embedded::puzzles_text);
    return all;
}

int difficulty_of(const Puzzle& puzzle) {
    if (puzzle.prior >= likely) return 1;
    return puzzle.prior >= unlikely ? 2 : 3;
}

std::string encode_puzzle(std::size_t number, const Puzzle& puzzle) {
    const Position& position = puzzle.position;
    const auto legal = position.legal_points(*position.to_move());
    std::vector<Point> moves(legal.begin(), legal.end());
    std::ranges::sort(moves);
    JsonWriter out;
    out.begin_object().key("puzzle").number(static_cast<std::int64_t>(number));
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

Result<std::string> judge_puzzle(std::size_t number, const Puzzle& puzzle,
                                 const PuzzleAnswer& answer) {
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
    out.begin_object().key("puzzle").number(static_cast<std::int64_t>(number)).key("point");
    if (point) {
        write_point(out, lattice, *point);
    } else {
        out.null();
    }
    out.key("solved").boolean(is_solved).key("solution");
    if (is_solved || !point) {
        write_point(out, lattice, puzzle.solution);
    } else {
        out.null();
    }
    out.end_object();
    return out.take();
}

}  // namespace tanbo::protocol
