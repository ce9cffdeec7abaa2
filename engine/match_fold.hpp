#pragma once

#include <optional>

#include "engine/match.hpp"

// How events are folded into a match. Private to the engine.
namespace tanbo::engine {

// The effect of each kind of event on all but the clock.
struct Match::Fold {
    Match& match;
    Instant at;

    ApplyFault operator()(const GameOpened&) const { return ApplyFault::wrong_order; }
    ApplyFault operator()(const PlayerJoined& joined) const;
    ApplyFault operator()(const GameStarted& started) const;
    ApplyFault operator()(const StonePlaced& placed) const;
    ApplyFault operator()(const PlayerLeft& left) const;
    ApplyFault operator()(const GameEnded& ended) const;
    ApplyFault operator()(const SeatsSwapped& swapped) const;
    ApplyFault operator()(const TurnsTakenBack& undo) const;
    ApplyFault operator()(const GamePaused& paused) const;
    ApplyFault operator()(const GameResumed& resumed) const;
    ApplyFault operator()(const CalendarSet& set) const;
    ApplyFault operator()(const TimeCredited& credited) const;
    ApplyFault operator()(const Proposed& proposed) const;
    ApplyFault operator()(const ProposalAnswered& answered) const;
    ApplyFault operator()(const SeatOffered& offered) const;
    ApplyFault operator()(const SeatTakenOver& taken) const;

private:
    bool is_in_play() const {
        return match.status_ == Status::active && !match.position_.is_over();
    }
    bool is_end(const GameEnded& ended) const;
    bool fits(const Proposed& proposed) const;
    bool fits(const std::optional<Calendar>& calendar) const;
    // All proposals lapse, and nothing before can be taken back.
    void part() const {
        match.proposals_.clear();
        match.undo_floor_ = match.ply();
    }
    void record_leaving(Seat seat, LeaveReason reason) const;
};

// But for the clock, which is folded separately.
bool is_same_board(const MoveEffects& one, const MoveEffects& other);

}  // namespace tanbo::engine
