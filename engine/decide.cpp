#include <algorithm>
#include <utility>

#include "engine/match.hpp"

namespace tanbo::engine {

namespace {

// The events of one command: each is folded into a copy of the match, so that what follows from it
// can be asked of the copy.
class Consequences {
public:
    Consequences(const Match& match, Instant now) : match_(match), now_(now) {}

    const Match& match() const { return match_; }

    void add(EventData data) {
        events_.push_back({match_.seq() + 1, now_, std::move(data)});
        const ApplyFault fault = match_.apply(events_.back());
        if (fault != ApplyFault::none) __builtin_trap();  // our own event must fit
    }

    // Requires: as Match::play.
    void play(Point point) { events_.push_back(match_.play(point, now_)); }

    Decided take() { return {std::move(events_), std::move(match_)}; }

private:
    Match match_;
    Instant now_;
    std::vector<Event> events_;
};

void add_end(Consequences& consequences, EndReason reason) {
    const Match& match = consequences.match();
    consequences.add(GameEnded{reason, match.position().winner(), match.final_places()});
}

void add_start(Consequences& consequences) {
    const Match& match = consequences.match();
    std::vector<Seat> absent;
    for (int i = 0; i < match.opening().seats(); ++i) {
        const SeatHolder& holder = match.seats()[static_cast<std::size_t>(i)];
        if (holder.state == SeatState::open) absent.push_back(seat_at(i));
    }
    Position position = match.position();
    Aftermath after = lift_seats(position, absent);
    consequences.add(GameStarted{std::move(absent), std::move(after)});
}

bool is_full(const Match& match) {
    return match.seats_taken() == static_cast<int>(match.seats().size());
}

// The seat that a player without a wish gets: the one kept for him, else the first that is open to
// all.
std::variant<Seat, Refusal> free_seat(const Match& match, std::int64_t account) {
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

std::variant<Seat, Refusal> wished_seat(const Match& match, Seat seat, std::int64_t account) {
    const auto index = static_cast<std::size_t>(index_of(seat));
    if (index >= match.seats().size()) return Refusal{RefusalCode::no_such_seat};
    const SeatHolder& holder = match.seats()[index];
    if (holder.state != SeatState::open) return Refusal{RefusalCode::seat_taken};
    if (holder.player && holder.player->account != account) {
        return Refusal{RefusalCode::seat_reserved};
    }
    return seat;
}

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
    Consequences consequences(match, now);
    consequences.add(PlayerJoined{std::get<Seat>(seat), join.player});
    if (is_full(consequences.match())) add_start(consequences);
    return consequences.take();
}

Decision decide_on(const Match& match, const Start& start, Instant now) {
    if (match.status() == Status::finished) return Refusal{RefusalCode::game_over};
    if (match.creator().account != start.account) return Refusal{RefusalCode::not_the_creator};
    if (match.status() == Status::active) return Refusal{RefusalCode::game_already_started};
    if (!match.may_start()) return Refusal{RefusalCode::too_few_players};
    Consequences consequences(match, now);
    add_start(consequences);
    return consequences.take();
}

// A stone for a ply that has passed: the same stone again gets its old answer, any other is late.
Decision decide_on_past(const Match& match, const Place& place, Seat seat) {
    const auto turn = match.turn_at(place.ply);
    if (turn && turn->seat == seat && place.point == turn->point) return Repeated{turn->seq};
    const bool is_finished = match.status() == Status::finished;
    return Refusal{is_finished ? RefusalCode::game_over : RefusalCode::stale_ply};
}

Decision decide_on(const Match& match, const Place& place, Instant now) {
    const auto seat = match.seat_of(place.account);
    if (!seat) return Refusal{RefusalCode::not_a_player};
    if (match.status() == Status::open) return Refusal{RefusalCode::game_not_started};
    if (place.ply < match.ply()) return decide_on_past(match, place, *seat);
    if (match.status() == Status::finished) return Refusal{RefusalCode::game_over};
    if (!match.position().is_in(*seat)) return Refusal{RefusalCode::already_left};
    if (place.ply > match.ply()) return Refusal{RefusalCode::stale_ply};
    if (match.to_move() != *seat) return Refusal{RefusalCode::not_your_turn};
    const Illegal illegal =
        place.point ? match.position().legality(*place.point) : Illegal::off_board;
    if (illegal != Illegal::none) return Refusal{RefusalCode::illegal_move, illegal};

    Consequences consequences(match, now);
    consequences.play(*place.point);
    if (consequences.match().position().is_over()) add_end(consequences, EndReason::last_standing);
    return consequences.take();
}

Decision decide_on_withdrawal(const Match& match, const Leave& leave, Instant now) {
    const auto taken = match.seat_of(leave.account);
    const auto seat = taken ? taken : match.reserved_for(leave.account);
    if (!seat) return Refusal{RefusalCode::not_a_player};
    Consequences consequences(match, now);
    consequences.add(PlayerLeft{*seat, LeaveReason::withdrawn, {}});
    if (taken && consequences.match().seats_taken() == 0) {
        add_end(consequences, EndReason::withdrawn);
    }
    return consequences.take();
}

Decision decide_on(const Match& match, const Leave& leave, Instant now) {
    if (match.status() == Status::open) return decide_on_withdrawal(match, leave, now);
    const auto seat = match.seat_of(leave.account);
    if (!seat) return Refusal{RefusalCode::not_a_player};
    if (match.status() == Status::finished) return Refusal{RefusalCode::game_over};
    if (!match.position().is_in(*seat)) return Refusal{RefusalCode::already_left};
    Position position = match.position();
    const Outcome outcome = position.leave(*seat);
    Consequences consequences(match, now);
    consequences.add(PlayerLeft{*seat, leave.reason, aftermath(position, outcome)});
    if (consequences.match().position().is_over()) add_end(consequences, EndReason::last_remaining);
    return consequences.take();
}

}  // namespace

Decision decide(const Match& match, const Command& command, Instant now) {
    return std::visit([&](const auto& what) { return decide_on(match, what, now); }, command);
}

}  // namespace tanbo::engine
