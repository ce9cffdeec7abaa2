#include <algorithm>
#include <utility>

#include "engine/match_fold.hpp"

// Agreements of players, and seats that change hands.
namespace tanbo::engine {

void OfferedSeat::postpone(const Span& downtime) {
    until += Span{std::max(from, downtime.from), std::min(until, downtime.until)}.length();
}

ApplyFault Match::Fold::operator()(const SeatsSwapped& swapped) const {
    if (!is_in_play() || !match.terms_.swap || match.has_swapped() || match.ply() != 1) {
        return ApplyFault::wrong_order;
    }
    if (match.position_.to_move() != swapped.by) return ApplyFault::wrong_seat;
    std::swap(match.seats_[0], match.seats_[1]);
    const std::vector<Player> players{*match.seats_[0].player, *match.seats_[1].player};
    if (swapped.players != players) return ApplyFault::wrong_outcome;
    match.last_swap_ = match.seq_ + 1;
    match.turn_since_ = at;
    part();
    return ApplyFault::none;
}

ApplyFault Match::Fold::operator()(const TurnsTakenBack& undo) const {
    const auto is_this = [&](const Proposal& proposal) {
        return proposal.kind == ProposalKind::undo && proposal.by == undo.by &&
               proposal.to_ply == undo.to_ply && match.is_agreed(proposal);
    };
    if (!is_in_play() || std::ranges::none_of(match.proposals_, is_this)) {
        return ApplyFault::wrong_order;
    }
    Position position = snapshot_at(match, undo.to_ply)->position;
    if (!is_same_board(move_effects(position, Outcome{}), undo.after)) {
        return ApplyFault::wrong_outcome;
    }
    match.position_ = std::move(position);
    match.turns_.resize(match.turn_of_ply_[undo.to_ply]);
    match.turn_of_ply_.resize(undo.to_ply);
    for (std::size_t i = 0; i < match.seats_.size(); ++i) {
        const bool is_back = match.seats_[i].state == SeatState::out &&
                             match.position_.is_in(seat_at(static_cast<int>(i)));
        if (is_back) match.seats_[i].state = SeatState::in;
    }
    match.last_undo_ = match.seq_ + 1;
    match.turn_since_ = at;
    match.proposals_.clear();
    return ApplyFault::none;
}

ApplyFault Match::Fold::operator()(const GamePaused&) const {
    const auto is_pause = [](const Proposal& proposal) {
        return proposal.kind == ProposalKind::pause;
    };
    const auto is_agreed = [&](const Proposal& proposal) {
        return is_pause(proposal) && match.is_agreed(proposal);
    };
    if (!is_in_play() || !match.clock_.is_on() || match.paused_at_ ||
        std::ranges::none_of(match.proposals_, is_agreed)) {
        return ApplyFault::wrong_order;
    }
    std::erase_if(match.proposals_, is_pause);  // others' too: what they ask for is done
    match.paused_at_ = at;
    return ApplyFault::none;
}

ApplyFault Match::Fold::operator()(const GameResumed& resumed) const {
    if (!match.paused_at_) return ApplyFault::wrong_order;
    const bool has_lapsed = at >= *match.paused_at_ + pause_max;
    if (resumed.reason == ResumeReason::lapsed && !has_lapsed) return ApplyFault::wrong_outcome;
    match.paused_at_.reset();
    return ApplyFault::none;
}

ApplyFault Match::Fold::operator()(const CalendarSet& set) const {
    if (!is_in_play() || !uses_calendars(match.terms_.clock)) return ApplyFault::wrong_order;
    if (!match.is_in(set.seat)) return ApplyFault::wrong_seat;
    return fits(set.calendar) ? ApplyFault::none : ApplyFault::wrong_outcome;
}

ApplyFault Match::Fold::operator()(const TimeCredited& credited) const {
    const Span& downtime = credited.downtime;
    if (!is_in_play()) return ApplyFault::wrong_order;
    if (downtime.from >= downtime.until || downtime.until > at) return ApplyFault::wrong_outcome;
    for (OfferedSeat& offer : match.offers_) offer.postpone(downtime);
    return ApplyFault::none;
}

bool Match::Fold::fits(const Proposed& proposed) const {
    if (proposed.target.has_value() != (proposed.kind == ProposalKind::remove)) return false;
    switch (proposed.kind) {
        case ProposalKind::undo: {
            const auto turn = match.turn_at(proposed.to_ply);
            return turn && turn->seat == proposed.by && proposed.to_ply >= match.undo_floor_;
        }
        case ProposalKind::remove:
            return match.is_in(*proposed.target) && *proposed.target != proposed.by;
        case ProposalKind::pause:
        case ProposalKind::abort:
            return true;
    }
    return false;
}

ApplyFault Match::Fold::operator()(const Proposed& proposed) const {
    if (!is_in_play()) return ApplyFault::wrong_order;
    if (!match.is_in(proposed.by)) return ApplyFault::wrong_seat;
    const bool has_one =
        std::ranges::find(match.proposals_, proposed.by, &Proposal::by) != match.proposals_.end();
    if (has_one) return ApplyFault::wrong_order;
    if (!fits(proposed)) return ApplyFault::wrong_outcome;
    match.record_proposed(proposed.by, proposed.kind);
    match.proposals_.push_back({match.seq_ + 1, proposed.kind, proposed.by, proposed.target,
                                proposed.to_ply, SeatSet(), SeatSet()});
    return ApplyFault::none;
}

ApplyFault Match::Fold::operator()(const ProposalAnswered& answered) const {
    Proposal* const proposal = match.open_proposal(answered.proposal);
    if (proposal == nullptr) return ApplyFault::wrong_order;
    const bool is_concerned =
        proposal->target == answered.by || (proposal->by == answered.by && answered.accepts);
    if (!match.is_in(answered.by) || is_concerned) return ApplyFault::wrong_seat;
    if (proposal->accepted.contains(answered.by) || proposal->declined.contains(answered.by)) {
        return ApplyFault::wrong_seat;
    }
    (answered.accepts ? proposal->accepted : proposal->declined).insert(answered.by);
    if (match.is_declined(*proposal)) {
        std::erase_if(match.proposals_,
                      [&](const auto& one) { return one.id == answered.proposal; });
    }
    return ApplyFault::none;
}

ApplyFault Match::Fold::operator()(const SeatOffered& offered) const {
    if (!is_in_play() || match.terms_.leaver_policy != LeaverPolicy::substitute) {
        return ApplyFault::wrong_order;
    }
    if (!match.is_in(offered.seat) || match.players_in() < 3) return ApplyFault::wrong_seat;
    if (offered.until <= at) return ApplyFault::wrong_outcome;
    record_leaving(offered.seat, offered.reason);
    match.holder(offered.seat)->state = SeatState::offered;
    match.offers_.push_back({match.seq_ + 1, offered.seat, offered.reason, at, offered.until});
    part();
    return ApplyFault::none;
}

ApplyFault Match::Fold::operator()(const SeatTakenOver& taken) const {
    if (!is_in_play()) return ApplyFault::wrong_order;
    SeatHolder* const seat = match.holder(taken.seat);
    if (seat == nullptr || seat->state != SeatState::offered) return ApplyFault::wrong_seat;
    if (match.has_played(taken.player.account)) return ApplyFault::wrong_seat;
    if (!fits(taken.calendar)) return ApplyFault::wrong_outcome;
    std::erase_if(match.offers_, [&](const auto& offer) { return offer.seat == taken.seat; });
    *seat = {taken.player, SeatState::in};
    if (match.position_.to_move() == taken.seat) match.turn_since_ = at;
    part();
    return ApplyFault::none;
}

}  // namespace tanbo::engine
