#include "tests/support/play.hpp"

#include <algorithm>
#include <numeric>

namespace tanbo::tests {

using engine::Lattice;
using engine::Position;

std::vector<Point> sorted_legal_points(const Position& position, Seat seat) {
    const auto legal = position.legal_points(seat);
    std::vector<Point> points(legal.begin(), legal.end());
    std::sort(points.begin(), points.end());
    return points;
}

namespace {

std::string seat_difference(const Position& position, const NaivePosition& naive, Seat seat) {
    const std::string name(engine::seat_name(seat));
    if (sorted_legal_points(position, seat) != naive.legal_points(seat)) return "legal for " + name;
    if (position.place(seat) != naive.place(seat)) return "place of " + name;
    const auto stones = std::count(naive.board().begin(), naive.board().end(), seat);
    if (position.stones(seat) != stones) return "stones of " + name;
    if (position.is_in(seat) != (stones > 0)) return name + " in or out";
    return "";
}

std::string root_difference(const Position& position, const NaivePosition& naive) {
    const auto roots = naive.roots();
    if (position.roots() != static_cast<int>(roots.size())) return "number of roots";
    for (const auto& root : roots) {
        const engine::Root label = position.root(root.seed);
        const std::string name = point_name(position.lattice(), root.seed);
        if (!position.is_standing(label)) return "root " + name + " standing";
        if (position.seed(label) != root.seed) return "seed of root " + name;
        if (position.owner(label) != root.seat) return "owner of root " + name;
        const auto space = naive.root_space(root);
        if (position.root_space(label) != static_cast<int>(space.size())) {
            return "root space of " + name;
        }
        for (const Point point : root.points) {
            if (position.root(point) != label) return "label in root " + name;
        }
    }
    return "";
}

}  // namespace

std::string difference(const Position& position, const NaivePosition& naive) {
    for (std::size_t index = 0; index < naive.board().size(); ++index) {
        const Point point = static_cast<Point>(index);
        if (position.stone(point) != naive.stone(point)) {
            return "stone on " + point_name(position.lattice(), point);
        }
    }
    for (int index = 0; index < position.opening().seats(); ++index) {
        const auto found = seat_difference(position, naive, engine::seat_at(index));
        if (!found.empty()) return found;
    }
    if (const auto found = root_difference(position, naive); !found.empty()) return found;
    if (position.to_move() != naive.to_move()) return "seat to move";
    if (position.winner() != naive.winner()) return "winner";
    return "";
}

std::string difference(const engine::Outcome& outcome, const NaivePosition::Turn& turn) {
    if (outcome.illegal != engine::Illegal::none) return "refused";
    if (outcome.removed.size() != turn.removed.size()) return "number of removed roots";
    for (std::size_t index = 0; index < turn.removed.size(); ++index) {
        const auto& removed = outcome.removed[index];
        const NaivePosition::Root same = {removed.seat,
                                          removed.seed,
                                          {removed.points.begin(), removed.points.end()},
                                          removed.current};
        if (same != turn.removed[index]) return "removed root " + std::to_string(index);
    }
    engine::SeatSet eliminated;
    for (const Seat seat : turn.eliminated) eliminated.insert(seat);
    if (outcome.eliminated != eliminated) return "eliminated seats";
    return "";
}

namespace {

Lattice random_lattice(Random& random) {
    static constexpr std::uint32_t longest[] = {40, 9, 5, 4};
    std::vector<int> extents(1 + random.below(4));
    for (int& extent : extents) {
        extent = 1 + static_cast<int>(random.below(longest[extents.size() - 1]));
    }
    return Lattice::create(extents).value();
}

}  // namespace

std::shared_ptr<const Opening> random_opening(Random& random) {
    while (true) {
        const Lattice lattice = random_lattice(random);
        const std::uint32_t seats = 2 + random.below(7);
        const std::uint32_t wanted = seats * (1 + random.below(4));
        std::vector<Point> points(static_cast<std::size_t>(lattice.points()));
        std::iota(points.begin(), points.end(), Point{0});
        for (std::uint32_t index = 0; index < points.size(); ++index) {
            const auto rest = static_cast<std::uint32_t>(points.size()) - index;
            std::swap(points[index], points[index + random.below(rest)]);
        }
        if (points.size() < wanted) continue;
        std::vector<std::vector<Point>> stones(seats);
        for (std::uint32_t index = 0; index < wanted; ++index) {
            stones[index % seats].push_back(points[index]);
        }
        const Seat to_move = engine::seat_at(static_cast<int>(random.below(seats)));
        auto created = Opening::create(lattice, stones, to_move);
        if (auto* opening = std::get_if<std::shared_ptr<const Opening>>(&created)) return *opening;
    }
}

Point point_at(const Lattice& lattice, std::string_view name) {
    return engine::parse_point(lattice, name).value();
}

std::vector<Point> points_at(const Lattice& lattice, const std::vector<std::string_view>& names) {
    std::vector<Point> points;
    for (const auto name : names) points.push_back(point_at(lattice, name));
    return points;
}

}  // namespace tanbo::tests
