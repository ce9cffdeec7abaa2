#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "engine/match.hpp"

// Parts of decisions. Private to the engine.
namespace tanbo::engine {

// The events of one command. Each is folded into a copy of the match, which then shows its
// consequences.
class EventBuilder {
public:
    EventBuilder(const Match& match, Instant now)
        : match_(std::make_shared<Match>(match)), now_(now) {}

    const Match& match() const { return *match_; }
    Instant now() const { return now_; }

    // Requires: as Match::append.
    void add(EventData data) { events_.push_back(match_->append(std::move(data), now_)); }

    // Requires: as Match::play.
    void play(Point point) { events_.push_back(match_->play(point, now_)); }

    Decided take() { return {std::move(events_), std::move(match_)}; }

private:
    std::shared_ptr<Match> match_;
    Instant now_;
    std::vector<Event> events_;
};

// A seat of somebody who is in, or a refusal: not_a_player, game_not_started, game_over,
// already_left.
std::variant<Seat, Refusal> seat_in_play(const Match& match, AccountId account);

// Nothing if play is going on; else game_not_started or game_over.
std::optional<Refusal> refuse_unless_active(const Match& match);

// Play begins without those who are not there. A calendar that is not among these is the default.
void add_start(EventBuilder& builder, const std::vector<PlayerCalendar>& calendars);

// Offers the seat of a player who leaves to others if the terms say so and two more are in, else
// removes it. Requires: they are in.
void vacate_seat(EventBuilder& builder, Seat seat, LeaveReason reason);

// Lifts the stones of a seat, in play or on offer.
void lift(EventBuilder& builder, Seat seat, LeaveReason reason);

// Concludes a stone or a leaving: offers end if only two seats are left, or only one player; the
// last seat has won.
void conclude(EventBuilder& builder, EndReason reason);

// By kind of command.
Decision decide_on(const Match& match, const Join& join, Instant now);
Decision decide_on(const Match& match, const Start& start, Instant now);
Decision decide_on(const Match& match, const Place& place, Instant now);
Decision decide_on(const Match& match, const Leave& leave, Instant now);
Decision decide_on(const Match& match, const Swap& swap, Instant now);
Decision decide_on(const Match& match, const Propose& propose, Instant now);
Decision decide_on(const Match& match, const AnswerProposal& answer, Instant now);
Decision decide_on(const Match& match, const Resume& resume, Instant now);
Decision decide_on(const Match& match, const TakeOver& take_over, Instant now);
Decision decide_on(const Match& match, const SetCalendar& set, Instant now);
Decision decide_on(const Match& match, const FallDue& fall_due, Instant now);
Decision decide_on(const Match& match, const Credit& credit, Instant now);
Decision decide_on(const Match& match, const Remove& remove, Instant now);
Decision decide_on(const Match& match, const Adjudicate& verdict, Instant now);
Decision decide_on(const Match& match, const Abort& abort, Instant now);

}  // namespace tanbo::engine
