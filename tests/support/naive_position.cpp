#include "tests/support/naive_position.hpp"

#include <algorithm>

namespace tanbo::tests {

NaivePosition::NaivePosition(const Opening& opening, Removal removal)
    : opening_(&opening),
      removal_(removal),
      board_(static_cast<std::size_t>(opening.lattice().points())),
      seeds_(opening.seeds().begin(), opening.seeds().end()),
      turn_(opening.to_move()),
      places_(static_cast<std::size_t>(opening.seats())) {
    for (int index = 0; index < opening.seats(); ++index) {
        for (const Point point : opening.stones(engine::seat_at(index))) {
            board_[point] = engine::seat_at(index);
        }
    }
}

NaivePosition::NaivePosition(const Opening& opening, std::vector<std::optional<Seat>> board,
                             Seat to_move, Removal removal)
    : NaivePosition(opening, removal) {
    for (const Point seed : opening.seeds()) {
        if (board_[seed] != board[seed]) seeds_.erase(seed);
    }
    board_ = std::move(board);
    turn_ = to_move;
}

std::optional<NaivePosition::Turn> NaivePosition::play(Point point) {
    if (winner() || !is_legal(turn_, point)) return std::nullopt;
    board_[point] = turn_;
    Turn turn = remove(roots_to_remove(point));
    for (Root& root : turn.removed) {
        root.is_current =
            std::find(root.points.begin(), root.points.end(), point) != root.points.end();
    }
    pass_turn();
    return turn;
}

std::optional<NaivePosition::Turn> NaivePosition::leave(Seat seat) {
    if (winner() || !seats_with_stones().contains(seat)) return std::nullopt;
    std::vector<Root> own;
    for (const Root& root : roots()) {
        if (root.seat == seat) own.push_back(root);
    }
    Turn turn = remove(own);
    if (seat == turn_) pass_turn();
    return turn;
}

int NaivePosition::friends(Seat seat, Point point) const {
    int number = 0;
    for (const Point neighbour : opening_->lattice().neighbours(point)) {
        if (board_[neighbour] == seat) ++number;
    }
    return number;
}

bool NaivePosition::is_legal(Seat seat, Point point) const {
    return point < board_.size() && !board_[point] && friends(seat, point) == 1;
}

std::vector<Point> NaivePosition::legal_points(Seat seat) const {
    std::vector<Point> points;
    for (std::size_t point = 0; point < board_.size(); ++point) {
        if (is_legal(seat, static_cast<Point>(point))) points.push_back(static_cast<Point>(point));
    }
    return points;
}

NaivePosition::Root NaivePosition::root_at(Point start) const {
    const Seat seat = *board_[start];
    std::set<Point> reached;
    std::vector<Point> front = {start};
    while (!front.empty()) {
        const Point point = front.back();
        front.pop_back();
        if (!reached.insert(point).second) continue;
        for (const Point neighbour : opening_->lattice().neighbours(point)) {
            if (board_[neighbour] == seat) front.push_back(neighbour);
        }
    }
    Root root{seat, engine::no_point, {reached.begin(), reached.end()}};
    for (const Point seed : seeds_) {
        if (reached.contains(seed)) root.seed = seed;
    }
    return root;
}

std::vector<NaivePosition::Root> NaivePosition::roots() const {
    std::vector<Root> all;
    for (const Point seed : seeds_) all.push_back(root_at(seed));
    return all;
}

std::vector<Point> NaivePosition::root_space(const Root& root) const {
    std::set<Point> space;
    for (const Point stone : root.points) {
        for (const Point point : opening_->lattice().neighbours(stone)) {
            if (is_legal(root.seat, point)) space.insert(point);
        }
    }
    return {space.begin(), space.end()};
}

std::vector<NaivePosition::Root> NaivePosition::bounded_roots() const {
    std::vector<Root> bounded;
    for (const Root& root : roots()) {
        if (is_bounded(root)) bounded.push_back(root);
    }
    return bounded;
}

std::vector<NaivePosition::Root> NaivePosition::roots_to_remove(Point placed) const {
    const Root current = root_at(placed);
    const std::vector<Root> bounded = bounded_roots();
    if (is_bounded(current) && removal_ != Removal::bounded_current_with_the_rest) return {current};
    if (removal_ != Removal::one_root_at_a_time || bounded.empty()) return bounded;

    // The wrong rule: the first bounded root in board order goes, and only then is the next looked
    // for.
    NaivePosition rest = *this;
    std::vector<Root> gone;
    for (auto next = bounded; !next.empty(); next = rest.bounded_roots()) {
        gone.push_back(next.front());
        rest.remove({next.front()});
    }
    return gone;
}

std::set<Seat> NaivePosition::seats_with_stones() const {
    std::set<Seat> seats;
    for (const auto& stone : board_) {
        if (stone) seats.insert(*stone);
    }
    return seats;
}

NaivePosition::Turn NaivePosition::remove(const std::vector<Root>& roots) {
    const std::set<Seat> before = seats_with_stones();
    for (const Root& root : roots) {
        for (const Point point : root.points) board_[point] = std::nullopt;
        seeds_.erase(root.seed);
    }
    const std::set<Seat> after = seats_with_stones();

    Turn turn{roots, {}};
    for (const Seat seat : before) {
        if (after.contains(seat)) continue;
        turn.eliminated.insert(seat);
        places_[static_cast<std::size_t>(seat)] = static_cast<int>(after.size()) + 1;
    }
    if (after.size() == 1) places_[static_cast<std::size_t>(*after.begin())] = 1;
    return turn;
}

void NaivePosition::pass_turn() {
    const std::set<Seat> seats = seats_with_stones();
    do {
        turn_ = engine::seat_at((engine::index_of(turn_) + 1) % opening_->seats());
    } while (!seats.empty() && !seats.contains(turn_));
}

std::optional<Seat> NaivePosition::winner() const {
    const std::set<Seat> seats = seats_with_stones();
    if (seats.size() != 1) return std::nullopt;
    return *seats.begin();
}

std::optional<Seat> NaivePosition::to_move() const {
    if (winner()) return std::nullopt;
    return turn_;
}

}  // namespace tanbo::tests
