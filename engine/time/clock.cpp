#include "engine/time/clock.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/memory.hpp"
#include "engine/time/off_time.hpp"

namespace tanbo::engine {

namespace {

constexpr Millis none{0};
constexpr Millis unlimited{std::numeric_limits<std::int64_t>::max() / 4};
constexpr Instant end_of_time{unlimited};

// The outcome of a stretch of somebody's time.
struct Spell {
    Instant until;  // its end, or the instant at which all that was allowed is used up
    Millis counted{0};
};

// Counts from `from` to `until`, but no more than `allowed`; shows note(stretch) what is off.
template <class Note>
Spell count(const OffTime& time, Instant from, Instant until, Millis allowed, Note note) {
    Spell spell{from};
    while (spell.until < until && spell.counted < allowed) {
        const Stretch stretch = time.stretch(spell.until, until);
        if (stretch.off) {
            note(stretch);
            spell.until = stretch.until;
            continue;
        }
        const Millis counted = std::min(stretch.until - stretch.from, allowed - spell.counted);
        spell.counted += counted;
        spell.until += counted;
    }
    return spell;
}

void unnoted(const Stretch&) {}

}  // namespace

// Notes from which the fold is explained.
class ClockHistory {
public:
    explicit ClockHistory(int seats) : seats_(static_cast<std::size_t>(seats)) {}

    void begin_turn(Instant at) {
        from_ = until_ = at;
        given_back_.clear();
    }

    // The current turn has lasted up to here.
    void reach(Instant until) { until_ = until; }

    void give_back(ClockTermKind kind, Instant from, Instant until, Millis amount,
                   std::uint32_t seq) {
        if (amount <= none) return;
        if (!given_back_.empty() && given_back_.back().kind == kind &&
            given_back_.back().until == from && kind != ClockTermKind::lag) {
            ClockTerm& last = given_back_.back();
            last = {kind, last.from, until, last.amount + amount, seq};
            return;
        }
        given_back_.push_back({kind, from, until, amount, seq});
    }

    void end_turn(Seat seat, std::uint32_t seq) {
        if (until_ > from_) {
            add(seat, {ClockTermKind::turn, from_, until_, from_ - until_, seq});
            for (const ClockTerm& term : given_back_) add(seat, term);
        }
        begin_turn(until_);
    }

    void add(Seat seat, const ClockTerm& term) {
        seats_[static_cast<std::size_t>(seat)].terms.push_back(term);
    }

    void swap_seats() { std::swap(seats_[0].terms, seats_[1].terms); }

    // Requires: nothing is folded in any more.
    std::vector<ClockExplanation> take(Clock clock, Instant now) {
        attach(clock, this);
        for (std::size_t i = 0; i < seats_.size(); ++i) {
            seats_[i].remaining = clock.remaining(seat_at(static_cast<int>(i)), now);
        }
        clock.end_turn(now, 0);
        return std::move(seats_);
    }

    std::size_t heap_bytes() const {
        std::size_t bytes = engine::heap_bytes(seats_) + engine::heap_bytes(given_back_);
        for (const ClockExplanation& seat : seats_) bytes += engine::heap_bytes(seat.terms);
        return bytes;
    }

    static void attach(Clock& clock, ClockHistory* history) { clock.history_ = history; }

private:
    std::vector<ClockExplanation> seats_;
    Instant from_;
    Instant until_;
    std::vector<ClockTerm> given_back_;
};

struct Clock::Fold {
    Clock& clock;
    Instant at;
    std::uint32_t seq;

    void operator()(const GameOpened&) const {}
    void operator()(const PlayerJoined&) const {}
    void operator()(const Proposed&) const {}
    void operator()(const ProposalAnswered&) const {}

    void operator()(const GameStarted& started) const {
        for (int i = 0; i < clock.seats_; ++i) {
            const Seat seat = seat_at(i);
            if (std::ranges::find(started.absent, seat) != started.absent.end()) continue;
            clock.add(seat, ClockTermKind::initial, at, clock.settings_.initial, seq);
        }
        for (const Calendar& calendar : started.calendars) {
            clock.calendars_.push_back(std::make_shared<const Calendar>(calendar));
        }
        clock.begin_turn(started.after.to_move, at);
    }
    void operator()(const StonePlaced& placed) const {
        clock.end_turn(at, seq);
        clock.reward(placed.seat, at, seq);
        for (const Seat seat : placed.after.eliminated) clock.offered_.erase(seat);
        clock.begin_turn(placed.after.to_move, at);
    }
    void operator()(const PlayerLeft& left) const {
        clock.advance(at, seq);
        clock.offered_.erase(left.seat);
        if (clock.running_ == left.after.to_move) return;
        clock.end_turn(at, seq);
        clock.begin_turn(left.after.to_move, at);
    }
    void operator()(const SeatsSwapped& swapped) const {
        clock.end_turn(at, seq);
        clock.reward(swapped.by, at, seq);
        clock.swap_seats();
        clock.begin_turn(swapped.by, at);
    }
    void operator()(const TurnsTakenBack& undo) const {
        clock.end_turn(at, seq);
        clock.begin_turn(undo.after.to_move, at);
    }
    void operator()(const GamePaused&) const {
        clock.advance(at, seq);
        clock.is_pause_agreed_ = true;
    }
    void operator()(const GameResumed&) const {
        clock.advance(at, seq);
        clock.is_pause_agreed_ = false;
    }
    void operator()(const CalendarSet& set) const {
        clock.advance(at, seq);
        clock.set_calendar(set.seat, set.calendar);
    }
    void operator()(const TimeCredited& credited) const {
        clock.advance(at, seq, &credited.downtime);
    }
    void operator()(const SeatOffered& offered) const {
        clock.advance(at, seq);
        clock.offered_.insert(offered.seat);
    }
    void operator()(const SeatTakenOver& taken) const {
        const bool is_running = clock.running_ == taken.seat;
        clock.advance(at, seq);
        if (is_running) clock.end_turn(at, seq);
        clock.offered_.erase(taken.seat);
        if (taken.calendar) clock.set_calendar(taken.seat, *taken.calendar);
        clock.fill(taken.seat, at, seq);
        if (is_running) clock.begin_turn(taken.seat, at);
    }
    void operator()(const GameEnded&) const {
        clock.end_turn(at, seq);
        clock.is_pause_agreed_ = false;
        clock.offered_ = SeatSet();
    }
};

Clock::Clock(const ClockSettings& settings, int seats) : settings_(settings), seats_(seats) {}

void Clock::fold(const Event& event) {
    if (!is_on()) return;
    const Fold fold{*this, event.at, event.seq};
    if (const auto* const placed = std::get_if<StonePlaced>(&event.data)) {
        fold(*placed);
    } else {
        std::visit(fold, event.data);
    }
    has_run_ = has_run_ || !is_paused();
    deadline_ = reaches(none);
}

void Clock::credit(const Span& downtime) {
    advance(downtime.until, 0, &downtime);
    deadline_ = reaches(none);
}

ClockFigures Clock::figures() const {
    return {{banks_.begin(), banks_.begin() + seats_}, deadline_};
}

Millis Clock::remaining(Seat seat, Instant now) const {
    if (seat != running_ || is_paused()) return bank(seat);
    const Millis counted =
        count(off_time(seat), since_, now, bank(seat) + lag_left_, unnoted).counted;
    return bank(seat) - std::max(none, counted - lag_left_);
}

std::optional<Instant> Clock::reaches(Millis left) const {
    if (!running_ || is_paused()) return std::nullopt;
    const Millis allowed = bank(*running_) + lag_left_ - left;
    return count(off_time(*running_), since_, end_of_time, allowed, unnoted).until;
}

std::vector<OffSpan> Clock::off_spans(std::size_t most) const {
    std::vector<OffSpan> spans;
    if (!running_ || !deadline_) return spans;
    const OffTime time = off_time(*running_);
    for (Instant at = since_; at < *deadline_;) {
        const Stretch stretch = time.stretch(at, *deadline_);
        at = stretch.until;
        if (!stretch.off) continue;
        const bool goes_on = !spans.empty() && spans.back().why == *stretch.off &&
                             spans.back().until == stretch.from;
        if (goes_on) {
            spans.back().until = stretch.until;
        } else if (spans.size() < most) {
            spans.push_back({stretch.from, stretch.until, *stretch.off});
        } else {
            break;
        }
    }
    return spans;
}

Millis Clock::waited(Instant now) const {
    if (!running_ || is_paused()) return waited_;
    return waited_ + count(off_time(*running_), since_, now, unlimited, unnoted).counted;
}

OffTime Clock::off_time(Seat seat, const Span* downtime) const {
    const auto index = static_cast<std::size_t>(seat);
    return {settings_, calendars_.empty() ? nullptr : calendars_[index].get(), downtime};
}

void Clock::advance(Instant at, std::uint32_t seq, const Span* downtime) {
    if (!running_) return;
    const Instant from = std::exchange(since_, std::max(since_, at));
    Millis& has = bank(*running_);
    if (has + lag_left_ == none) return;  // the flag has fallen: nothing more to lose
    if (is_paused()) {
        if (history_ == nullptr) return;
        history_->reach(since_);
        history_->give_back(ClockTermKind::paused, from, since_, since_ - from, seq);
        return;
    }
    const auto note = [&](const Stretch& off) {
        if (history_ == nullptr) return;
        history_->give_back(*off.off, off.from, off.until, off.until - off.from, seq);
    };
    const Spell spell = count(off_time(*running_, downtime), from, since_, has + lag_left_, note);
    const Millis lag = std::min(lag_left_, spell.counted);
    if (history_ != nullptr) {
        history_->reach(spell.until);
        history_->give_back(ClockTermKind::lag, from, from, lag, seq);
    }
    lag_left_ -= lag;
    waited_ += spell.counted;
    has -= spell.counted - lag;
}

void Clock::begin_turn(std::optional<Seat> seat, Instant at) {
    running_ = seat;
    since_ = at;
    lag_left_ = is_live(settings_) ? lag_allowance : none;
    waited_ = none;
    has_run_ = false;
    if (history_ != nullptr) history_->begin_turn(at);
}

void Clock::end_turn(Instant at, std::uint32_t seq) {
    advance(at, seq);
    if (running_ && history_ != nullptr) history_->end_turn(*running_, seq);
    running_.reset();
}

// The time that a move brings; nothing if no time ran for it.
void Clock::reward(Seat seat, Instant at, std::uint32_t seq) {
    if (!has_run_) return;
    switch (settings_.kind) {
        case ClockKind::per_move:
            fill(seat, at, seq);
            return;
        case ClockKind::fischer:
            add(seat, ClockTermKind::increment, at, settings_.increment, seq);
            add(seat, ClockTermKind::cap, at, std::min(none, settings_.maximum - bank(seat)), seq);
            return;
        case ClockKind::total:
        case ClockKind::none:
            return;
    }
}

void Clock::fill(Seat seat, Instant at, std::uint32_t seq) {
    add(seat, ClockTermKind::refill, at, std::max(none, settings_.initial - bank(seat)), seq);
}

void Clock::add(Seat seat, ClockTermKind kind, Instant at, Millis amount, std::uint32_t seq) {
    if (amount == none) return;
    bank(seat) += amount;
    if (history_ != nullptr) history_->add(seat, {kind, at, at, amount, seq});
}

void Clock::set_calendar(Seat seat, const Calendar& calendar) {
    if (calendars_.empty()) return;
    calendars_[static_cast<std::size_t>(seat)] = std::make_shared<const Calendar>(calendar);
}

void Clock::swap_seats() {
    std::swap(banks_[0], banks_[1]);
    if (!calendars_.empty()) std::swap(calendars_[0], calendars_[1]);
    if (history_ != nullptr) history_->swap_seats();
}

ExplainedClock::ExplainedClock(std::span<const Event> log) {
    const auto* const opened = log.empty() ? nullptr : std::get_if<GameOpened>(&log.front().data);
    if (opened == nullptr) return;
    const int seats = static_cast<int>(opened->seats.size());
    clock_ = Clock(opened->terms.clock, seats);
    if (!clock_.is_on()) return;
    const auto history = std::make_shared<ClockHistory>(seats);
    ClockHistory::attach(clock_, history.get());
    for (const Event& event : log) clock_.fold(event);
    ClockHistory::attach(clock_, nullptr);
    history_ = history;
}

std::vector<ClockExplanation> ExplainedClock::at(Instant now) const {
    return history_ == nullptr ? std::vector<ClockExplanation>()
                               : ClockHistory(*history_).take(clock_, now);
}

std::size_t ExplainedClock::heap_bytes() const {
    const std::size_t noted =
        history_ == nullptr ? 0 : shared_bytes<ClockHistory>() + history_->heap_bytes();
    return clock_.heap_bytes() + noted;
}

std::vector<ClockExplanation> explain_clock(std::span<const Event> log, Instant now) {
    return ExplainedClock(log).at(now);
}

}  // namespace tanbo::engine
