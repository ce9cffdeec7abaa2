#include "engine/event_builder.hpp"

#include <algorithm>

#include "engine/log_limits.hpp"

namespace tanbo::engine {

std::optional<Refusal> refuse_unless_active(const Match& match) {
    if (match.status() == Status::open) return Refusal{RefusalCode::game_not_started};
    if (match.status() == Status::finished) return Refusal{RefusalCode::game_over};
    return std::nullopt;
}

std::variant<Seat, Refusal> seat_in_play(const Match& match, AccountId account) {
    const auto seat = match.seat_of(account);
    if (!seat) return Refusal{RefusalCode::not_a_player};
    if (const auto refusal = refuse_unless_active(match)) return *refusal;
    if (!match.is_in(*seat)) return Refusal{RefusalCode::already_left};
    return *seat;
}

void add_start(EventBuilder& builder, const std::vector<PlayerCalendar>& calendars) {
    const Match& match = builder.match();
    GameStarted started;
    for (int i = 0; i < match.opening().seats(); ++i) {
        if (!match.is_in(seat_at(i))) started.absent.push_back(seat_at(i));
    }
    if (uses_calendars(match.terms().clock)) {
        for (const SeatHolder& holder : match.seats()) {
            const auto known = std::ranges::find_if(calendars, [&](const PlayerCalendar& one) {
                return holder.player && holder.player->account == one.account;
            });
            started.calendars.push_back(known == calendars.end() ? Calendar() : known->calendar);
        }
    }
    Position position = match.position();
    started.after = lift_seats(position, started.absent);
    builder.add(std::move(started));
}

void vacate_seat(EventBuilder& builder, Seat seat, LeaveReason reason) {
    const Match& match = builder.match();
    const Terms& terms = match.terms();
    const Millis one = offer_lasts(terms.clock);
    const Millis left = one * offer_lives_max - match.offered_for(builder.now());
    const bool is_offered = terms.leaver_policy == LeaverPolicy::substitute &&
                            match.players_in() >= 3 && match.leavers().size() < seat_offers_max &&
                            left > Millis(0);
    if (is_offered) {
        const Instant until = builder.now() + std::min(one, left);
        builder.add(SeatOffered{seat, reason, until, {}});
        return;
    }
    lift(builder, seat, reason);
    conclude(builder, EndReason::last_remaining);
}

void lift(EventBuilder& builder, Seat seat, LeaveReason reason) {
    Position position = builder.match().position();
    const Outcome outcome = position.leave(seat);
    builder.add(PlayerLeft{seat, reason, move_effects(position, outcome)});
}

void conclude(EventBuilder& builder, EndReason reason) {
    const Match& match = builder.match();
    while (!match.position().is_over() && !match.offers().empty() &&
           (match.position().seats_in() < 3 || match.players_in() < 2)) {
        const OfferedSeat offer = match.offers().front();
        lift(builder, offer.seat, offer.reason);
        reason = EndReason::last_remaining;
    }
    if (!match.position().is_over()) return;
    builder.add(GameEnded{reason, match.position().winner(), match.final_places()});
}

}  // namespace tanbo::engine
