#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/event.hpp"
#include "engine/history.hpp"
#include "engine/position.hpp"
#include "engine/time/clock.hpp"

namespace tanbo::engine {

enum class Status : std::uint8_t { open, active, finished };

// offered: the player has left, and the seat waits for somebody who takes it over.
enum class SeatState : std::uint8_t { open, in, left, out, offered };

struct SeatHolder {
    std::optional<Player> player;  // open: whom the seat is reserved for; offered: who has left it
    SeatState state = SeatState::open;
};

// A move or a leaving that has happened: enough to play a match again from its opening.
struct PastTurn {
    std::uint32_t seq;
    Point point;  // no_point for a leaving
    Seat seat;
};

// A question of some player to the others.
struct Proposal {
    std::uint32_t id = 0;  // the seq of its event
    ProposalKind kind = ProposalKind::undo;
    Seat by = Seat::black;
    std::optional<Seat> target;  // the seat to vote out
    std::uint32_t to_ply = 0;    // of an undo
    SeatSet accepted;            // the proposer not counted
    SeatSet declined;
};

// A seat that anybody may take over.
struct OfferedSeat {
    std::uint32_t seq = 0;  // of the event that made the offer, which no other has
    Seat seat = Seat::black;
    LeaveReason reason = LeaveReason::resigned;  // why its player has gone
    Instant from;
    Instant until;

    // The part that a downtime took is added at its end.
    void postpone(const Span& downtime);
};

// Somebody who left a game that had begun. The seat may be another's by now.
struct Leaver {
    Player player;
    Seat seat = Seat::black;
    LeaveReason reason = LeaveReason::resigned;
    Instant at;
    int place = 0;  // which the leaving gave, or would have given if somebody has taken over
};

// Why an event can't follow: a log or record that is not one game's.
enum class ApplyFault : std::uint8_t {
    none,
    wrong_seq,      // not the next one
    wrong_order,    // this kind of event can't come now
    wrong_seat,     // no such seat, or not in the state the event needs
    illegal_move,   // the rules forbid it
    wrong_outcome,  // the event says something else than the rules
};

// The fault in kebab-case, for messages.
std::string_view apply_fault_name(ApplyFault fault);

// A game as a fold over its events: seats, turn, board, clock, result. A value: copies are
// independent.
class Match {
public:
    // Nothing if the event is not a sound opening: its seats don't fit the opening, or the terms
    // don't fit the seats.
    static std::optional<Match> open(const Event& event);

    // Folds the next event in. If it does not fit, says why; after wrong_outcome the match is
    // spoiled and must be dropped, after any other fault it is unchanged.
    ApplyFault apply(const Event& event);

    // Folds an event of ours in, and yields it with what it has to say of the clock.
    // Requires: it fits (asserted).
    Event append(EventData data, Instant now);

    // The same for a stone of the seat to move, with the outcome taken from the board.
    // Requires: the match is active and the point legal (asserted).
    Event play(Point point, Instant now);

    // --- how far ---
    std::uint32_t seq() const { return seq_; }
    std::uint32_t ply() const { return position_.ply(); }
    Status status() const { return status_; }
    Instant created_at() const { return created_at_; }
    Instant updated_at() const { return updated_at_; }

    // --- who ---
    const Player& creator() const { return creator_; }
    Visibility visibility() const { return visibility_; }
    std::span<const SeatHolder> seats() const { return seats_; }
    // The seat that the account holds, also after it has left or is out; not if another has
    // taken it over.
    std::optional<Seat> seat_of(AccountId account) const;
    // The open seat that is kept for the account.
    std::optional<Seat> reserved_for(AccountId account) const;
    bool can_see(std::optional<AccountId> account) const;
    int seats_taken() const;
    int seats_to_start() const;
    // The creator may start now: enough seats are taken.
    bool can_start() const;

    // The player of this seat is still in: they may move when it is their turn, propose and answer.
    bool is_in(Seat seat) const;
    int players_in() const;
    // Holds a seat or has left one after the start.
    bool has_played(AccountId account) const;
    // Everybody who left after the start, in that order.
    std::span<const Leaver> leavers() const { return leavers_; }
    // How often the account has taken a seat and left it before the start; 0 once it has begun.
    int withdrawals(AccountId account) const;

    // --- the board ---
    const std::string& setup() const { return setup_; }  // empty for a custom board
    const Opening& opening() const { return position_.opening(); }
    const std::shared_ptr<const Opening>& shared_opening() const { return opening_; }
    const Position& position() const { return position_; }
    std::optional<Seat> to_move() const;  // nothing unless active
    std::span<const PastTurn> turns() const { return {turns_.begin(), turns_.size()}; }
    std::optional<PastTurn> turn_at(std::uint32_t ply) const;  // the stone placed as number ply + 1
    // The seq of the last undo; 0 if there was none. What was seen before it is stale.
    std::uint32_t last_undo() const { return last_undo_; }
    // Nothing before this ply can be taken back: somebody left, or seats changed hands, since.
    std::uint32_t undo_floor() const { return undo_floor_; }
    bool has_swapped() const { return last_swap_ != 0; }
    std::uint32_t last_swap() const { return last_swap_; }  // its seq; 0 if there was none

    // --- time ---
    const Terms& terms() const { return terms_; }
    const Clock& clock() const { return clock_; }
    std::optional<Instant> paused_at() const { return paused_at_; }  // by agreement
    // When FallDue has something to do: the flag, the end of a pause or of an offer; nothing if
    // nothing is awaited.
    std::optional<Instant> due() const;
    // The match as it will be once these downtimes have been credited: only its clock and its
    // offers differ. What had been due before one of them stays so.
    // Requires: disjoint, oldest first; those before updated_at() are passed over.
    Match credited(std::span<const Span> downtimes) const;
    // Whether a credit of this downtime would change when something is due.
    bool is_moved_by(const Span& downtime) const;
    // Since when, by the clock if there is one, the seat to move has been waited for.
    Millis waited(Instant now) const;

    // --- what is put to the players ---
    std::span<const Proposal> proposals() const { return proposals_; }  // open ones, oldest first
    const Proposal* proposal(std::uint32_t id) const;                   // null if none is open
    std::span<const OfferedSeat> offers() const { return offers_; }     // oldest first
    // The offer of that seat, or the oldest of all; null if there is none.
    const OfferedSeat* offer(std::optional<Seat> seat) const;

    // Total time with a seat on offer; seats offered at the same time count once.
    Millis offered_for(Instant now) const;

    // Everybody who has to has accepted: every other player, or of a removal more than half of
    // those whom it does not concern.
    bool is_agreed(const Proposal& proposal) const;
    // It has been declined, by so many that it can't pass.
    bool is_declined(const Proposal& proposal) const;

    // How many of this kind the seat has made since the last stone; many count as 255.
    int proposals_since_stone(Seat by, ProposalKind kind) const;
    // Events besides the turns that led to the present board.
    std::uint32_t events_beside_board() const {
        return seq_ - static_cast<std::uint32_t>(turns_.size());
    }

    // --- the result ---
    std::optional<Seat> winner() const { return winner_; }
    std::optional<EndReason> end_reason() const { return end_reason_; }
    // By seat, 0 for one without a player; empty until finished, and if the game was withdrawn.
    std::span<const int> places() const { return places_; }
    // The future value of places(), once the board is decided; empty before.
    std::vector<int> final_places() const;
    // Whether an administrator may end the game so: no winner and no places, or places as they can
    // come about in a game (1, 2, 2, 4) for everybody who took part, the winner alone in the first.
    bool is_verdict(const std::optional<Seat>& winner, std::span<const int> places) const;

    // --- what it costs ---
    // Its bytes on the heap. An opening that all games of a setup share is not counted.
    std::size_t heap_bytes() const;

private:
    Match(const Event& event, const GameOpened& opened);

    struct Fold;

    void enter(const StonePlaced& placed, Instant at);  // what the position has already
    void close(const Event& event);                     // once its kind has been folded in
    std::optional<ClockFigures> figures() const;        // as events tell them
    SeatHolder* holder(Seat seat);                      // null if there is no such seat
    Proposal* open_proposal(std::uint32_t id);
    void free_reservations(AccountId account);
    void forget_offer(Seat seat);
    void record_proposed(Seat by, ProposalKind kind);

    std::uint32_t seq_ = 0;
    Status status_ = Status::open;
    Visibility visibility_ = Visibility::everyone;
    Instant created_at_;
    Instant updated_at_;
    Player creator_;
    std::string setup_;
    Terms terms_;
    std::shared_ptr<const Opening> opening_;
    Position position_;
    Clock clock_;
    std::vector<SeatHolder> seats_;
    std::vector<Leaver> leavers_;
    std::vector<Proposal> proposals_;
    std::array<std::array<std::uint8_t, proposal_kinds>, seats_max> proposed_{};  // since a stone
    std::vector<AccountId> withdrawn_;  // before the start, once for each time
    std::vector<OfferedSeat> offers_;
    std::optional<Instant> offered_since_;
    Millis offered_before_{0};
    std::optional<Instant> paused_at_;
    Instant turn_since_;
    std::uint32_t last_undo_ = 0;
    std::uint32_t undo_floor_ = 0;
    std::uint32_t last_swap_ = 0;
    History<PastTurn> turns_;
    History<std::uint32_t> turn_of_ply_;  // indices into turns_
    std::optional<Seat> winner_;
    std::optional<EndReason> end_reason_;
    std::vector<int> places_;
};

// A board at some ply, with what its last turn did.
struct Snapshot {
    Position position;
    std::optional<Point> last_point;
    std::vector<RemovedStones> removed;
    std::size_t turns = 0;  // that led there
};

// The position after `ply` stones of these turns and the leavings that followed them, or after all.
Snapshot replay(std::shared_ptr<const Opening> opening, std::span<const PastTurn> turns,
                std::uint32_t ply);
// The same of a match. Nothing if ply > match.ply().
std::optional<Snapshot> snapshot_at(const Match& match, std::uint32_t ply);

// --- what players ask for ---

// An account and its calendar, which counts from the start if the clock uses calendars. The default
// is UTC without sleep and vacations.
struct PlayerCalendar {
    AccountId account;
    Calendar calendar;
};

struct Join {
    Player player;
    std::optional<Seat> seat;  // nothing: the seat reserved for them, else the first open one
    std::vector<PlayerCalendar> calendars = {};  // should this start the game
};
struct Start {
    AccountId account;
    std::vector<PlayerCalendar> calendars = {};
};
struct Place {
    AccountId account;
    std::optional<Point> point;  // nothing if the name was not a point of the board
    std::uint32_t ply;
    std::optional<std::uint32_t> seq = {};  // up to where the player had seen the game
};
struct Leave {
    AccountId account;
    LeaveReason reason = LeaveReason::resigned;
};
// After the first of two players has placed a stone: the other takes their seat, and they are to
// move.
struct Swap {
    AccountId account;
};
// An undo takes the proposer's last stone back, and what came after it.
struct Propose {
    AccountId account;
    ProposalKind kind;
    std::optional<Seat> target = {};  // of a removal; nothing: the seat to move
};
// Declining one's own proposal withdraws it.
struct AnswerProposal {
    AccountId account;
    std::uint32_t proposal;
    bool accepts;
};
// Ends an agreed pause; any player may.
struct Resume {
    AccountId account;
};
// Takes a seat on offer.
struct TakeOver {
    Player player;
    std::optional<Seat> seat = {};          // nothing: the first that was offered
    std::optional<Calendar> calendar = {};  // should the clock use calendars
};
struct SetCalendar {
    AccountId account;
    Calendar calendar;
};

// --- what the server asks for ---

// Applies everything that was due by now: Match::due().
struct FallDue {};
// The server was down.
struct Credit {
    Span downtime;
};
struct Remove {
    Seat seat;
    LeaveReason reason = LeaveReason::removed;
};
struct Adjudicate {
    std::optional<Seat> winner;
    std::vector<int> places;  // as in GameEnded
};
struct Abort {};

using Command = std::variant<Join, Start, Place, Leave, Swap, Propose, AnswerProposal, Resume,
                             TakeOver, SetCalendar, FallDue, Credit, Remove, Adjudicate, Abort>;

enum class RefusalCode : std::uint8_t {
    not_a_player,    // the account holds no seat here
    already_seated,  // it holds one already
    no_such_seat,
    seat_taken,
    seat_reserved,  // for somebody else
    game_full,
    withdrawn_too_often,  // by the account
    joined_too_often,     // by anybody
    game_not_started,
    game_already_started,
    game_over,
    not_the_creator,
    too_few_players,
    already_left,
    stale_ply,
    not_your_turn,
    illegal_move,
    swap_not_offered,     // by the terms
    swap_too_early,       // there is no stone yet
    swap_too_late,        // the second player has moved, or swapped, already
    proposal_open,        // by the same player
    too_many_proposals,   // of that kind by the same seat since the last stone
    log_full,             // nothing is taken back any more, and there is no pause
    no_such_proposal,     // none that is open
    not_yours_to_answer,  // one's own, or about oneself
    already_answered,
    undo_impossible,    // no stone of one's own, or somebody left or seats changed hands after it
    too_late_to_abort,  // everybody has placed a stone
    too_few_to_vote,
    not_absent,  // not to move, or not for long enough
    no_clock,
    no_calendars,  // the clock does not use any
    invalid_calendar,
    game_paused,
    not_paused,
    seat_not_offered,
    not_due,  // there is nothing to fall due, or to credit
    invalid_verdict,
    not_in_event,  // the terms of the game's event forbid it
};

struct Refusal {
    RefusalCode code;
    Illegal illegal = Illegal::none;  // with illegal_move
};

// The command was applied before, as event `seq`: answer with that one.
struct Repeated {
    std::uint32_t seq;
};

// The events to append, in order, and the match they lead to.
struct Decided {
    std::vector<Event> events;
    std::shared_ptr<const Match> next;  // never null
};

using Decision = std::variant<Decided, Repeated, Refusal>;

// The command's consequence. Pure: no clock is read, nothing is changed. If `now` is before the
// match's last event, that event's instant is taken for it.
// Requires of what players ask for: whatever was due has been applied.
Decision decide(const Match& match, const Command& command, Instant now);

// --- what the rules say of a turn, as events tell it ---

// The effect of a turn or a leaving; `position` is the one after it.
MoveEffects move_effects(const Position& position, const Outcome& outcome);

// Lifts all stones of these seats, in turn order, and says what that did in all.
MoveEffects lift_seats(Position& position, std::span<const Seat> seats);

// The event that this stone would be. Requires: the point is legal for the seat to move.
StonePlaced place_stone(const Position& before, Point point);

}  // namespace tanbo::engine
