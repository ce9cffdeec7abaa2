#include "engine/search/board.hpp"

#include <algorithm>
#include <new>
#include <utility>

#include "engine/stone_hash.hpp"

namespace tanbo::search {

Geometry::Geometry(std::shared_ptr<const engine::Opening> opening)
    : opening_(std::move(opening)),
      points_(static_cast<std::size_t>(opening_->lattice().points())),
      seats_(static_cast<std::size_t>(opening_->seats())),
      roots_(opening_->seeds().size()),
      dimensions_(static_cast<std::size_t>(opening_->lattice().dimensions())),
      degree_max_(0),
      coordinates_(points_ * dimensions_) {
    const engine::Lattice& lattice = opening_->lattice();
    for (const int extent : lattice.extents()) degree_max_ += extent > 1 ? 2 : 0;
    std::vector<int> at(dimensions_);
    first_neighbour_.push_back(0);
    for (std::size_t index = 0; index < points_; ++index) {
        const Point point = static_cast<Point>(index);
        const auto around = lattice.neighbours(point);
        neighbours_.insert(neighbours_.end(), around.begin(), around.end());
        first_neighbour_.push_back(static_cast<std::uint32_t>(neighbours_.size()));
        lattice.coordinates(point, at);
        std::transform(at.begin(), at.end(), &coordinates_[index * dimensions_],
                       [](int coordinate) { return static_cast<std::uint16_t>(coordinate); });
    }
    owners_.push_back(0);
    for (const Seat seat : opening_->seed_seats()) {
        owners_.push_back(static_cast<std::uint8_t>(engine::index_of(seat)));
    }
    std::size_t end = 0;
    const auto take = [&](std::size_t words) { return std::exchange(end, end + words); };
    layout_.contacts = take(2 * points_ * seats_);
    layout_.around = take(points_ * seats_);
    layout_.legal = take(points_ * seats_);
    layout_.slots = take(points_ * seats_);
    layout_.legal_for = take(points_);
    layout_.stones = take(points_);
    layout_.next = take(points_);
    layout_.roots = take(3 * (roots_ + 1));
    layout_.size = end + end % 2;
}

Board::Board(const Geometry& geometry)
    : geometry_(&geometry),
      points_(geometry.points()),
      seats_(geometry.seats()),
      memory_(std::make_unique<std::uint32_t[]>(geometry.layout().size / 2)) {
    static_assert(sizeof(Contacts) == 4 && sizeof(RootState) == 6);
    const Geometry::Layout& layout = geometry.layout();
    const auto part = [&]<typename Type>(std::size_t word, std::size_t count, Type) {
        return new (reinterpret_cast<std::uint16_t*>(memory_.get()) + word) Type[count]();
    };
    contacts_ = part(layout.contacts, points_ * seats_, Contacts());
    around_ = part(layout.around, points_ * seats_, std::uint16_t());
    legal_ = part(layout.legal, points_ * seats_, Point());
    slots_ = part(layout.slots, points_ * seats_, std::uint16_t());
    legal_for_ = part(layout.legal_for, points_, std::uint16_t());
    stones_ = part(layout.stones, points_, Root());
    next_ = part(layout.next, points_, Point());
    roots_ = part(layout.roots, geometry.roots() + 1, RootState());
    load(engine::Position({std::shared_ptr<void>(), &geometry.opening()}));
}

void Board::load(const engine::Position& position) {
    std::fill_n(contacts_, points_ * seats_, Contacts());
    std::fill_n(around_, points_ * seats_, std::uint16_t{0});
    std::fill_n(legal_for_, points_, std::uint16_t{0});
    std::fill_n(roots_, geometry_->roots() + 1, RootState{no_point, 0, 0});
    state_ = State();
    state_.empty = points_;
    for (std::size_t index = 0; index < points_; ++index) {
        const Point point = static_cast<Point>(index);
        const Root root = position.root(point);
        stones_[point] = root;
        if (root == 0) continue;
        const std::size_t seat = geometry_->owner(root);
        if (roots_[root].first == no_point) ++state_.seats[seat].roots;
        next_[point] = std::exchange(roots_[root].first, point);
        ++roots_[root].stones;
        ++state_.seats[seat].stones;
        --state_.empty;
        for (std::size_t other = 0; other < seats_; ++other) {
            contacts_[other * points_ + point].occupy();
        }
        for (const Point neighbour : geometry_->neighbours(point)) {
            contacts_[seat * points_ + neighbour].add(root);
        }
    }
    for (std::size_t seat = 0; seat < seats_; ++seat) {
        state_.seats_in += state_.seats[seat].roots > 0 ? 1 : 0;
        for (std::size_t index = 0; index < points_; ++index) {
            const Point point = static_cast<Point>(index);
            const Contacts here = contacts(seat, point);
            if (here.is_none()) free(seat, point);
            if (here.is_one()) extend(here.root(), seat, point);
        }
    }
    const auto seat = position.to_move() ? position.to_move() : position.winner();
    state_.turn = static_cast<std::size_t>(engine::index_of(*seat));
}

// Notes that the point is free for the seat now, or no longer.
inline void Board::free(std::size_t seat, Point point) {
    std::uint16_t* const around = around_ + seat * points_;
    for (const Point neighbour : geometry_->neighbours(point)) ++around[neighbour];
}

inline void Board::take(std::size_t seat, Point point) {
    std::uint16_t* const around = around_ + seat * points_;
    for (const Point neighbour : geometry_->neighbours(point)) --around[neighbour];
}

void Board::permit(std::size_t seat, Point point) {
    const std::uint16_t slot = state_.seats[seat].legal++;
    legal_[seat * points_ + slot] = point;
    slots_[point * seats_ + seat] = slot;
    ++legal_for_[point];
}

void Board::forbid(std::size_t seat, Point point) {
    Point* const list = &legal_[seat * points_];
    const std::uint16_t slot = slots_[point * seats_ + seat];
    const Point last = list[--state_.seats[seat].legal];
    list[slot] = last;
    slots_[last * seats_ + seat] = slot;
    --legal_for_[point];
}

// Adds a legal point to the space of a root, if it stands.
void Board::extend(Root root, std::size_t seat, Point point) {
    if (!is_standing(root)) return;
    permit(seat, point);
    ++roots_[root].space;
}

void Board::lessen(Root root, Root current, BoundedRoots& bounded) {
    if (--roots_[root].space == 0 && root != current) bounded.roots[bounded.size++] = root;
}

// Puts a stone there, as engine::Position does.
void Board::place(std::size_t seat, Point point, Root root, BoundedRoots& bounded) {
    for (std::size_t other = 0; other < seats_; ++other) {
        Contacts& here = contacts_[other * points_ + point];
        if (here.is_one()) {
            forbid(other, point);
            lessen(here.root(), root, bounded);
        } else if (here.is_none()) {
            take(other, point);
        }
        here.occupy();
    }
    Contacts* const own = contacts_ + seat * points_;
    for (const Point neighbour : geometry_->neighbours(point)) {
        Contacts& there = own[neighbour];
        if (there.is_none()) {
            take(seat, neighbour);
            permit(seat, neighbour);
            ++roots_[root].space;
        } else if (there.is_one()) {
            forbid(seat, neighbour);
            lessen(there.root(), root, bounded);
        }
        there.add(root);
    }
    stones_[point] = root;
    next_[point] = std::exchange(roots_[root].first, point);
    ++roots_[root].stones;
    ++state_.seats[seat].stones;
    --state_.empty;
}

// Takes these roots off the board together. None counts as standing from the start: what is freed
// on the way never counts for a root that goes too. Requires: none has a legal point.
void Board::lift(std::span<const Root> roots) {
    std::array<Point, bounded_max> firsts;
    for (std::size_t index = 0; index < roots.size(); ++index) {
        RootState& root = roots_[roots[index]];
        SeatState& seat = state_.seats[geometry_->owner(roots[index])];
        firsts[index] = std::exchange(root.first, no_point);
        seat.stones = static_cast<std::uint16_t>(seat.stones - root.stones);
        state_.empty += root.stones;
        root.stones = 0;
        if (--seat.roots == 0) --state_.seats_in;
    }
    for (std::size_t index = 0; index < roots.size(); ++index) {
        const std::size_t seat = geometry_->owner(roots[index]);
        for (Point point = firsts[index]; point != no_point; point = next_[point]) {
            for (const Point neighbour : geometry_->neighbours(point)) {
                Contacts& there = contacts_[seat * points_ + neighbour];
                there.remove(roots[index]);
                if (there.is_one()) extend(there.root(), seat, neighbour);
                if (there.is_none()) free(seat, neighbour);
            }
        }
        for (Point point = firsts[index]; point != no_point; point = next_[point]) {
            stones_[point] = 0;
            for (std::size_t other = 0; other < seats_; ++other) {
                Contacts& here = contacts_[other * points_ + point];
                here.vacate();
                if (here.is_one()) extend(here.root(), other, point);
                if (here.is_none()) free(other, point);
            }
        }
    }
}

void Board::pass_on() {
    do {
        state_.turn = state_.turn + 1 == seats_ ? 0 : state_.turn + 1;
    } while (state_.seats[state_.turn].roots == 0);
}

void Board::play(Point point) {
    const std::size_t seat = state_.turn;
    const Root root = contacts(seat, point).root();
    assert(contacts(seat, point).is_one());
    BoundedRoots bounded;
    place(seat, point, root, bounded);
    state_.last = point;
    if (roots_[root].space == 0) {
        lift({&root, 1});
    } else if (bounded.size > 0) {
        lift({bounded.roots.data(), bounded.size});
    }
    pass_on();
}

std::size_t Board::bounded_by(Point point, std::array<Root, bounded_max>& out) const {
    const std::size_t seat = state_.turn;
    const Root current = contacts(seat, point).root();
    std::array<Root, bounded_max> losses;
    std::size_t lost = 0;
    std::size_t space = roots_[current].space;
    for (std::size_t other = 0; other < seats_; ++other) {
        const Contacts here = contacts(other, point);
        if (here.is_one()) losses[lost++] = here.root();
    }
    for (const Point neighbour : geometry_->neighbours(point)) {
        const Contacts there = contacts(seat, neighbour);
        space += there.is_none() ? 1 : 0;
        if (there.is_one()) losses[lost++] = there.root();
    }
    std::sort(losses.begin(), losses.begin() + static_cast<std::ptrdiff_t>(lost));
    std::size_t size = 0;
    for (std::size_t first = 0, last = 0; first < lost; first = last) {
        while (last < lost && losses[last] == losses[first]) ++last;
        const Root root = losses[first];
        if (root != current) {
            if (last - first == roots_[root].space) out[size++] = root;
        } else if (space == last - first) {
            out[0] = current;
            return 1;
        }
    }
    return size;
}

std::uint64_t Board::hash() const {
    std::uint64_t sum = 0;
    for (std::size_t index = 0; index < points_; ++index) {
        const Point point = static_cast<Point>(index);
        if (stones_[point] == 0) continue;
        const auto seat = engine::seat_at(static_cast<int>(geometry_->owner(stones_[point])));
        sum ^= engine::hash_of_stone(seat, point);
    }
    const auto to_move = engine::seat_at(static_cast<int>(state_.turn));
    return is_over() ? sum : sum ^ engine::hash_of_turn(to_move);
}

bool Board::equals(const engine::Position& position) const {
    const auto turn = position.is_over() ? position.winner() : position.to_move();
    if (engine::seat_at(static_cast<int>(state_.turn)) != *turn) return false;
    for (std::size_t point = 0; point < points_; ++point) {
        if (stones_[point] != position.root(static_cast<Point>(point))) return false;
    }
    return true;
}

}  // namespace tanbo::search
