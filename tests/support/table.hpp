#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/account_id.hpp"
#include "engine/match.hpp"
#include "tests/support/random.hpp"

namespace tanbo::tests {

using namespace std::chrono_literals;

// An instant in UTC: utc(2026, 3, 29, 1) is one o'clock on the 29th of March 2026.
engine::Instant utc(int year, unsigned month, unsigned day, int hour = 0, int minute = 0);

// Clocks by kind, without anything off.
engine::Terms fischer(std::chrono::seconds initial, std::chrono::seconds increment,
                      std::chrono::seconds maximum);
engine::Terms per_move(std::chrono::seconds time);
engine::Terms total(std::chrono::seconds time);

// A game in play, driven by commands at instants of the test's choosing. Seats are held by the
// accounts 1, 2, 3 ... in turn order; it is Monday, 2 March 2026, noon in UTC.
class Table {
public:
    // Somebody sits in every seat, unless `players` is less.
    explicit Table(std::string_view setup, const engine::Terms& terms = {},
                   std::vector<engine::PlayerCalendar> calendars = {}, int players = 8);

    const engine::Match& match() const { return match_; }
    const engine::Clock& clock() const { return match_.clock(); }
    const std::vector<engine::Event>& log() const { return log_; }
    engine::Instant now() const { return now_; }

    Table& wait(engine::Millis time);
    Table& wait_until(engine::Instant at);

    // Appends the events that the command leads to. Throws std::logic_error if it is refused.
    Table& submit(const engine::Command& command);
    // Why it would be refused now; nothing if it would not be.
    std::optional<engine::RefusalCode> refusal(const engine::Command& command) const;

    // A stone of the seat to move, on its lowest legal point.
    Table& place(int stones = 1);
    Table& propose(engine::AccountId account, engine::ProposalKind kind);
    // Answers the oldest open proposal.
    Table& answer(engine::AccountId account, bool accepts = true);

    engine::Millis remaining(engine::Seat seat) const { return clock().remaining(seat, now_); }
    engine::AccountId account(engine::Seat seat) const;

    // The last event, or the one so many before it.
    template <class Data>
    const Data& last(std::size_t before = 0) const {
        return std::get<Data>(log_.at(log_.size() - 1 - before).data);
    }

private:
    engine::Instant now_;
    std::vector<engine::Event> log_;
    engine::Match match_;
};

// Terms and calendars that fit this many seats, any of them.
engine::Terms random_terms(Random& random, int seats);
engine::Calendar random_calendar(Random& random);

// Something happens: time passes, what is due falls due, somebody asks for something that may be
// refused. Most often a stone is placed.
void act(Table& table, Random& random);

// A game with random terms on one of a few setups that has just begun.
Table random_table(Random& random);

}  // namespace tanbo::tests
