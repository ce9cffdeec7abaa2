#include "server/cli/screen/board_marks.hpp"

#include <algorithm>

#include "engine/assistance.hpp"

namespace tanbo::cli {

namespace {

using Points = std::vector<engine::Point>;

// The last stone of each other seat, back to the person's own last turn or once round the table.
Points last_stones(const ScreenModel& model) {
    const auto turns = model.match->turns();
    const int seats = model.match->opening().seats();
    engine::SeatSet seen;
    Points points;
    for (std::size_t i = turns.size(); i > 0; --i) {
        const engine::PastTurn& turn = turns[i - 1];
        if (turn.seat == model.seat && !points.empty()) break;
        if (seen.contains(turn.seat) || seen.size() == seats - 1) break;
        seen.insert(turn.seat);
        if (turn.point != engine::no_point) points.push_back(turn.point);
    }
    return points;
}

// The points that would extend the root which has a stone under the cursor.
Points space_at_cursor(const ScreenModel& model, engine::Seat seat) {
    const engine::Position& position = model.match->position();
    const engine::Root root = model.cursor ? position.root(*model.cursor) : engine::Root{0};
    Points points;
    if (root == 0 || position.owner(root) != seat) return points;
    for (const engine::Point point : position.legal_points(seat)) {
        const bool extends =
            std::ranges::any_of(position.lattice().neighbours(point),
                                [&](engine::Point next) { return position.root(next) == root; });
        if (extends) points.push_back(point);
    }
    return points;
}

Points legal_marks(const ScreenModel& model, engine::Assistance assistance) {
    const auto mover = model.match->to_move();
    if (!mover || (model.seat && model.seat != mover)) return {};
    if (assistance == engine::Assistance::none) return {};
    if (assistance == engine::Assistance::some) return space_at_cursor(model, *mover);
    const auto legal = model.match->position().legal_points(*mover);
    return {legal.begin(), legal.end()};
}

int root_space_shown(engine::Assistance assistance) {
    switch (assistance) {
        case engine::Assistance::full:
            return 3;
        case engine::Assistance::some:
            return 1;
        case engine::Assistance::none:
            break;
    }
    return 0;
}

}  // namespace

protocol::TextMarks marks_of(const ScreenModel& model) {
    const engine::Assistance assistance = assistance_in(*model.match);
    return {.last = last_stones(model),
            .legal = legal_marks(model, assistance),
            .root_space_max = root_space_shown(assistance),
            .cursor = model.cursor};
}

}  // namespace tanbo::cli
