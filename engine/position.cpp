#include "engine/position.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace tanbo::engine {

std::string_view illegal_name(Illegal reason) {
    switch (reason) {
        case Illegal::none:
            return "";
        case Illegal::occupied:
            return "occupied";
        case Illegal::off_board:
            return "off-board";
        case Illegal::no_friend:
            return "no-friend";
        case Illegal::two_friends:
            return "two-friends";
        case Illegal::not_your_turn:
            return "not-your-turn";
        case Illegal::game_over:
            return "game-over";
    }
    return "";
}

Position::Position(std::shared_ptr<const Opening> opening)
    : opening_(std::move(opening)),
      points_(static_cast<std::size_t>(opening_->lattice().points())),
      seats_(static_cast<std::size_t>(opening_->seats())),
      tables_(points_, seats_, opening_->seeds().size()),
      seats_in_(opening_->seats()),
      turn_(opening_->to_move()) {
    const auto seeds = opening_->seeds();
    for (std::size_t index = 0; index < seeds.size(); ++index) {
        const Root root = static_cast<Root>(index + 1);
        FewRoots bounded;
        place(owner(root), seeds[index], root, bounded);
        ++state(owner(root)).roots;
    }
}

int Position::roots() const {
    int sum = 0;
    for (const auto& seat : seat_states_) sum += seat.roots;
    return sum;
}

Illegal Position::legality(Seat seat, Point point) const {
    if (is_over()) return Illegal::game_over;
    if (seat != turn_) return Illegal::not_your_turn;
    return legality(point);
}

Illegal Position::legality(Point point) const {
    if (is_over()) return Illegal::game_over;
    if (point >= points_) return Illegal::off_board;
    const Contacts contacts = tables_.contacts[at(turn_, point)];
    if (contacts.is_one()) return Illegal::none;
    if (tables_.stones[point].root != 0) return Illegal::occupied;
    return contacts.is_none() ? Illegal::no_friend : Illegal::two_friends;
}

// The changes by a stone of this seat on this empty point, before it is put there: gained(point)
// for each legal point that its root gains, lost(seat, point, root) for each that is legal no
// longer.
template <typename Gained, typename Lost>
void Position::visit_changes(Seat seat, Point point, Gained gained, Lost lost) const {
    const Contacts* here = &tables_.contacts[point * seats_];
    for (std::size_t index = 0; index < seats_; ++index) {
        if (here[index].is_one()) lost(static_cast<Seat>(index), point, here[index].root());
    }
    for (const Point neighbour : lattice().neighbours(point)) {
        const Contacts there = tables_.contacts[at(seat, neighbour)];
        if (there.is_none()) {
            gained(neighbour);
        } else if (there.is_one()) {
            lost(seat, neighbour, there.root());
        }
    }
}

// Puts a stone there. `fallen` gets the other roots that it bounds.
void Position::place(Seat seat, Point point, Root root, FewRoots& bounded) {
    // As visit_changes would have it, but in one walk with the change itself.
    const auto lose = [&](Seat loser, Point gone, Root lessened) {
        forbid(loser, gone);
        if (--tables_.roots[lessened].space == 0 && lessened != root) bounded.push(lessened);
    };
    Contacts* const contacts = tables_.contacts.data();
    Contacts* const here = &contacts[point * seats_];
    for (std::size_t index = 0; index < seats_; ++index) {
        if (here[index].is_one()) lose(static_cast<Seat>(index), point, here[index].root());
        here[index].occupy();
    }
    for (const Point neighbour : lattice().neighbours(point)) {
        Contacts& there = contacts[at(seat, neighbour)];
        if (there.is_none()) {
            permit(seat, neighbour);
            ++tables_.roots[root].space;
        } else if (there.is_one()) {
            lose(seat, neighbour, there.root());
        }
        there.add(root);
    }
    tables_.stones[point] = {root, tables_.roots[root].first};
    tables_.roots[root].first = point;
    ++state(seat).stones;
    stones_hash_ ^= hash_of_stone(seat, point);
}

void Position::permit(Seat seat, Point point) {
    const std::uint16_t slot = state(seat).legal++;
    tables_.legal.data()[static_cast<std::size_t>(seat) * points_ + slot] = point;
    tables_.slots.data()[at(seat, point)] = slot;
}

void Position::forbid(Seat seat, Point point) {
    Point* const list = tables_.legal.data() + static_cast<std::size_t>(seat) * points_;
    std::uint16_t* const slots = tables_.slots.data();
    const std::uint16_t slot = slots[at(seat, point)];
    const Point last = list[--state(seat).legal];
    list[slot] = last;
    slots[at(seat, last)] = slot;
}

// The roots that go when a stone joins this root there, which is legal: that one alone, if it is
// bounded, else all others that are.
Position::FewRoots Position::bounded_by(Seat seat, Point point, Root root) const {
    int current_space = tables_.roots[root].space;
    FewRoots lessened;
    visit_changes(
        seat, point, [&](Point) { ++current_space; },
        [&](Seat, Point, Root loser) {
            if (loser == root) {
                --current_space;
            } else {
                lessened.push(loser);
            }
        });
    FewRoots bounded;
    if (current_space == 0) {
        bounded.push(root);
        return bounded;
    }
    const auto losses = lessened.all();
    std::sort(losses.begin(), losses.end());
    for (auto first = losses.begin(); first != losses.end();) {
        const auto last = std::upper_bound(first, losses.end(), *first);
        if (last - first == tables_.roots[*first].space) bounded.push(*first);
        first = last;
    }
    return bounded;
}

// The stones of a root, and the point `placed` with them, in board order; added to the answer.
std::span<const Point> Position::collect_points(Root root, Point placed) {
    std::size_t lowest = tables_.marks.size();
    std::size_t highest = 0;
    const auto mark = [&](Point point) {
        const std::size_t word = point / 64U;
        tables_.marks[word] |= std::uint64_t{1} << (point % 64U);
        lowest = std::min(lowest, word);
        highest = std::max(highest, word);
    };
    if (placed != no_point) mark(placed);
    for (Point point = tables_.roots[root].first; point != no_point;
         point = tables_.stones[point].next) {
        mark(point);
    }
    Point* const first = tables_.answer_points.data() + answer_points_;
    Point* end = first;
    for (std::size_t word = lowest; word <= highest; ++word) {
        std::uint64_t marks = std::exchange(tables_.marks[word], 0);
        for (; marks != 0; marks &= marks - 1) {
            const auto bit = static_cast<std::size_t>(std::countr_zero(marks));
            *end++ = static_cast<Point>(word * 64 + bit);
        }
    }
    answer_points_ += static_cast<std::size_t>(end - first);
    return {first, end};
}

// Adds to the answer a root that is to go, as it stands. `placed` is a stone of it that is not on
// the board yet, or no_point.
void Position::answer_with(Root root, bool is_current, Point placed) {
    const auto points = collect_points(root, placed);
    tables_.answer_roots[answer_roots_++] = {owner(root), seed(root), points, is_current};
}

// The same for the roots that a stone bounds, and what follows from it. Sorts them.
void Position::answer(Outcome& outcome, std::span<Root> bounded, Root current, Point placed) {
    answer_points_ = answer_roots_ = 0;
    std::sort(bounded.begin(), bounded.end());
    for (const Root root : bounded) {
        const bool is_current = root == current;
        answer_with(root, is_current, is_current ? placed : no_point);
    }
    outcome.removed = tables_.answer_roots.first(answer_roots_);
    conclude(outcome);
}

Seat Position::next_in(Seat seat, SeatSet eliminated) const {
    auto index = static_cast<std::size_t>(seat);
    do {
        index = index + 1 == seats_ ? 0 : index + 1;
    } while (seat_states_[index].roots == 0 || eliminated.contains(static_cast<Seat>(index)));
    return static_cast<Seat>(index);
}

// The consequences of the removals: the seats that are out, the seat to move, the winner.
void Position::conclude(Outcome& outcome) const {
    std::array<int, seats_max> lifted{};
    for (const auto& removed : outcome.removed) {
        const int roots = ++lifted[static_cast<std::size_t>(removed.seat)];
        if (roots == state(removed.seat).roots) outcome.eliminated.insert(removed.seat);
    }
    const bool is_over = seats_in_ - outcome.eliminated.size() == 1;
    const bool passes_on = is_over || outcome.seat == turn_;
    const Seat next = passes_on ? next_in(turn_, outcome.eliminated) : turn_;
    (is_over ? outcome.winner : outcome.to_move) = next;
}

// Makes the removals and what follows from them true.
void Position::enter(const Outcome& outcome) {
    if (!outcome.removed.empty()) lift(outcome.removed);
    if (!outcome.eliminated.empty()) {
        seats_in_ -= outcome.eliminated.size();
        for (std::size_t index = 0; index < seats_; ++index) {
            if (!outcome.eliminated.contains(static_cast<Seat>(index))) continue;
            seat_states_[index].place = static_cast<std::uint16_t>(seats_in_ + 1);
        }
        if (outcome.winner) state(*outcome.winner).place = 1;
    }
    turn_ = outcome.winner ? *outcome.winner : *outcome.to_move;
}

// Takes these roots off the board together. Requires: no legal point extends one of them.
void Position::lift(std::span<const RemovedRoot> removed) {
    // None of them stands from here on: whatever is freed on the way is never counted for a root
    // that goes too.
    for (const auto& root : removed) {
        tables_.roots[tables_.stones[root.seed].root].first = no_point;
        SeatState& owner = state(root.seat);
        owner.stones = static_cast<std::uint16_t>(owner.stones - root.points.size());
        --owner.roots;
    }
    for (const auto& root : removed) {
        detach(root, tables_.stones[root.seed].root);
        vacate(root);
    }
}

// Takes a root's stones from the contacts of the points around them.
void Position::detach(const RemovedRoot& removed, Root root) {
    Contacts* const contacts = tables_.contacts.data();
    for (const Point point : removed.points) {
        for (const Point neighbour : lattice().neighbours(point)) {
            Contacts& there = contacts[at(removed.seat, neighbour)];
            there.remove(root);
            if (there.is_one()) extend(there.root(), removed.seat, neighbour);
        }
    }
}

// Empties a root's points, which others may now play on.
void Position::vacate(const RemovedRoot& removed) {
    for (const Point point : removed.points) {
        tables_.stones[point] = StoneState();
        stones_hash_ ^= hash_of_stone(removed.seat, point);
        Contacts* const here = tables_.contacts.data() + point * seats_;
        for (std::size_t index = 0; index < seats_; ++index) {
            here[index].vacate();
            if (here[index].is_one()) {
                extend(here[index].root(), static_cast<Seat>(index), point);
            }
        }
    }
}

// Adds a legal point to the space of a root, if it stands.
void Position::extend(Root root, Seat seat, Point point) {
    if (!is_standing(root)) return;
    permit(seat, point);
    ++tables_.roots[root].space;
}

// The facts about a stone there before anything happens.
Outcome Position::begin(Point point) const {
    Outcome outcome;
    outcome.illegal = legality(point);
    if (outcome.illegal != Illegal::none) return outcome;
    outcome.seat = turn_;
    outcome.point = point;
    outcome.current_root = seed(tables_.contacts[at(turn_, point)].root());
    return outcome;
}

Outcome Position::play(Point point) {
    Outcome outcome = begin(point);
    if (outcome.illegal != Illegal::none) return outcome;
    const Root current = root(outcome.current_root);

    FewRoots bounded;
    place(turn_, point, current, bounded);
    ++ply_;
    if (is_bounded(current)) {
        bounded.clear();
        bounded.push(current);
    }
    if (bounded.all().empty()) {  // nearly always
        turn_ = next_in(turn_, {});
        outcome.to_move = turn_;
        return outcome;
    }
    answer(outcome, bounded.all(), current, no_point);
    enter(outcome);
    return outcome;
}

Outcome Position::preview(Point point) {
    Outcome outcome = begin(point);
    if (outcome.illegal != Illegal::none) return outcome;
    const Root current = root(outcome.current_root);

    FewRoots bounded = bounded_by(turn_, point, current);
    answer(outcome, bounded.all(), current, point);
    return outcome;
}

Outcome Position::leave(Seat seat) {
    Outcome outcome;
    if (is_over()) {
        outcome.illegal = Illegal::game_over;
    } else if (!is_in(seat)) {
        outcome.illegal = Illegal::not_your_turn;
    }
    if (outcome.illegal != Illegal::none) return outcome;
    outcome.seat = seat;

    // Their legal points go first: a removed root must have none left.
    state(seat).legal = 0;
    answer_points_ = answer_roots_ = 0;
    for (std::size_t label = 1; label < tables_.roots.size(); ++label) {
        const Root root = static_cast<Root>(label);
        if (owner(root) != seat || !is_standing(root)) continue;
        tables_.roots[root].space = 0;
        answer_with(root, false, no_point);
    }
    outcome.removed = tables_.answer_roots.first(answer_roots_);
    conclude(outcome);
    enter(outcome);
    return outcome;
}

}  // namespace tanbo::engine
