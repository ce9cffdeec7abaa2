#include <algorithm>
#include <cassert>

#include "engine/position.hpp"

namespace tanbo::engine {

std::optional<Position> Position::arranged(std::shared_ptr<const Opening> opening,
                                           std::span<const std::optional<Seat>> stones,
                                           Seat to_move) {
    Position position(std::move(opening));
    if (stones.size() != position.points_) return std::nullopt;
    if (static_cast<std::size_t>(to_move) >= position.seats_) return std::nullopt;

    // One root after the other: the seeds that are not there go, the others grow.
    for (std::size_t label = 1; label < position.tables_.roots.size(); ++label) {
        const Root root = static_cast<Root>(label);
        if (stones[position.seed(root)] != position.owner(root)) position.uproot(root);
    }
    for (std::size_t label = 1; label < position.tables_.roots.size(); ++label) {
        const Root root = static_cast<Root>(label);
        if (position.is_standing(root) && !position.grow(root, stones)) return std::nullopt;
    }
    for (std::size_t point = 0; point < stones.size(); ++point) {
        if (position.stone(static_cast<Point>(point)) != stones[point]) return std::nullopt;
    }
    for (std::size_t label = 1; label < position.tables_.roots.size(); ++label) {
        const Root root = static_cast<Root>(label);
        if (position.is_standing(root) && position.is_bounded(root)) return std::nullopt;
    }
    if (!position.is_in(to_move)) return std::nullopt;
    position.seat_players(to_move);
    return position;
}

// Places the stones of one root, outwards from its seed. False if one of them touches two.
bool Position::grow(Root root, std::span<const std::optional<Seat>> stones) {
    const Seat seat = owner(root);
    const std::vector<Point> group = group_of(seed(root), stones);
    for (const Point point : group) {
        // Another root's seed that this one has grown over: that root must have gone before.
        const Root covered = tables_.stones[point].root;
        if (covered != 0 && covered != root) uproot(covered);
    }
    for (const Point point : group) {
        if (point == seed(root)) continue;
        if (!tables_.contacts[at(seat, point)].is_one()) return false;
        FewRoots bounded;
        place(seat, point, root, bounded);
    }
    return true;
}

// The stones connected to this one, each after one that it touches.
std::vector<Point> Position::group_of(Point first,
                                      std::span<const std::optional<Seat>> stones) const {
    std::vector<Point> group = {first};
    std::vector<bool> is_in_group(points_);
    is_in_group[first] = true;
    for (std::size_t next = 0; next < group.size(); ++next) {
        for (const Point point : lattice().neighbours(group[next])) {
            if (stones[point] != stones[first] || is_in_group[point]) continue;
            is_in_group[point] = true;
            group.push_back(point);
        }
    }
    return group;
}

// Takes a root off the board that is its seed alone yet.
void Position::uproot(Root root) {
    const Point points[] = {seed(root)};
    const Seat seat = owner(root);
    for (const Point point : lattice().neighbours(points[0])) {
        const Contacts contacts = tables_.contacts[at(seat, point)];
        if (contacts.is_one() && contacts.root() == root) forbid(seat, point);
    }
    tables_.roots[root].space = 0;
    const RemovedRoot removed[] = {{seat, seed(root), points, false}};
    lift(removed);
}

// Sets which seats are in and which is to move, by the stones that stand.
void Position::seat_players(Seat to_move) {
    seats_in_ = 0;
    for (std::size_t index = 0; index < seats_; ++index) {
        if (seat_states_[index].roots > 0) ++seats_in_;
    }
    for (std::size_t index = 0; index < seats_; ++index) {
        SeatState& seat = seat_states_[index];
        if (seat.roots == 0) {
            seat.place = static_cast<std::uint16_t>(seats_in_ + 1);
        } else if (seats_in_ == 1) {
            seat.place = 1;
        }
    }
    turn_ = to_move;
}

}  // namespace tanbo::engine
