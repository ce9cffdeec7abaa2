#include <algorithm>

#include "engine/event_builder.hpp"

// Commands of the server, and of time.
namespace tanbo::engine {

namespace {

// Applies the first of what was due; `due` is when.
void fall(EventBuilder& builder, Instant due) {
    const Match& match = builder.match();
    if (match.clock().deadline() == due) {
        vacate_seat(builder, *match.clock().running(), LeaveReason::time);
        return;
    }
    for (const OfferedSeat& offer : match.offers()) {
        if (offer.until != due) continue;
        const OfferedSeat lapsed = offer;
        lift(builder, lapsed.seat, lapsed.reason);
        conclude(builder, EndReason::last_remaining);
        return;
    }
    builder.add(GameResumed{ResumeReason::lapsed, {}});
}

}  // namespace

Decision decide_on(const Match& match, const FallDue&, Instant now) {
    if (!match.due() || *match.due() > now) return Refusal{RefusalCode::not_due};
    EventBuilder builder(match, now);
    for (auto due = match.due(); due && *due <= now; due = builder.match().due()) {
        fall(builder, *due);
    }
    return builder.take();
}

Decision decide_on(const Match& match, const Credit& credit, Instant now) {
    const Span& downtime = credit.downtime;
    const bool is_past = downtime.from < downtime.until && downtime.until <= now;
    const bool is_awaited = match.clock().deadline() || !match.offers().empty();
    if (match.status() != Status::active || !is_past || !is_awaited) {
        return Refusal{RefusalCode::not_due};
    }
    EventBuilder builder(match, now);
    builder.add(TimeCredited{downtime, {}});
    return builder.take();
}

Decision decide_on(const Match& match, const Resume& resume, Instant now) {
    const auto seat = seat_in_play(match, resume.account);
    if (const auto* refusal = std::get_if<Refusal>(&seat)) return *refusal;
    if (!match.paused_at()) return Refusal{RefusalCode::not_paused};
    EventBuilder builder(match, now);
    builder.add(GameResumed{ResumeReason::asked, {}});
    return builder.take();
}

Decision decide_on(const Match& match, const SetCalendar& set, Instant now) {
    const auto seat = seat_in_play(match, set.account);
    if (const auto* refusal = std::get_if<Refusal>(&seat)) return *refusal;
    if (!uses_calendars(match.terms().clock)) return Refusal{RefusalCode::no_calendars};
    if (calendar_fault(set.calendar)) return Refusal{RefusalCode::invalid_calendar};
    EventBuilder builder(match, now);
    builder.add(CalendarSet{std::get<Seat>(seat), set.calendar, {}});
    return builder.take();
}

Decision decide_on(const Match& match, const Remove& remove, Instant now) {
    if (const auto refusal = refuse_unless_active(match)) return *refusal;
    if (index_of(remove.seat) >= match.opening().seats()) {
        return Refusal{RefusalCode::no_such_seat};
    }
    if (!match.is_in(remove.seat)) return Refusal{RefusalCode::already_left};
    EventBuilder builder(match, now);
    vacate_seat(builder, remove.seat, remove.reason);
    return builder.take();
}

Decision decide_on(const Match& match, const Adjudicate& verdict, Instant now) {
    if (const auto refusal = refuse_unless_active(match)) return *refusal;
    if (!match.is_verdict(verdict.winner, verdict.places)) {
        return Refusal{RefusalCode::invalid_verdict};
    }
    EventBuilder builder(match, now);
    builder.add(GameEnded{EndReason::adjudicated, verdict.winner, verdict.places});
    return builder.take();
}

Decision decide_on(const Match& match, const Abort&, Instant now) {
    if (match.status() == Status::finished) return Refusal{RefusalCode::game_over};
    EventBuilder builder(match, now);
    builder.add(GameEnded{EndReason::aborted, {}, {}});
    return builder.take();
}

}  // namespace tanbo::engine
