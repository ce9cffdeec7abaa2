#include <algorithm>
#include <utility>

#include "engine/event_builder.hpp"
#include "engine/log_limits.hpp"

namespace tanbo::engine {

namespace {

bool is_full(const Match& match) {
    return match.seats_taken() == static_cast<int>(match.seats().size());
}

// The seat that a player without a wish gets: the one kept for them, else the first that is open to
// all.
std::variant<Seat, Refusal> free_seat(const Match& match, AccountId account) {
    if (const auto reserved = match.reserved_for(account)) return *reserved;
    bool has_reserved = false;
    for (std::size_t i = 0; i < match.seats().size(); ++i) {
        const SeatHolder& holder = match.seats()[i];
        if (holder.state != SeatState::open) continue;
        if (!holder.player) return seat_at(static_cast<int>(i));
        has_reserved = true;
    }
    return Refusal{has_reserved ? RefusalCode::seat_reserved : RefusalCode::game_full};
}

std::variant<Seat, Refusal> wished_seat(const Match& match, Seat seat, AccountId account) {
    const auto index = static_cast<std::size_t>(index_of(seat));
    if (index >= match.seats().size()) return Refusal{RefusalCode::no_such_seat};
    const SeatHolder& holder = match.seats()[index];
    if (holder.state != SeatState::open) return Refusal{RefusalCode::seat_taken};
    if (holder.player && holder.player->account != account) {
        return Refusal{RefusalCode::seat_reserved};
    }
    return seat;
}

}  // namespace

Decision decide_on(const Match& match, const Join& join, Instant now) {
    if (match.seat_of(join.player.account)) return Refusal{RefusalCode::already_seated};
    if (match.status() == Status::finished) return Refusal{RefusalCode::game_over};
    if (match.status() == Status::active) {
        const bool had_absent =
            std::any_of(match.seats().begin(), match.seats().end(),
                        [](const SeatHolder& holder) { return !holder.player; });
        return Refusal{had_absent ? RefusalCode::game_already_started : RefusalCode::game_full};
    }
    const auto seat = join.seat ? wished_seat(match, *join.seat, join.player.account)
                                : free_seat(match, join.player.account);
    if (const auto* refusal = std::get_if<Refusal>(&seat)) return *refusal;
    if (match.withdrawals(join.player.account) >= withdrawals_max) {
        return Refusal{RefusalCode::withdrawn_too_often};
    }
    if (match.seq() >= events_before_start_max) return Refusal{RefusalCode::joined_too_often};
    EventBuilder builder(match, now);
    builder.add(PlayerJoined{std::get<Seat>(seat), join.player});
    if (is_full(builder.match())) add_start(builder, join.calendars);
    return builder.take();
}

Decision decide_on(const Match& match, const Start& start, Instant now) {
    if (match.status() == Status::finished) return Refusal{RefusalCode::game_over};
    if (match.creator().account != start.account) return Refusal{RefusalCode::not_the_creator};
    if (match.status() == Status::active) return Refusal{RefusalCode::game_already_started};
    if (!match.can_start()) return Refusal{RefusalCode::too_few_players};
    EventBuilder builder(match, now);
    add_start(builder, start.calendars);
    return builder.take();
}

namespace {

// A stone for a ply that has passed: the same stone again gets its old answer, any other is late.
Decision decide_on_past(const Match& match, const Place& place, Seat seat) {
    const auto turn = match.turn_at(place.ply);
    if (turn && turn->seat == seat && place.point == turn->point) return Repeated{turn->seq};
    const bool is_finished = match.status() == Status::finished;
    return Refusal{is_finished ? RefusalCode::game_over : RefusalCode::stale_ply};
}

bool is_stale(const Match& match, const Place& place) {
    return place.ply > match.ply() || (place.seq && *place.seq < match.last_undo());
}

// If a turn began in the pause, the pause ends just before its move. A clock fills up only in a
// turn in which it has run, and per-move time is for every move.
bool resumes_first(const Match& match, Instant now) {
    return match.paused_at() && match.terms().clock.kind == ClockKind::per_move &&
           match.clock().waited(now) == Millis{0};
}

}  // namespace

Decision decide_on(const Match& match, const Place& place, Instant now) {
    const auto seat = match.seat_of(place.account);
    if (!seat) return Refusal{RefusalCode::not_a_player};
    if (match.status() == Status::open) return Refusal{RefusalCode::game_not_started};
    if (place.ply < match.ply()) return decide_on_past(match, place, *seat);
    if (match.status() == Status::finished) return Refusal{RefusalCode::game_over};
    if (!match.is_in(*seat)) return Refusal{RefusalCode::already_left};
    if (is_stale(match, place)) return Refusal{RefusalCode::stale_ply};
    if (match.to_move() != *seat) return Refusal{RefusalCode::not_your_turn};
    const Illegal illegal =
        place.point ? match.position().legality(*place.point) : Illegal::off_board;
    if (illegal != Illegal::none) return Refusal{RefusalCode::illegal_move, illegal};

    EventBuilder builder(match, now);
    if (resumes_first(match, now)) builder.add(GameResumed{ResumeReason::move, {}});
    builder.play(*place.point);
    conclude(builder, EndReason::last_standing);
    if (builder.match().paused_at()) builder.add(GameResumed{ResumeReason::move, {}});
    return builder.take();
}

namespace {

Decision decide_on_withdrawal(const Match& match, const Leave& leave, Instant now) {
    const auto taken = match.seat_of(leave.account);
    const auto seat = taken ? taken : match.reserved_for(leave.account);
    if (!seat) return Refusal{RefusalCode::not_a_player};
    EventBuilder builder(match, now);
    builder.add(PlayerLeft{*seat, LeaveReason::withdrawn, {}});
    if (taken && builder.match().seats_taken() == 0) {
        builder.add(GameEnded{EndReason::withdrawn, {}, {}});
    }
    return builder.take();
}

}  // namespace

Decision decide_on(const Match& match, const Leave& leave, Instant now) {
    if (match.status() == Status::open) return decide_on_withdrawal(match, leave, now);
    const auto seat = seat_in_play(match, leave.account);
    if (const auto* refusal = std::get_if<Refusal>(&seat)) return *refusal;
    EventBuilder builder(match, now);
    vacate_seat(builder, std::get<Seat>(seat), leave.reason);
    return builder.take();
}

Decision decide_on(const Match& match, const Swap& swap, Instant now) {
    const auto seat = seat_in_play(match, swap.account);
    if (const auto* refusal = std::get_if<Refusal>(&seat)) return *refusal;
    if (!match.terms().swap) return Refusal{RefusalCode::swap_not_offered};
    if (match.ply() == 0) return Refusal{RefusalCode::swap_too_early};
    if (match.ply() > 1 || match.has_swapped()) return Refusal{RefusalCode::swap_too_late};
    if (match.to_move() != std::get<Seat>(seat)) return Refusal{RefusalCode::not_your_turn};
    EventBuilder builder(match, now);
    const auto seats = match.seats();
    if (resumes_first(match, now)) builder.add(GameResumed{ResumeReason::move, {}});
    builder.add(SeatsSwapped{std::get<Seat>(seat), {*seats[1].player, *seats[0].player}, {}});
    if (builder.match().paused_at()) builder.add(GameResumed{ResumeReason::move, {}});
    return builder.take();
}

Decision decide_on(const Match& match, const TakeOver& take_over, Instant now) {
    if (const auto refusal = refuse_unless_active(match)) return *refusal;
    if (match.has_played(take_over.player.account)) return Refusal{RefusalCode::already_seated};
    if (take_over.seat && index_of(*take_over.seat) >= match.opening().seats()) {
        return Refusal{RefusalCode::no_such_seat};
    }
    const OfferedSeat* const offer = match.offer(take_over.seat);
    if (offer == nullptr) return Refusal{RefusalCode::seat_not_offered};
    std::optional<Calendar> calendar;
    if (uses_calendars(match.terms().clock)) calendar = take_over.calendar.value_or(Calendar());
    if (calendar && calendar_fault(*calendar)) return Refusal{RefusalCode::invalid_calendar};
    EventBuilder builder(match, now);
    builder.add(SeatTakenOver{offer->seat, take_over.player, std::move(calendar), {}});
    return builder.take();
}

Decision decide(const Match& match, const Command& command, Instant now) {
    const Instant at = std::max(now, match.updated_at());
    return std::visit([&](const auto& what) { return decide_on(match, what, at); }, command);
}

}  // namespace tanbo::engine
