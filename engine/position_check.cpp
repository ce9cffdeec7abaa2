#include <algorithm>

#include "engine/position.hpp"

namespace tanbo::engine {

bool Position::is_consistent() const {
    return has_true_roots() && has_true_contacts() && has_true_legal_points() && has_true_result();
}

// Each standing root is the tree that grows from its seed over stones of one colour, and nothing
// else stands.
bool Position::has_true_roots() const {
    std::size_t stones_seen = 0;
    std::array<std::size_t, seats_max> roots_seen{};
    for (std::size_t label = 1; label < tables_.roots.size(); ++label) {
        const Root root = static_cast<Root>(label);
        if (!is_standing(root)) continue;
        if (stone(seed(root)) != owner(root)) return false;
        ++roots_seen[static_cast<std::size_t>(owner(root))];

        std::vector<Point> reached = {seed(root)};
        std::size_t adjacent = 0;
        for (std::size_t next = 0; next < reached.size(); ++next) {
            for (const Point point : lattice().neighbours(reached[next])) {
                if (stone(point) != owner(root)) continue;
                if (this->root(point) != root) return false;
                ++adjacent;
                if (std::find(reached.begin(), reached.end(), point) == reached.end()) {
                    reached.push_back(point);
                }
            }
        }
        const bool is_tree = adjacent == 2 * (reached.size() - 1);
        if (!is_tree || !links(root, reached)) return false;
        stones_seen += reached.size();
    }
    const auto standing = std::count_if(tables_.stones.begin(), tables_.stones.end(),
                                        [](const StoneState& stone) { return stone.root != 0; });
    for (std::size_t index = 0; index < seats_; ++index) {
        if (seat_states_[index].roots != roots_seen[index]) return false;
    }
    return static_cast<std::size_t>(standing) == stones_seen;
}

// The root's list of stones holds these and no others.
bool Position::links(Root root, std::vector<Point> points) const {
    std::vector<Point> listed;
    for (Point point = tables_.roots[root].first; point != no_point;
         point = tables_.stones[point].next) {
        if (listed.size() == points.size()) return false;
        listed.push_back(point);
    }
    std::sort(points.begin(), points.end());
    std::sort(listed.begin(), listed.end());
    return points == listed;
}

// Contacts, numbers of stones and the hash are those of the stones.
bool Position::has_true_contacts() const {
    std::vector<Contacts> contacts(tables_.contacts.size());
    std::array<std::size_t, seats_max> stones_seen{};
    std::uint64_t hash_seen = 0;
    for (std::size_t index = 0; index < points_; ++index) {
        const Point point = static_cast<Point>(index);
        const auto seat = stone(point);
        if (!seat) continue;
        ++stones_seen[static_cast<std::size_t>(*seat)];
        hash_seen ^= hash_of_stone(*seat, point);
        for (const Point neighbour : lattice().neighbours(point)) {
            contacts[at(*seat, neighbour)].add(root(point));
        }
        for (std::size_t each = 0; each < seats_; ++each) {
            contacts[index * seats_ + each].occupy();
        }
    }
    for (std::size_t index = 0; index < seats_; ++index) {
        if (seat_states_[index].stones != stones_seen[index]) return false;
    }
    return std::ranges::equal(tables_.contacts, contacts) && stones_hash_ == hash_seen;
}

// The legal points and the root spaces are those of the contacts.
bool Position::has_true_legal_points() const {
    std::vector<std::uint16_t> spaces(tables_.roots.size());
    for (std::size_t index = 0; index < seats_; ++index) {
        const Seat seat = static_cast<Seat>(index);
        std::vector<Point> expected;
        for (std::size_t each = 0; each < points_; ++each) {
            const Point point = static_cast<Point>(each);
            if (!tables_.contacts[at(seat, point)].is_one()) continue;
            expected.push_back(point);
            ++spaces[tables_.contacts[at(seat, point)].root()];
        }
        const auto legal = legal_points(seat);
        for (std::size_t slot = 0; slot < legal.size(); ++slot) {
            if (tables_.slots[at(seat, legal[slot])] != slot) return false;
        }
        if (!std::is_permutation(legal.begin(), legal.end(), expected.begin(), expected.end())) {
            return false;
        }
    }
    for (std::size_t label = 1; label < tables_.roots.size(); ++label) {
        if (tables_.roots[label].space != spaces[label]) return false;
    }
    return true;
}

// Checks that places fit the seats with roots, and that the seat to move is in.
bool Position::has_true_result() const {
    int seats_seen = 0;
    for (std::size_t index = 0; index < seats_; ++index) {
        const SeatState& seat = seat_states_[index];
        if (seat.roots > 0) ++seats_seen;
        const bool has_place = seat.roots == 0 || seats_in_ == 1;
        if (has_place != (seat.place != 0)) return false;
    }
    return seats_seen == seats_in_ && is_in(turn_);
}

}  // namespace tanbo::engine
