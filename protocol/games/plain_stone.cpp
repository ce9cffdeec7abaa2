#include "protocol/games/plain_stone.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/notation.hpp"
#include "protocol/games/clock_json.hpp"
#include "protocol/games/events.hpp"
#include "protocol/games/plain_parts.hpp"

namespace tanbo::protocol {
namespace {

using engine::Opening;
using engine::Point;
using engine::Seat;

constexpr std::size_t word_bytes_max = 64;
// No move removes so much; a longer text might hold more values than decode_event_data takes.
constexpr std::size_t stone_bytes_max = 16'384;

// Takes the members of a move in the order in which they are written. What is not as it should be
// fails the parts.
class StoneReader {
public:
    StoneReader(std::string_view data, const Opening& opening) : parts_(data), opening_(opening) {}

    std::optional<engine::StonePlaced> read() {
        engine::StonePlaced placed{};
        parts_.expect("{\"ply\":");
        placed.ply = parts_.natural32();
        parts_.expect(",\"seat\":");
        placed.seat = seat();
        parts_.expect(",\"point\":");
        placed.point = point();
        parts_.expect(",\"removed\":[");
        list(opening_.seeds().size(), [&] { placed.after.removed.push_back(root()); });
        parts_.expect(",\"eliminated\":[");
        list(seats(), [&] { placed.after.eliminated.push_back(seat()); });
        parts_.expect(",\"to_move\":");
        placed.after.to_move = seat_or_null();
        parts_.expect(",\"winner\":");
        placed.after.winner = seat_or_null();
        parts_.expect(",\"roots\":");
        for (const std::int64_t roots : by_seat<std::int64_t>(engine::points_max)) {
            placed.after.roots.push_back(static_cast<int>(roots));
        }
        if (parts_.next_is(',')) placed.after.clock = clock();
        parts_.expect("}");
        if (parts_.failed() || !parts_.is_at_end()) return std::nullopt;
        return placed;
    }

private:
    Seat seat() {
        const auto seat = engine::parse_seat(parts_.word(word_bytes_max));
        if (!seat || engine::index_of(*seat) >= opening_.seats()) parts_.fail();
        return seat.value_or(Seat::black);
    }

    std::optional<Seat> seat_or_null() {
        if (parts_.next_is('"')) return seat();
        parts_.expect("null");
        return std::nullopt;
    }

    Point point() {
        const auto point = engine::parse_point(opening_.lattice(), parts_.word(word_bytes_max));
        if (!point) parts_.fail();
        return point.value_or(0);
    }

    // Behind "[" up to and with "]".
    template <class Element>
    void list(std::size_t most, const Element& element) {
        if (!parts_.next_is(']')) {
            element();
            for (std::size_t count = 1; !parts_.failed() && parts_.next_is(','); ++count) {
                parts_.expect(",");
                if (count >= most) parts_.fail();
                element();
            }
        }
        parts_.expect("]");
    }

    engine::RemovedStones root() {
        engine::RemovedStones root{};
        parts_.expect("{\"seat\":");
        root.seat = seat();
        parts_.expect(",\"root\":");
        root.root = point();
        parts_.expect(",\"points\":[");
        const auto points = static_cast<std::size_t>(opening_.lattice().points());
        list(points, [&] { root.points.push_back(point()); });
        parts_.expect(",\"current\":");
        root.current = parts_.next_is('t');
        parts_.expect(root.current ? "true" : "false");
        parts_.expect("}");
        return root;
    }

    // A number for each seat, in turn order.
    template <class Number>
    std::vector<Number> by_seat(std::int64_t most) {
        std::vector<Number> numbers;
        numbers.reserve(seats());
        for (int i = 0; i < opening_.seats() && !parts_.failed(); ++i) {
            parts_.expect(i == 0 ? "{" : ",");
            if (parts_.word(word_bytes_max) != engine::seat_name(engine::seat_at(i))) parts_.fail();
            parts_.expect(":");
            const std::uint64_t number = parts_.natural64();
            if (number > static_cast<std::uint64_t>(most)) parts_.fail();
            numbers.emplace_back(static_cast<std::int64_t>(number));
        }
        parts_.expect("}");
        return numbers;
    }

    engine::ClockFigures clock() {
        engine::ClockFigures figures;
        parts_.expect(",\"clock\":{\"remaining_ms\":");
        figures.remaining = by_seat<engine::Millis>(remaining_ms_max);
        parts_.expect(",\"deadline\":");
        if (parts_.next_is('"')) {
            const auto deadline = parse_instant(parts_.word(word_bytes_max));
            if (deadline) {
                figures.deadline = *deadline;
            } else {
                parts_.fail();
            }
        } else {
            parts_.expect("null");
        }
        parts_.expect("}");
        return figures;
    }

    std::size_t seats() const { return static_cast<std::size_t>(opening_.seats()); }

    PlainParts parts_;
    const Opening& opening_;
};

}  // namespace

std::optional<engine::StonePlaced> read_plain_stone(std::string_view data, const Opening& opening) {
    if (data.size() > stone_bytes_max) return std::nullopt;
    return StoneReader(data, opening).read();
}

}  // namespace tanbo::protocol
