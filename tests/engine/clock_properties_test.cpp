// The laws of every clock, whatever happens.

#include <gtest/gtest.h>

#include "engine/time/clock.hpp"
#include "tests/support/repetitions.hpp"
#include "tests/support/table.hpp"

namespace tanbo::tests {
namespace {

using engine::AccountId;
using engine::Calendar;
using engine::ClockExplanation;
using engine::ClockTermKind;
using engine::Instant;
using engine::Millis;
using engine::Seat;

Seat seat_of(std::size_t index) {
    return engine::seat_at(static_cast<int>(index));
}

void expect_sums(const Table& table, Instant now) {
    const engine::ExplainedClock kept(table.log());
    const auto later = kept.at(now + 1h);
    const auto explained = kept.at(now);
    EXPECT_EQ(later.size(), explained.size());
    EXPECT_EQ(kept.clock().figures(), table.clock().figures());
    for (std::size_t i = 0; i < explained.size(); ++i) {
        Millis sum{0};
        for (const auto& term : explained[i].terms) sum += term.amount;
        EXPECT_EQ(sum, explained[i].remaining) << "seat " << i;
        EXPECT_EQ(explained[i].remaining, table.clock().remaining(seat_of(i), now)) << "seat " << i;
        EXPECT_GE(sum, 0ms);
    }
}

void expect_monotone(const Table& table, Random& random) {
    const int seats = table.match().opening().seats();
    std::vector<Millis> before(static_cast<std::size_t>(seats), Millis::max());
    Instant at = table.now();
    for (int step = 0; step < 12; ++step) {
        for (std::size_t i = 0; i < before.size(); ++i) {
            const Millis now = table.clock().remaining(seat_of(i), at);
            EXPECT_LE(now, before[i]);
            EXPECT_GE(now, 0ms);
            before[i] = now;
        }
        at += Millis(random.below(400'000'000));
    }
}

void expect_true_deadline(const Table& table) {
    const auto deadline = table.clock().deadline();
    const auto running = table.clock().running();
    EXPECT_EQ(deadline.has_value(), running.has_value() && !table.clock().is_paused());
    if (!deadline) return;
    EXPECT_EQ(table.clock().remaining(*running, *deadline), 0ms);
    const auto index = static_cast<std::size_t>(*running);
    if (table.clock().figures().remaining[index] == 0ms) return;
    EXPECT_GT(table.clock().remaining(*running, *deadline - 1ms), 0ms);
    const Millis left = table.clock().figures().remaining[index] / 5;
    const Instant reached = table.clock().reaches(left).value();
    EXPECT_EQ(table.clock().remaining(*running, reached), left);
    EXPECT_GT(table.clock().remaining(*running, reached - 1ms), left);
}

// The time that an event may bring: increments, refills, and what the downtime that it tells of had
// taken.
Millis brought(const ClockExplanation& seat, std::uint32_t first_seq) {
    Millis sum{0};
    for (const auto& term : seat.terms) {
        const bool is_gain =
            term.kind == ClockTermKind::initial || term.kind == ClockTermKind::increment ||
            term.kind == ClockTermKind::refill || term.kind == ClockTermKind::downtime;
        if (is_gain && term.seq >= first_seq) sum += term.amount;
    }
    return sum;
}

// No seat has more after the events of one instant than before them and what they brought.
void expect_nothing_from_nowhere(const engine::Match& before, const Table& table) {
    const auto explained = engine::explain_clock(table.log(), table.now());
    const bool has_swapped = table.match().has_swapped() != before.has_swapped();
    for (std::size_t i = 0; i < explained.size(); ++i) {
        const Seat was = has_swapped ? seat_of(1 - i) : seat_of(i);
        const Millis had = before.clock().remaining(was, table.now());
        EXPECT_LE(explained[i].remaining, had + brought(explained[i], before.seq() + 1));
    }
}

TEST(ClockProperties, HoldInRandomGames) {
    int swaps = 0;
    int credits = 0;
    int substitutes = 0;
    const int games = repetitions(300);
    for (int seed = 1; seed <= games && !HasFailure(); ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        Table table = random_table(random);
        for (int i = 0; i < 60 && table.match().status() == engine::Status::active; ++i) {
            const engine::Match before = table.match();
            act(table, random);
            SCOPED_TRACE("seed " + std::to_string(seed) + " seq " + std::to_string(before.seq()));
            expect_nothing_from_nowhere(before, table);
            expect_sums(table, table.now());
            expect_sums(table, table.now() + Millis(random.below(2'000'000'000)));
            expect_monotone(table, random);
            expect_true_deadline(table);
        }
        for (const auto& event : table.log()) {
            swaps += std::holds_alternative<engine::SeatsSwapped>(event.data) ? 1 : 0;
            credits += std::holds_alternative<engine::TimeCredited>(event.data) ? 1 : 0;
            substitutes += std::holds_alternative<engine::SeatTakenOver>(event.data) ? 1 : 0;
        }
    }
    EXPECT_GT(swaps, 0);
    EXPECT_GT(credits, 0);
    EXPECT_GT(substitutes, 0);
}

// Once more, minute by minute, and by nothing but the definition.
bool counts(const engine::ClockSettings& clock, const Calendar& calendar, Instant at) {
    std::int64_t offset = calendar.offsets.empty() ? 0 : calendar.offsets[0].offset.count();
    for (const auto& change : calendar.offsets) {
        if (change.from <= at) offset = change.offset.count();
    }
    const std::int64_t minute =
        std::chrono::duration_cast<std::chrono::minutes>(at.time_since_epoch()).count() + offset;
    const std::int64_t day = minute / 1440;  // day 0 was a Thursday
    if (clock.weekends_off && (day % 7 == 2 || day % 7 == 3)) return false;
    if (clock.sleep_off && calendar.sleep) {
        const std::int64_t since = (minute % 1440 - calendar.sleep->from.count() + 1440) % 1440;
        if (since < calendar.sleep->length().count()) return false;
    }
    if (!clock.vacations) return true;
    for (const auto& vacation : calendar.vacations) {
        if (vacation.from <= at && at < vacation.until) return false;
    }
    return true;
}

TEST(ClockProperties, AgreeWithCountingMinuteByMinute) {
    const int games = repetitions(150);
    for (int seed = 1; seed <= games && !HasFailure(); ++seed) {
        Random random(static_cast<std::uint64_t>(seed));
        const Calendar calendar = random_calendar(random);
        engine::Terms terms = total(24h * 90);
        terms.clock.weekends_off = random.below(2) == 0;
        terms.clock.sleep_off = random.below(2) == 0;
        terms.clock.vacations = random.below(2) == 0;
        const Table table("9x9", terms, {{AccountId{1}, calendar}});

        Millis left = terms.clock.initial;
        const Instant end = table.now() + std::chrono::minutes(1 + random.below(60 * 24 * 40));
        for (Instant at = table.now(); at < end; at += 1min) {
            if (counts(terms.clock, calendar, at)) left -= 1min;
        }

        EXPECT_EQ(table.clock().remaining(Seat::black, end), left) << "seed " << seed;
    }
}

TEST(ClockProperties, AreWatchedByATestThatSeesTimeFromNowhere) {
    Table table("9x9", total(10h));
    const engine::Match before = table.match();
    std::vector<engine::Event> log = table.log();
    std::get<engine::GameOpened>(log[0].data).terms = total(11h);

    const auto explained = engine::explain_clock(log, table.now());

    EXPECT_GT(explained[0].remaining, before.clock().remaining(Seat::black, table.now()) +
                                          brought(explained[0], before.seq() + 1));
}

}  // namespace
}  // namespace tanbo::tests
