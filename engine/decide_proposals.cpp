#include <algorithm>

#include "engine/event_builder.hpp"
#include "engine/log_limits.hpp"

namespace tanbo::engine {

namespace {

// A proposal, or why it can't be made.
using Draft = std::variant<Proposed, Refusal>;

// How many stones stood before the last one of this seat.
std::optional<std::uint32_t> before_last_stone(const Match& match, Seat seat) {
    const auto turns = match.turns();
    std::uint32_t ply = match.ply();
    for (auto turn = turns.rbegin(); turn != turns.rend(); ++turn) {
        if (turn->point == no_point) continue;
        --ply;
        if (turn->seat == seat) return ply;
    }
    return std::nullopt;
}

Draft draft_undo(const Match& match, Seat seat) {
    const auto to_ply = before_last_stone(match, seat);
    if (!to_ply || *to_ply < match.undo_floor()) return Refusal{RefusalCode::undo_impossible};
    return Proposed{seat, ProposalKind::undo, {}, *to_ply};
}

Draft draft_pause(const Match& match, Seat seat) {
    if (!match.clock().is_on()) return Refusal{RefusalCode::no_clock};
    if (match.paused_at()) return Refusal{RefusalCode::game_paused};
    return Proposed{seat, ProposalKind::pause, {}, 0};
}

bool have_all_placed(const Match& match) {
    SeatSet placed;
    for (const PastTurn& turn : match.turns()) {
        if (turn.point != no_point) placed.insert(turn.seat);
    }
    for (int i = 0; i < match.opening().seats(); ++i) {
        if (match.is_in(seat_at(i)) && !placed.contains(seat_at(i))) return false;
    }
    return true;
}

Draft draft_abort(const Match& match, Seat seat) {
    if (have_all_placed(match)) return Refusal{RefusalCode::too_late_to_abort};
    return Proposed{seat, ProposalKind::abort, {}, 0};
}

Draft draft_removal(const Match& match, Seat seat, std::optional<Seat> wished, Instant now) {
    const Seat target = wished.value_or(*match.to_move());
    if (index_of(target) >= match.opening().seats()) return Refusal{RefusalCode::no_such_seat};
    if (match.players_in() < 3) return Refusal{RefusalCode::too_few_to_vote};
    const bool is_absent = target != seat && target == match.to_move() && match.is_in(target) &&
                           match.waited(now) >= absence_after(match.terms().clock);
    if (!is_absent) return Refusal{RefusalCode::not_absent};
    return Proposed{seat, ProposalKind::remove, target, 0};
}

Draft draft(const Match& match, const Propose& propose, Seat seat, Instant now) {
    switch (propose.kind) {
        case ProposalKind::undo:
            return draft_undo(match, seat);
        case ProposalKind::pause:
            return draft_pause(match, seat);
        case ProposalKind::abort:
            return draft_abort(match, seat);
        case ProposalKind::remove:
            return draft_removal(match, seat, propose.target, now);
    }
    return Refusal{RefusalCode::no_such_proposal};
}

// The terms of a tournament's games can forbid proposals.
bool forbids(const Terms& terms, ProposalKind kind) {
    if (!terms.event) return false;
    switch (kind) {
        case ProposalKind::undo:
            return !terms.event->undo;
        case ProposalKind::pause:
            return !terms.event->pause;
        case ProposalKind::abort:
            return true;
        case ProposalKind::remove:
            return false;
    }
    return false;
}

// Whether it would make the log longer than it may be.
std::optional<Refusal> refuse_to_grow(const Match& match, Seat by, ProposalKind kind) {
    if (match.proposals_since_stone(by, kind) >= proposals_a_turn_max) {
        return Refusal{RefusalCode::too_many_proposals};
    }
    const bool may_end_it = kind == ProposalKind::abort || kind == ProposalKind::remove;
    if (!may_end_it && match.events_beside_board() >= events_beside_board_max) {
        return Refusal{RefusalCode::log_full};
    }
    return std::nullopt;
}

// A step that everybody has agreed to happens.
void apply_agreed(EventBuilder& builder, const Proposal& agreed) {
    switch (agreed.kind) {
        case ProposalKind::undo: {
            const Position before = snapshot_at(builder.match(), agreed.to_ply)->position;
            builder.add(TurnsTakenBack{agreed.by, agreed.to_ply, move_effects(before, Outcome{})});
            return;
        }
        case ProposalKind::pause:
            builder.add(GamePaused{PauseReason::agreement, {}});
            return;
        case ProposalKind::abort:
            builder.add(GameEnded{EndReason::aborted, {}, {}});
            return;
        case ProposalKind::remove:
            vacate_seat(builder, *agreed.target, LeaveReason::absent);
            return;
    }
}

}  // namespace

Decision decide_on(const Match& match, const Propose& propose, Instant now) {
    const auto seat = seat_in_play(match, propose.account);
    if (const auto* refusal = std::get_if<Refusal>(&seat)) return *refusal;
    const Seat by = std::get<Seat>(seat);
    if (forbids(match.terms(), propose.kind)) return Refusal{RefusalCode::not_in_event};
    const auto is_his = [by](const Proposal& proposal) { return proposal.by == by; };
    if (std::ranges::any_of(match.proposals(), is_his)) return Refusal{RefusalCode::proposal_open};
    const Draft drafted = draft(match, propose, by, now);
    if (const auto* refusal = std::get_if<Refusal>(&drafted)) return *refusal;
    if (const auto refusal = refuse_to_grow(match, by, propose.kind)) return *refusal;
    EventBuilder builder(match, now);
    builder.add(std::get<Proposed>(drafted));
    return builder.take();
}

Decision decide_on(const Match& match, const AnswerProposal& answer, Instant now) {
    const auto seat = seat_in_play(match, answer.account);
    if (const auto* refusal = std::get_if<Refusal>(&seat)) return *refusal;
    const Seat by = std::get<Seat>(seat);
    const Proposal* const proposal = match.proposal(answer.proposal);
    if (proposal == nullptr) return Refusal{RefusalCode::no_such_proposal};
    if (proposal->target == by || (proposal->by == by && answer.accepts)) {
        return Refusal{RefusalCode::not_yours_to_answer};
    }
    if (proposal->accepted.contains(by) || proposal->declined.contains(by)) {
        return Refusal{RefusalCode::already_answered};
    }
    EventBuilder builder(match, now);
    builder.add(ProposalAnswered{answer.proposal, by, answer.accepts});
    const Proposal* const answered = builder.match().proposal(answer.proposal);
    if (answered != nullptr && builder.match().is_agreed(*answered)) {
        apply_agreed(builder, Proposal(*answered));
    }
    return builder.take();
}

}  // namespace tanbo::engine
