#include "server/cli/screen/board_cursor.hpp"

#include <limits>
#include <span>
#include <vector>

#include "engine/notation.hpp"

namespace tanbo::cli {

namespace {

using protocol::TextPlace;

// The steps from one place to another in a direction; nothing if it does not lie there.
std::optional<int> steps_to(const TextPlace& from, const TextPlace& to, KeyKind direction) {
    const bool is_level = direction == KeyKind::left || direction == KeyKind::right;
    if (is_level ? from.line != to.line : from.column != to.column) return std::nullopt;
    const int right = to.column - from.column;
    const int down = to.line - from.line;
    int steps = is_level ? right : down;
    if (direction == KeyKind::left || direction == KeyKind::up) steps = -steps;
    return steps > 0 ? std::optional(steps) : std::nullopt;
}

// The nearest point on the screen in a direction; the same one at the edge.
engine::Point next_point(std::span<const TextPlace> places, engine::Point from, KeyKind direction) {
    engine::Point nearest = from;
    int least = std::numeric_limits<int>::max();
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto steps = steps_to(places[from], places[i], direction);
        if (!steps || *steps >= least) continue;
        least = *steps;
        nearest = static_cast<engine::Point>(i);
    }
    return nearest;
}

std::optional<KeyKind> direction_of(std::string_view letter) {
    if (letter == "h") return KeyKind::left;
    if (letter == "j") return KeyKind::down;
    if (letter == "k") return KeyKind::up;
    if (letter == "l") return KeyKind::right;
    return std::nullopt;
}

}  // namespace

CursorAct BoardCursor::press(const Key& key, const Picture& picture, engine::Point start) {
    const std::vector<TextPlace>& places = picture.points;
    switch (key.kind) {
        case KeyKind::up:
        case KeyKind::down:
        case KeyKind::left:
        case KeyKind::right:
            return move(key.kind, places, start);
        case KeyKind::click:
            return click(key, picture);
        case KeyKind::tab:
            if (point_) {
                hide();
            } else {
                point_ = start;
            }
            return CursorAct::moved;
        case KeyKind::enter:
            return point_ ? confirm() : CursorAct::none;
        case KeyKind::text:
            return point_ ? type(key, places) : CursorAct::none;
        case KeyKind::erase_line:
            hide();
            return CursorAct::moved;
        default:
            return CursorAct::none;
    }
}

CursorAct BoardCursor::move(KeyKind direction, std::span<const TextPlace> places,
                            engine::Point start) {
    point_ = point_ ? next_point(places, *point_, direction) : start;
    is_chosen_ = false;
    return CursorAct::moved;
}

CursorAct BoardCursor::click(const Key& key, const Picture& picture) {
    const std::vector<TextPlace>& places = picture.points;
    // Below a board that was cut, other lines stand in the place of its points.
    if (key.row >= picture.board_rows) return CursorAct::none;
    for (std::size_t i = 0; i < places.size(); ++i) {
        if (places[i] != TextPlace{key.row, key.column}) continue;
        const auto point = static_cast<engine::Point>(i);
        if (point_ == point && is_chosen_) return confirm();
        point_ = point;
        is_chosen_ = true;
        return CursorAct::chosen;
    }
    return CursorAct::none;
}

CursorAct BoardCursor::type(const Key& key, std::span<const TextPlace> places) {
    if (const auto direction = direction_of(key.text)) return move(*direction, places, *point_);
    if (key.text == " ") return confirm();
    hide();
    return key.text == ":" ? CursorAct::moved : CursorAct::none;
}

CursorAct BoardCursor::confirm() {
    is_chosen_ = !is_chosen_;
    return is_chosen_ ? CursorAct::chosen : CursorAct::placed;
}

void BoardCursor::hide() {
    point_.reset();
    is_chosen_ = false;
}

std::string cursor_prompt(const engine::Lattice& lattice, const BoardCursor& cursor) {
    return engine::point_name(lattice, *cursor.point()) +
           (cursor.is_chosen() ? "  Enter: place it, " : "  Enter: choose, ") +
           "arrows: move, colon: type a command ";
}

}  // namespace tanbo::cli
