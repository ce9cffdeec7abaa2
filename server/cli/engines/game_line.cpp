#include "server/cli/engines/game_line.hpp"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/notation.hpp"
#include "protocol/json/names.hpp"
#include "server/cli/screen/text.hpp"

namespace tanbo::cli {

namespace {

using engine::Illegal;
using engine::Lattice;
using engine::Opening;
using engine::Point;
using engine::Seat;
using SharedOpening = std::shared_ptr<const Opening>;

std::string quoted(std::string_view text) {
    constexpr int columns_max = 40;
    return "\"" + cut(printable(text), columns_max) + "\"";
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(text.substr(0, end));
        if (end == std::string_view::npos) return parts;
        text.remove_prefix(end + 1);
    }
}

std::optional<Lattice> read_extents(std::string_view text) {
    std::vector<int> extents;
    for (const std::string_view part : split(text, 'x')) {
        int extent = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), extent);
        if (error != std::errc() || end != part.data() + part.size()) return std::nullopt;
        extents.push_back(extent);
    }
    return Lattice::create(extents);
}

std::optional<std::vector<Point>> read_points(const Lattice& lattice, std::string_view names) {
    std::vector<Point> points;
    for (const std::string_view name : split(names, ',')) {
        const auto point = engine::parse_point(lattice, name);
        if (!point) return std::nullopt;
        points.push_back(*point);
    }
    return points;
}

std::string extents_text(const Lattice& lattice) {
    std::string text;
    for (const int extent : lattice.extents()) {
        if (!text.empty()) text += 'x';
        text += std::to_string(extent);
    }
    return text;
}

std::variant<GameLine, std::string> line_of_fen(std::string_view fen) {
    auto opening = read_fen(fen);
    if (auto* const wrong = std::get_if<std::string>(&opening)) return std::move(*wrong);
    return GameLine({}, std::get<SharedOpening>(std::move(opening)));
}

std::optional<std::string> take_leave(GameLine& line, std::string_view word) {
    const auto seat = engine::parse_seat(word.substr(protocol::leave_prefix.size()));
    if (!seat || engine::index_of(*seat) >= line.opening().seats()) {
        return quoted(word) + " is not a seat of this board";
    }
    if (line.leave(*seat) == Illegal::none) return std::nullopt;
    return quoted(word) + (line.position().is_over() ? " comes after the end of the game"
                                                     : " is a seat that has already left");
}

}  // namespace

GameLine::GameLine(std::string setup, SharedOpening opening)
    : setup_(std::move(setup)), opening_(std::move(opening)), position_(opening_) {}

Point GameLine::last_stone() const {
    const auto stone = std::find_if(turns_.rbegin(), turns_.rend(),
                                    [](const Turn& turn) { return !turn.is_leaving(); });
    return stone == turns_.rend() ? engine::no_point : stone->point;
}

Illegal GameLine::play(Point point) {
    const auto seat = position_.to_move();
    const engine::Outcome outcome = position_.play(point);
    if (outcome.illegal == Illegal::none) turns_.push_back({*seat, point});
    return outcome.illegal;
}

Illegal GameLine::leave(Seat seat) {
    const engine::Outcome outcome = position_.leave(seat);
    if (outcome.illegal == Illegal::none) turns_.push_back({seat, engine::no_point});
    return outcome.illegal;
}

bool GameLine::take_back() {
    if (turns_.empty()) return false;
    turns_.pop_back();
    position_ = engine::Position(opening_);
    for (const Turn& turn : turns_) {
        turn.is_leaving() ? position_.leave(turn.seat) : position_.play(turn.point);
    }
    return true;
}

std::variant<GameLine, std::string> line_of_setup(std::string_view id) {
    const engine::Setup* const setup = engine::find_setup(id);
    if (setup == nullptr) return "unknown setup " + quoted(id);
    return GameLine(std::string(setup->id), setup->opening);
}

std::string fen_of(const Opening& opening) {
    std::string fen = extents_text(opening.lattice());
    for (int i = 0; i < opening.seats(); ++i) {
        char separator = '/';
        for (const Point point : opening.stones(engine::seat_at(i))) {
            fen += separator + engine::point_name(opening.lattice(), point);
            separator = ',';
        }
    }
    return fen + "/" + std::string(engine::seat_name(opening.to_move()));
}

std::variant<SharedOpening, std::string> read_fen(std::string_view fen) {
    if (fen.size() > fen_bytes_max) return "the board's description is too long";
    const auto parts = split(fen, '/');
    constexpr std::size_t parts_min = 4;
    if (parts.size() < parts_min)
        return quoted(fen) + " is not a board; an example is 9x9/B2,H8/B8,H2/black";
    const auto lattice = read_extents(parts.front());
    if (!lattice) return quoted(parts.front()) + " is not a board size";
    const auto to_move = engine::parse_seat(parts.back());
    if (!to_move) return quoted(parts.back()) + " is not a seat";
    std::vector<std::vector<Point>> stones;
    for (std::size_t i = 1; i + 1 < parts.size(); ++i) {
        auto points = read_points(*lattice, parts[i]);
        if (!points) return quoted(parts[i]) + " are not points of the board";
        stones.push_back(std::move(*points));
    }
    auto opening = Opening::create(*lattice, stones, *to_move);
    if (const auto* const error = std::get_if<engine::OpeningError>(&opening)) {
        return describe(*error, *lattice);
    }
    return std::get<SharedOpening>(std::move(opening));
}

std::string position_text(const GameLine& line) {
    std::string text =
        line.setup().empty() ? "fen " + fen_of(line.opening()) : "setup " + line.setup();
    if (!line.turns().empty()) text += " moves";
    for (const Turn& turn : line.turns()) text += " " + turn_text(line.opening().lattice(), turn);
    return text;
}

std::variant<GameLine, std::string> read_position(std::span<const std::string_view> words) {
    if (words.empty()) return "a position begins with startpos, setup or fen";
    const bool is_start = words.front() == "startpos";
    const std::size_t named = is_start ? 1 : 2;
    if (words.size() < named) return "missing words after " + quoted(words.front());
    std::variant<GameLine, std::string> read = quoted(words.front()) + " is not a kind of position";
    if (is_start) read = line_of_setup("19x19");
    if (words.front() == "setup") read = line_of_setup(words[1]);
    if (words.front() == "fen") read = line_of_fen(words[1]);
    auto* const line = std::get_if<GameLine>(&read);
    if (line == nullptr || words.size() == named) return read;
    if (words[named] != "moves") return quoted(words[named]) + " should be \"moves\"";
    for (const std::string_view word : words.subspan(named + 1)) {
        if (auto wrong = take_turn(*line, word)) return std::move(*wrong);
    }
    return read;
}

std::string turn_text(const Lattice& lattice, const Turn& turn) {
    if (!turn.is_leaving()) return engine::point_name(lattice, turn.point);
    return std::string(protocol::leave_prefix) + std::string(engine::seat_name(turn.seat));
}

std::optional<std::string> take_turn(GameLine& line, std::string_view word) {
    if (word.starts_with(protocol::leave_prefix)) return take_leave(line, word);
    const auto point = engine::parse_point(line.opening().lattice(), word);
    const Illegal illegal = point ? line.play(*point) : Illegal::off_board;
    if (illegal == Illegal::none) return std::nullopt;
    return quoted(word) + " is not a legal move: " + std::string(engine::illegal_name(illegal));
}

std::vector<std::string_view> words_of(std::string_view line) {
    constexpr std::string_view blanks = " \t\r";
    std::vector<std::string_view> words;
    while (true) {
        const std::size_t begin = line.find_first_not_of(blanks);
        if (begin == std::string_view::npos) return words;
        line.remove_prefix(begin);
        const std::size_t end = line.find_first_of(blanks);
        words.push_back(line.substr(0, end));
        if (end == std::string_view::npos) return words;
        line.remove_prefix(end);
    }
}

}  // namespace tanbo::cli
