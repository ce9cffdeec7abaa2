#include "protocol/boards/board_json.hpp"

#include <algorithm>
#include <array>
#include <variant>

#include "engine/notation.hpp"

namespace tanbo::protocol {

using engine::Lattice;
using engine::Opening;
using engine::Point;
using engine::Position;
using engine::Seat;

namespace {

// The longest name: eleven numbers joined by hyphens.
constexpr std::size_t point_bytes_max = 32;

std::size_t as_size(int count) {
    return static_cast<std::size_t>(count);
}

std::string size_of(const Lattice& lattice) {
    std::string size;
    for (const int extent : lattice.extents()) {
        if (!size.empty()) size += 'x';
        size += std::to_string(extent);
    }
    return size;
}

std::optional<Lattice> read_lattice(const JsonReader& in) {
    std::vector<int> extents(in.elements(1, engine::dimensions_max));
    for (std::size_t i = 0; i < extents.size(); ++i) {
        extents[i] = static_cast<int>(in.element(i).integer(1, engine::points_max));
    }
    if (extents.empty() || !in.is_sound()) return std::nullopt;
    std::optional<Lattice> lattice = Lattice::create(extents);
    if (!lattice) {
        in.refuse(Code::invalid_opening,
                  "has more than " + std::to_string(engine::points_max) + " points");
    }
    return lattice;
}

Point read_seed(const JsonReader& in, const Lattice& lattice) {
    const std::string_view name = in.text(1, point_bytes_max);
    const std::optional<Point> point = engine::parse_point(lattice, name);
    if (!point) {
        in.refuse_whole(Code::invalid_opening, quotation(name) + " is not a point of a board of " +
                                                   size_of(lattice) + ".");
    }
    return point.value_or(0);
}

using SeatStones = std::vector<std::vector<Point>>;

SeatStones read_stones(const JsonReader& in, const Lattice& lattice) {
    SeatStones stones(as_size(in.seat_members()));
    for (std::size_t i = 0; i < stones.size() && in.is_sound(); ++i) {
        const JsonReader seat = in.field(engine::seat_name(engine::seat_at(static_cast<int>(i))));
        stones[i].resize(seat.elements(0, engine::points_max));
        for (std::size_t k = 0; k < stones[i].size(); ++k) {
            stones[i][k] = read_seed(seat.element(k), lattice);
        }
    }
    return stones;
}

// Reports an opening that the rules refuse at the stone, the seat or the field that is to blame.
void report(const JsonReader& in, const engine::OpeningError& error, const SeatStones& stones,
            const Lattice& lattice) {
    const std::string sentence = engine::describe(error, lattice);
    if (error.fault == engine::OpeningFault::to_move) {
        in.field("to_move").refuse_whole(Code::invalid_opening, sentence);
        return;
    }
    const JsonReader all = in.field("stones");
    const auto seat = as_size(engine::index_of(error.seat));
    if (error.fault == engine::OpeningFault::seats || seat >= stones.size()) {
        all.refuse_whole(Code::invalid_opening, sentence);
        return;
    }
    const JsonReader own = all.field(engine::seat_name(error.seat));
    const auto culprit = std::find(stones[seat].begin(), stones[seat].end(), error.point);
    if (error.point == engine::no_point || culprit == stones[seat].end()) {
        own.refuse_whole(Code::invalid_opening, sentence);
        return;
    }
    own.element(static_cast<std::size_t>(culprit - stones[seat].begin()))
        .refuse_whole(Code::invalid_opening, sentence);
}

bool is_same(const Opening& one, const Opening& other) {
    return one.lattice() == other.lattice() && one.seats() == other.seats() &&
           one.to_move() == other.to_move() && std::ranges::equal(one.seeds(), other.seeds()) &&
           std::ranges::equal(one.seed_seats(), other.seed_seats());
}

}  // namespace

void write_seat(JsonWriter& out, const std::optional<Seat>& seat) {
    if (seat) {
        out.word(engine::seat_name(*seat));
    } else {
        out.null();
    }
}

void write_seats(JsonWriter& out, std::span<const Seat> seats) {
    out.begin_array();
    for (const Seat seat : seats) out.word(engine::seat_name(seat));
    out.end_array();
}

void write_point(JsonWriter& out, const Lattice& lattice, Point point) {
    out.word(engine::point_name(lattice, point));
}

void write_points(JsonWriter& out, const Lattice& lattice, std::span<const Point> points) {
    out.begin_array();
    for (const Point point : points) write_point(out, lattice, point);
    out.end_array();
}

void write_extents(JsonWriter& out, const Lattice& lattice) {
    out.begin_array();
    for (const int extent : lattice.extents()) out.number(extent);
    out.end_array();
}

void write_removed(JsonWriter& out, const Lattice& lattice,
                   std::span<const engine::RemovedStones> removed) {
    out.begin_array();
    for (const engine::RemovedStones& root : removed) {
        out.begin_object().key("seat").word(engine::seat_name(root.seat));
        write_point(out.key("root"), lattice, root.root);
        write_points(out.key("points"), lattice, root.points);
        out.key("current").boolean(root.current).end_object();
    }
    out.end_array();
}

void write_stones(JsonWriter& out, const Opening& opening) {
    out.begin_object();
    for (int i = 0; i < opening.seats(); ++i) {
        const Seat seat = engine::seat_at(i);
        write_points(out.key(engine::seat_name(seat)), opening.lattice(), opening.stones(seat));
    }
    out.end_object();
}

void write_stones(JsonWriter& out, const Position& position) {
    const Lattice& lattice = position.lattice();
    out.begin_object();
    for (int i = 0; i < position.opening().seats(); ++i) {
        const Seat seat = engine::seat_at(i);
        out.key(engine::seat_name(seat)).begin_array();
        for (int point = 0; point < lattice.points(); ++point) {
            const auto at = static_cast<Point>(point);
            if (position.stone(at) == seat) write_point(out, lattice, at);
        }
        out.end_array();
    }
    out.end_object();
}

std::string position_text(const Position& position) {
    std::string text(as_size(position.lattice().points()), '.');
    for (std::size_t point = 0; point < text.size(); ++point) {
        const auto seat = position.stone(static_cast<Point>(point));
        if (seat) text[point] = seat_letters[as_size(engine::index_of(*seat))];
    }
    return text;
}

void write_roots(JsonWriter& out, const Position& position) {
    out.begin_object();
    for (int i = 0; i < position.opening().seats(); ++i) {
        const Seat seat = engine::seat_at(i);
        out.key(engine::seat_name(seat)).number(position.roots(seat));
    }
    out.end_object();
}

void write_places(JsonWriter& out, std::span<const int> places) {
    out.begin_object();
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] == 0) continue;
        out.key(engine::seat_name(engine::seat_at(static_cast<int>(i)))).number(places[i]);
    }
    out.end_object();
}

Seat read_seat(const JsonReader& in) {
    return in.word(engine::parse_seat, "the name of a seat");
}

Seat read_seat(const JsonReader& in, const Opening& opening) {
    const Seat seat = read_seat(in);
    if (engine::index_of(seat) < opening.seats()) return seat;
    in.refuse("is not one of the seats of this game");
    return Seat::black;
}

std::optional<Seat> read_nullable_seat(const JsonReader& in, std::string_view key,
                                       const Opening& opening) {
    const auto seat = in.nullable_field(key);
    return seat ? std::optional(read_seat(*seat, opening)) : std::nullopt;
}

std::vector<Seat> read_seats(const JsonReader& in, const Opening& opening) {
    std::vector<Seat> seats(in.elements(0, as_size(opening.seats())));
    for (std::size_t i = 0; i < seats.size(); ++i) seats[i] = read_seat(in.element(i), opening);
    return seats;
}

Point read_point(const JsonReader& in, const Lattice& lattice) {
    const std::optional<Point> point = engine::parse_point(lattice, in.text(1, point_bytes_max));
    if (!point) in.refuse("is not a point of a board of " + size_of(lattice));
    return point.value_or(0);
}

std::vector<Point> read_points(const JsonReader& in, const Lattice& lattice) {
    std::vector<Point> points(in.elements(0, as_size(lattice.points())));
    for (std::size_t i = 0; i < points.size(); ++i) points[i] = read_point(in.element(i), lattice);
    return points;
}

std::vector<engine::RemovedStones> read_removed(const JsonReader& in, const Opening& opening) {
    std::vector<engine::RemovedStones> removed(in.elements(0, opening.seeds().size()));
    for (std::size_t i = 0; i < removed.size() && in.is_sound(); ++i) {
        const JsonReader root = in.element(i);
        root.expect_keys({"seat", "root", "points", "current"});
        removed[i].seat = read_seat(root.field("seat"), opening);
        removed[i].root = read_point(root.field("root"), opening.lattice());
        removed[i].points = read_points(root.field("points"), opening.lattice());
        removed[i].current = root.field("current").boolean();
    }
    return removed;
}

std::shared_ptr<const Opening> read_opening(const JsonReader& in) {
    const JsonReader board = in.field("board");
    std::optional<Lattice> lattice = read_lattice(board);
    if (!lattice) return nullptr;
    const SeatStones stones = read_stones(in.field("stones"), *lattice);
    const Seat to_move = in.has("to_move") ? read_seat(in.field("to_move")) : Seat::black;
    if (!in.is_sound()) return nullptr;

    auto created = Opening::create(*lattice, stones, to_move);
    if (const auto* error = std::get_if<engine::OpeningError>(&created)) {
        report(in, *error, stones, *lattice);
        return nullptr;
    }
    return std::get<std::shared_ptr<const Opening>>(std::move(created));
}

std::shared_ptr<const Opening> read_opening_of_setup(const JsonReader& in, std::string_view setup) {
    std::shared_ptr<const Opening> opening = read_opening(in);
    const engine::Setup* const known = engine::find_setup(setup);
    if (opening && known != nullptr && is_same(*opening, *known->opening)) return known->opening;
    return opening;
}

}  // namespace tanbo::protocol
