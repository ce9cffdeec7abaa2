#include "engine/match_fold.hpp"

#include <algorithm>
#include <utility>

namespace tanbo::engine {

namespace {

bool is_sound(const GameOpened& opened) {
    if (opened.opening == nullptr) return false;
    const int seats = opened.opening->seats();
    if (opened.seats.size() != static_cast<std::size_t>(seats)) return false;
    if (opened.terms.rated && opened.setup.empty()) return false;
    if (terms_fault(opened.terms, seats)) return false;
    return std::ranges::none_of(
        opened.seats, [](const SeatOffer& offer) { return offer.is_taken && !offer.player; });
}

// The clock as an event of this kind shows it; null if it does not.
template <class Data>
auto* figures_in(Data& event) {
    using Figures = std::conditional_t<std::is_const_v<Data>, const std::optional<ClockFigures>,
                                       std::optional<ClockFigures>>;
    return std::visit(
        [](auto& data) -> Figures* {
            if constexpr (requires { data.clock; }) {
                return &data.clock;
            } else if constexpr (requires { data.after; }) {
                return &data.after.clock;
            } else {
                return nullptr;
            }
        },
        event);
}

}  // namespace

bool is_same_board(const MoveEffects& one, const MoveEffects& other) {
    return one.removed == other.removed && one.eliminated == other.eliminated &&
           one.to_move == other.to_move && one.winner == other.winner && one.roots == other.roots;
}

std::optional<Match> Match::open(const Event& event) {
    const auto* opened = std::get_if<GameOpened>(&event.data);
    if (opened == nullptr || event.seq != 1 || !is_sound(*opened)) return std::nullopt;
    return Match(event, *opened);
}

Match::Match(const Event& event, const GameOpened& opened)
    : seq_(event.seq),
      visibility_(opened.visibility),
      created_at_(event.at),
      updated_at_(event.at),
      creator_(opened.creator),
      setup_(opened.setup),
      terms_(opened.terms),
      opening_(opened.opening),
      position_(opened.opening),
      clock_(opened.terms.clock, opened.opening->seats()) {
    for (const SeatOffer& offer : opened.seats) {
        seats_.push_back({offer.player, offer.is_taken ? SeatState::in : SeatState::open});
    }
}

// Nearly all events are stones, and asking for them first saves two calls through a table.
ApplyFault Match::apply(const Event& event) {
    if (event.seq != seq_ + 1) return ApplyFault::wrong_seq;
    const auto* const placed = std::get_if<StonePlaced>(&event.data);
    const Fold fold{*this, event.at};
    const ApplyFault fault = placed != nullptr ? fold(*placed) : std::visit(fold, event.data);
    if (fault != ApplyFault::none) return fault;
    close(event);
    const auto* const told = placed != nullptr ? &placed->after.clock : figures_in(event.data);
    if (told == nullptr) return ApplyFault::none;
    const bool is_true = clock_.is_on() ? *told == figures() : !told->has_value();
    return is_true ? ApplyFault::none : ApplyFault::wrong_outcome;
}

Event Match::append(EventData data, Instant now) {
    Event event{seq_ + 1, now, std::move(data)};
    const ApplyFault fault = std::visit(Fold{*this, now}, event.data);
    if (fault != ApplyFault::none) __builtin_trap();  // our own event must fit
    close(event);
    if (auto* const told = figures_in(event.data)) *told = figures();
    return event;
}

Event Match::play(Point point, Instant now) {
    StonePlaced placed{ply(), *to_move(), point, {}};
    const Outcome outcome = position_.play(point);
    if (outcome.illegal != Illegal::none) __builtin_trap();  // our caller has asked
    placed.after = move_effects(position_, outcome);
    enter(placed, now);
    Event event{seq_ + 1, now, std::move(placed)};
    close(event);
    if (clock_.is_on()) std::get<StonePlaced>(event.data).after.clock = figures();
    return event;
}

void Match::close(const Event& event) {
    if (clock_.is_on()) clock_.fold(event);
    if (offered_since_ && offers_.empty()) {
        offered_before_ += event.at - *offered_since_;
        offered_since_.reset();
    } else if (!offered_since_ && !offers_.empty()) {
        offered_since_ = event.at;
    }
    seq_ = event.seq;
    updated_at_ = event.at;
}

std::optional<ClockFigures> Match::figures() const {
    if (!clock_.is_on() || status_ == Status::open) return std::nullopt;
    return clock_.figures();
}

ApplyFault Match::Fold::operator()(const PlayerJoined& joined) const {
    if (match.status_ != Status::open) return ApplyFault::wrong_order;
    SeatHolder* const seat = match.holder(joined.seat);
    if (seat == nullptr || seat->state != SeatState::open) return ApplyFault::wrong_seat;
    if (match.seat_of(joined.player.account)) return ApplyFault::wrong_seat;
    match.free_reservations(joined.player.account);
    *seat = {joined.player, SeatState::in};
    return ApplyFault::none;
}

bool Match::Fold::fits(const std::optional<Calendar>& calendar) const {
    if (calendar.has_value() != uses_calendars(match.terms_.clock)) return false;
    return !calendar || !calendar_fault(*calendar);
}

ApplyFault Match::Fold::operator()(const GameStarted& started) const {
    if (match.status_ != Status::open) return ApplyFault::wrong_order;
    std::vector<Seat> absent;
    for (int i = 0; i < match.opening_->seats(); ++i) {
        if (!match.is_in(seat_at(i))) absent.push_back(seat_at(i));
    }
    if (started.absent != absent || match.seats_taken() < seats_min) return ApplyFault::wrong_seat;
    const bool has_calendars = uses_calendars(match.terms_.clock);
    if (started.calendars.size() != (has_calendars ? match.seats_.size() : 0) ||
        !std::ranges::all_of(started.calendars, [this](const auto& one) { return fits(one); })) {
        return ApplyFault::wrong_outcome;
    }
    if (!is_same_board(lift_seats(match.position_, absent), started.after)) {
        return ApplyFault::wrong_outcome;
    }
    for (const Seat seat : absent) {
        *match.holder(seat) = {std::nullopt, SeatState::left};
        match.turns_.push_back({match.seq_ + 1, no_point, seat});
    }
    match.status_ = Status::active;
    match.withdrawn_ = {};
    match.turn_since_ = at;
    return ApplyFault::none;
}

ApplyFault Match::Fold::operator()(const StonePlaced& placed) const {
    if (!is_in_play()) return ApplyFault::wrong_order;
    Position& position = match.position_;
    if (placed.seat != position.to_move() || !match.is_in(placed.seat)) {
        return ApplyFault::wrong_seat;
    }
    if (placed.ply != match.ply()) return ApplyFault::wrong_outcome;
    if (position.legality(placed.point) != Illegal::none) return ApplyFault::illegal_move;
    const Outcome outcome = position.play(placed.point);
    if (!is_same_board(move_effects(position, outcome), placed.after)) {
        return ApplyFault::wrong_outcome;
    }
    match.enter(placed, at);
    return ApplyFault::none;
}

void Match::enter(const StonePlaced& placed, Instant at) {
    for (const Seat seat : placed.after.eliminated) {
        const bool was_offered = holder(seat)->state == SeatState::offered;
        holder(seat)->state = was_offered ? SeatState::left : SeatState::out;
        if (was_offered) forget_offer(seat);
    }
    turn_of_ply_.push_back(static_cast<std::uint32_t>(turns_.size()));
    turns_.push_back({seq_ + 1, placed.point, placed.seat});
    proposals_.clear();
    proposed_ = {};
    turn_since_ = at;
}

// The seat has gone off the board at last: its leaver has the place that this gave, and nothing
// brings the seat back.
void Match::forget_offer(Seat seat) {
    std::erase_if(offers_, [seat](const OfferedSeat& offer) { return offer.seat == seat; });
    const auto leaver = std::find_if(leavers_.rbegin(), leavers_.rend(),
                                     [seat](const Leaver& one) { return one.seat == seat; });
    if (leaver != leavers_.rend()) leaver->place = position_.place(seat);
    undo_floor_ = ply();
}

ApplyFault Match::Fold::operator()(const PlayerLeft& left) const {
    SeatHolder* const seat = match.holder(left.seat);
    if (seat == nullptr) return ApplyFault::wrong_seat;
    if (match.status_ == Status::open) {
        if (!seat->player) return ApplyFault::wrong_seat;
        if (left.after != MoveEffects{}) return ApplyFault::wrong_outcome;
        if (seat->state == SeatState::in) match.withdrawn_.push_back(seat->player->account);
        *seat = {};
        return ApplyFault::none;
    }
    if (!is_in_play()) return ApplyFault::wrong_order;
    const bool was_offered = seat->state == SeatState::offered;
    if (seat->state != SeatState::in && !was_offered) return ApplyFault::wrong_seat;
    const auto mover = match.position_.to_move();
    const Outcome outcome = match.position_.leave(left.seat);
    if (!is_same_board(move_effects(match.position_, outcome), left.after)) {
        return ApplyFault::wrong_outcome;
    }
    if (was_offered) {
        match.forget_offer(left.seat);
    } else {
        record_leaving(left.seat, left.reason);
        match.leavers_.back().place = match.position_.place(left.seat);
    }
    seat->state = SeatState::left;
    match.turns_.push_back({match.seq_ + 1, no_point, left.seat});
    part();
    if (match.position_.to_move() != mover) match.turn_since_ = at;
    return ApplyFault::none;
}

void Match::Fold::record_leaving(Seat seat, LeaveReason reason) const {
    const int place = match.position_.seats_in();
    match.leavers_.push_back({*match.holder(seat)->player, seat, reason, at, place});
}

bool Match::Fold::is_end(const GameEnded& ended) const {
    const bool is_open = match.status_ == Status::open;
    switch (ended.reason) {
        case EndReason::withdrawn:
            return is_open && match.seats_taken() == 0;
        case EndReason::aborted:
            return is_open || is_in_play();
        case EndReason::adjudicated:
            return is_in_play();
        case EndReason::last_standing:
        case EndReason::last_remaining:
            return match.status_ == Status::active && match.position_.is_over();
    }
    return false;
}

ApplyFault Match::Fold::operator()(const GameEnded& ended) const {
    if (!is_end(ended)) return ApplyFault::wrong_order;
    const bool is_right =
        ended.reason == EndReason::adjudicated
            ? match.is_verdict(ended.winner, ended.places)
            : ended.winner == match.position_.winner() && ended.places == match.final_places();
    if (!is_right) return ApplyFault::wrong_outcome;
    match.status_ = Status::finished;
    match.winner_ = ended.winner;
    match.end_reason_ = ended.reason;
    match.places_ = ended.places;
    match.proposals_.clear();
    match.paused_at_.reset();
    for (const OfferedSeat& offer : std::exchange(match.offers_, {})) {
        match.holder(offer.seat)->state = SeatState::left;
    }
    return ApplyFault::none;
}

SeatHolder* Match::holder(Seat seat) {
    const auto index = static_cast<std::size_t>(index_of(seat));
    return index < seats_.size() ? &seats_[index] : nullptr;
}

Proposal* Match::open_proposal(std::uint32_t id) {
    const auto found = std::ranges::find(proposals_, id, &Proposal::id);
    return found == proposals_.end() ? nullptr : &*found;
}

void Match::free_reservations(AccountId account) {
    for (SeatHolder& holder : seats_) {
        if (holder.player && holder.player->account == account) holder.player.reset();
    }
}

}  // namespace tanbo::engine
