#include "engine/match.hpp"

#include <algorithm>
#include <utility>

namespace tanbo::engine {

namespace {

constexpr int seats_to_start_custom = 2;

bool is_taken(const SeatHolder& holder) {
    return holder.state == SeatState::in;
}

std::vector<RemovedStones> copy_removed(const Outcome& outcome) {
    std::vector<RemovedStones> removed;
    removed.reserve(outcome.removed.size());
    for (const RemovedRoot& root : outcome.removed) {
        removed.push_back(
            {root.seat, root.seed, {root.points.begin(), root.points.end()}, root.current});
    }
    return removed;
}

}  // namespace

std::string_view apply_fault_name(ApplyFault fault) {
    switch (fault) {
        case ApplyFault::none:
            return "none";
        case ApplyFault::wrong_seq:
            return "wrong-seq";
        case ApplyFault::wrong_order:
            return "wrong-order";
        case ApplyFault::wrong_seat:
            return "wrong-seat";
        case ApplyFault::illegal_move:
            return "illegal-move";
        case ApplyFault::wrong_outcome:
            return "wrong-outcome";
    }
    return "";
}

Aftermath aftermath(const Position& position, const Outcome& outcome) {
    Aftermath after;
    after.removed = copy_removed(outcome);
    after.to_move = position.to_move();
    after.winner = position.winner();
    for (int i = 0; i < position.opening().seats(); ++i) {
        const Seat seat = seat_at(i);
        if (outcome.eliminated.contains(seat)) after.eliminated.push_back(seat);
        after.roots.push_back(position.roots(seat));
    }
    return after;
}

Aftermath lift_seats(Position& position, std::span<const Seat> seats) {
    Aftermath all = aftermath(position, Outcome{});
    for (const Seat seat : seats) {
        const Outcome outcome = position.leave(seat);
        Aftermath one = aftermath(position, outcome);
        std::move(one.removed.begin(), one.removed.end(), std::back_inserter(all.removed));
        all.eliminated.push_back(seat);
        all.to_move = one.to_move;
        all.roots = std::move(one.roots);
    }
    return all;
}

StonePlaced place_stone(const Position& before, Point point) {
    Position position = before;
    StonePlaced placed{before.ply(), *before.to_move(), point, {}};
    const Outcome outcome = position.play(point);
    placed.after = aftermath(position, outcome);
    return placed;
}

std::optional<Match> Match::open(const Event& event) {
    const auto* opened = std::get_if<GameOpened>(&event.data);
    if (opened == nullptr || event.seq != 1 || opened->opening == nullptr ||
        opened->seats.size() != static_cast<std::size_t>(opened->opening->seats())) {
        return std::nullopt;
    }
    for (const SeatOffer& offer : opened->seats) {
        if (offer.is_taken && !offer.player) return std::nullopt;
    }
    return Match(event, *opened);
}

Match::Match(const Event& event, const GameOpened& opened)
    : seq_(event.seq),
      visibility_(opened.visibility),
      created_at_(event.at),
      updated_at_(event.at),
      creator_(opened.creator),
      setup_(opened.setup),
      opening_(opened.opening),
      position_(opened.opening) {
    for (const SeatOffer& offer : opened.seats) {
        seats_.push_back({offer.player, offer.is_taken ? SeatState::in : SeatState::open});
    }
}

ApplyFault Match::apply(const Event& event) {
    if (event.seq != seq_ + 1) return ApplyFault::wrong_seq;
    const ApplyFault fault =
        std::visit([this](const auto& data) { return fold(data); }, event.data);
    if (fault != ApplyFault::none) return fault;
    seq_ = event.seq;
    updated_at_ = event.at;
    return ApplyFault::none;
}

Event Match::play(Point point, Instant now) {
    StonePlaced placed{ply(), *to_move(), point, {}};
    const Outcome outcome = position_.play(point);
    if (outcome.illegal != Illegal::none) __builtin_trap();  // our caller has asked
    placed.after = aftermath(position_, outcome);
    enter(placed);
    updated_at_ = now;
    return {++seq_, now, std::move(placed)};
}

ApplyFault Match::fold(const GameOpened&) {
    return ApplyFault::wrong_order;
}

ApplyFault Match::fold(const PlayerJoined& joined) {
    if (status_ != Status::open) return ApplyFault::wrong_order;
    SeatHolder* const seat = holder(joined.seat);
    if (seat == nullptr || seat->state != SeatState::open) return ApplyFault::wrong_seat;
    if (seat_of(joined.player.account)) return ApplyFault::wrong_seat;
    free_reservations(joined.player.account);
    *seat = {joined.player, SeatState::in};
    return ApplyFault::none;
}

ApplyFault Match::fold(const GameStarted& started) {
    if (status_ != Status::open) return ApplyFault::wrong_order;
    std::vector<Seat> absent;
    for (int i = 0; i < opening_->seats(); ++i) {
        if (!is_taken(seats_[static_cast<std::size_t>(i)])) absent.push_back(seat_at(i));
    }
    if (started.absent != absent || seats_taken() < seats_min) return ApplyFault::wrong_seat;
    if (lift_seats(position_, absent) != started.after) return ApplyFault::wrong_outcome;
    for (const Seat seat : absent) {
        *holder(seat) = {std::nullopt, SeatState::left};
        turns_.push_back({seq_ + 1, no_point, seat});
    }
    status_ = Status::active;
    return ApplyFault::none;
}

ApplyFault Match::fold(const StonePlaced& placed) {
    if (status_ != Status::active || position_.is_over()) return ApplyFault::wrong_order;
    if (placed.seat != position_.to_move()) return ApplyFault::wrong_seat;
    if (placed.ply != ply()) return ApplyFault::wrong_outcome;
    if (position_.legality(placed.point) != Illegal::none) return ApplyFault::illegal_move;
    const Outcome outcome = position_.play(placed.point);
    if (aftermath(position_, outcome) != placed.after) return ApplyFault::wrong_outcome;
    enter(placed);
    return ApplyFault::none;
}

void Match::enter(const StonePlaced& placed) {
    for (const Seat seat : placed.after.eliminated) holder(seat)->state = SeatState::out;
    turn_of_ply_.push_back(static_cast<std::uint32_t>(turns_.size()));
    turns_.push_back({seq_ + 1, placed.point, placed.seat});
}

ApplyFault Match::fold(const PlayerLeft& left) {
    SeatHolder* const seat = holder(left.seat);
    if (seat == nullptr) return ApplyFault::wrong_seat;
    if (status_ == Status::open) {
        if (!seat->player) return ApplyFault::wrong_seat;
        if (left.after != Aftermath{}) return ApplyFault::wrong_outcome;
        *seat = {};
        return ApplyFault::none;
    }
    if (status_ != Status::active || position_.is_over()) return ApplyFault::wrong_order;
    if (seat->state != SeatState::in) return ApplyFault::wrong_seat;
    const Outcome outcome = position_.leave(left.seat);
    if (aftermath(position_, outcome) != left.after) return ApplyFault::wrong_outcome;
    seat->state = SeatState::left;
    turns_.push_back({seq_ + 1, no_point, left.seat});
    return ApplyFault::none;
}

ApplyFault Match::fold(const GameEnded& ended) {
    const bool is_withdrawn = ended.reason == EndReason::withdrawn;
    if (status_ != (is_withdrawn ? Status::open : Status::active)) return ApplyFault::wrong_order;
    if (is_withdrawn ? seats_taken() != 0 : !position_.is_over()) return ApplyFault::wrong_order;
    if (ended.winner != position_.winner() || ended.places != final_places()) {
        return ApplyFault::wrong_outcome;
    }
    status_ = Status::finished;
    winner_ = ended.winner;
    end_reason_ = ended.reason;
    places_ = ended.places;
    return ApplyFault::none;
}

std::vector<int> Match::final_places() const {
    std::vector<int> places;
    if (!position_.is_over()) return places;
    for (int i = 0; i < opening_->seats(); ++i) {
        const bool was_absent = !seats_[static_cast<std::size_t>(i)].player;
        places.push_back(was_absent ? 0 : position_.place(seat_at(i)));
    }
    return places;
}

SeatHolder* Match::holder(Seat seat) {
    const auto index = static_cast<std::size_t>(index_of(seat));
    return index < seats_.size() ? &seats_[index] : nullptr;
}

void Match::free_reservations(std::int64_t account) {
    for (SeatHolder& holder : seats_) {
        if (holder.player && holder.player->account == account) holder.player.reset();
    }
}

std::optional<Seat> Match::seat_of(std::int64_t account) const {
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        const SeatHolder& holder = seats_[i];
        if (holder.state != SeatState::open && holder.player && holder.player->account == account) {
            return seat_at(static_cast<int>(i));
        }
    }
    return std::nullopt;
}

std::optional<Seat> Match::reserved_for(std::int64_t account) const {
    for (std::size_t i = 0; i < seats_.size(); ++i) {
        const SeatHolder& holder = seats_[i];
        if (holder.state == SeatState::open && holder.player && holder.player->account == account) {
            return seat_at(static_cast<int>(i));
        }
    }
    return std::nullopt;
}

bool Match::may_see(std::optional<std::int64_t> account) const {
    if (visibility_ == Visibility::everyone) return true;
    return account && (*account == creator_.account || seat_of(*account) || reserved_for(*account));
}

int Match::seats_taken() const {
    return static_cast<int>(std::count_if(seats_.begin(), seats_.end(), is_taken));
}

int Match::seats_to_start() const {
    const Setup* const setup = find_setup(setup_);
    return setup == nullptr ? seats_to_start_custom : setup->seats_to_start;
}

bool Match::may_start() const {
    return status_ == Status::open && seats_taken() >= seats_to_start();
}

std::optional<Seat> Match::to_move() const {
    return status_ == Status::active ? position_.to_move() : std::nullopt;
}

std::optional<PastTurn> Match::turn_at(std::uint32_t ply) const {
    if (ply >= turn_of_ply_.size()) return std::nullopt;
    return turns_[turn_of_ply_[ply]];
}

std::optional<Snapshot> snapshot_at(const Match& match, std::uint32_t ply) {
    if (ply > match.ply()) return std::nullopt;
    Snapshot snapshot{Position(match.shared_opening()), std::nullopt, {}};
    for (const PastTurn& turn : match.turns()) {
        const bool is_stone = turn.point != no_point;
        if (is_stone && snapshot.position.ply() == ply) break;
        const Outcome outcome =
            is_stone ? snapshot.position.play(turn.point) : snapshot.position.leave(turn.seat);
        if (is_stone) snapshot.last_point = turn.point;
        snapshot.removed = copy_removed(outcome);
    }
    return snapshot;
}

}  // namespace tanbo::engine
