// Time that does not count: weekends, sleep and vacations by the player's own clock on the wall.

#include "engine/time/calendar.hpp"

#include <gtest/gtest.h>

#include "tests/support/table.hpp"

namespace tanbo::tests {
namespace {

using engine::AccountId;
using engine::Calendar;
using engine::ClockTermKind;
using engine::Instant;
using engine::Millis;
using engine::Seat;
using engine::SleepHours;
using engine::Span;

enum Off : unsigned { weekends = 1, sleep = 2, vacations = 4 };

engine::Terms with(engine::Terms terms, unsigned off) {
    terms.clock.weekends_off = (off & weekends) != 0;
    terms.clock.sleep_off = (off & sleep) != 0;
    terms.clock.vacations = (off & vacations) != 0;
    return terms;
}

// Europe/Berlin in 2026: summer time from 29 March, 01:00 UTC, to 25 October, 01:00 UTC.
Calendar berlin() {
    Calendar calendar;
    calendar.zone = "Europe/Berlin";
    calendar.offsets = {
        {utc(2025, 10, 26, 1), 1h}, {utc(2026, 3, 29, 1), 2h}, {utc(2026, 10, 25, 1), 1h}};
    return calendar;
}

Calendar always(std::chrono::minutes offset) {
    Calendar calendar;
    calendar.offsets = {{utc(2020, 1, 1), offset}};
    return calendar;
}

Calendar sleeping(Calendar calendar, std::chrono::minutes from, std::chrono::minutes until) {
    calendar.sleep = SleepHours{from, until};
    return calendar;
}

// How much of this stretch counts for black, who is to move; up to then the game is paused.
Millis counted(unsigned off, const Calendar& calendar, Instant from, Instant until) {
    Table table("9x9", with(total(24h * 90), off), {{AccountId{1}, calendar}});
    table.propose(AccountId{1}, engine::ProposalKind::pause).answer(AccountId{2});
    table.wait_until(from).submit(engine::Resume{AccountId{1}});
    const auto remaining = [&](Instant at) { return table.clock().remaining(Seat::black, at); };
    return remaining(from) - remaining(until);
}

TEST(Calendar, CountsEverythingIfNothingIsOff) {
    const Calendar calendar = sleeping(berlin(), 22h, 6h);

    EXPECT_EQ(counted(0, calendar, utc(2026, 3, 6), utc(2026, 3, 9)), 72h);
}

TEST(Calendar, LeavesSaturdaysAndSundaysOut) {
    EXPECT_EQ(counted(weekends, {}, utc(2026, 3, 6), utc(2026, 3, 10)), 48h);
    EXPECT_EQ(counted(weekends, {}, utc(2026, 3, 7), utc(2026, 3, 9)), 0h);
    EXPECT_EQ(counted(weekends, {}, utc(2026, 3, 6, 23), utc(2026, 3, 9, 1)), 2h);
}

TEST(Calendar, KnowsTheWeekendOfThePlayersOwnZone) {
    const Calendar auckland = always(13h);
    const Calendar los_angeles = always(-8h);

    EXPECT_EQ(counted(weekends, auckland, utc(2026, 3, 6, 10), utc(2026, 3, 6, 12)), 1h);
    EXPECT_EQ(counted(weekends, auckland, utc(2026, 3, 8, 10), utc(2026, 3, 8, 12)), 1h);
    EXPECT_EQ(counted(weekends, los_angeles, utc(2026, 3, 7, 7), utc(2026, 3, 7, 9)), 1h);
    EXPECT_EQ(counted(weekends, los_angeles, utc(2026, 3, 9, 7), utc(2026, 3, 9, 9)), 1h);
}

TEST(Calendar, HasAWeekendOf47HoursInSpringAnd49InAutumn) {
    EXPECT_EQ(counted(weekends, berlin(), utc(2026, 3, 27), utc(2026, 3, 31)), 96h - 47h);
    EXPECT_EQ(counted(weekends, berlin(), utc(2026, 3, 27, 23), utc(2026, 3, 29, 22)), 0h);
    EXPECT_EQ(counted(weekends, berlin(), utc(2026, 3, 27, 22), utc(2026, 3, 29, 23)), 2h);
    EXPECT_EQ(counted(weekends, berlin(), utc(2026, 10, 23), utc(2026, 10, 27)), 96h - 49h);
    EXPECT_EQ(counted(weekends, berlin(), utc(2026, 10, 23, 22), utc(2026, 10, 25, 23)), 0h);
}

TEST(Calendar, LeavesTheHoursOfSleepOut) {
    const Calendar calendar = sleeping({}, 1h, 8h);

    EXPECT_EQ(counted(sleep, calendar, utc(2026, 3, 3), utc(2026, 3, 4)), 17h);
    EXPECT_EQ(counted(sleep, calendar, utc(2026, 3, 3, 1), utc(2026, 3, 3, 8)), 0h);
    EXPECT_EQ(counted(sleep, calendar, utc(2026, 3, 3, 0), utc(2026, 3, 3, 9)), 2h);
}

TEST(Calendar, SleepsPastMidnight) {
    const Calendar calendar = sleeping({}, 22h, 7h);

    EXPECT_EQ(counted(sleep, calendar, utc(2026, 3, 3, 12), utc(2026, 3, 4, 12)), 15h);
    EXPECT_EQ(counted(sleep, calendar, utc(2026, 3, 3, 23), utc(2026, 3, 4, 6)), 0h);
    EXPECT_EQ(counted(sleep, calendar, utc(2026, 3, 3, 7), utc(2026, 3, 3, 22)), 15h);
}

TEST(Calendar, SleepsByTheClockOnTheWallWhenItIsSetForward) {
    const Calendar night = sleeping(berlin(), 23h, 7h);
    const Calendar gap = sleeping(berlin(), 2h + 30min, 3h + 30min);

    EXPECT_EQ(counted(sleep, night, utc(2026, 3, 28, 12), utc(2026, 3, 29, 12)), 24h - 7h);
    EXPECT_EQ(counted(sleep, night, utc(2026, 3, 28, 22), utc(2026, 3, 29, 5)), 0h);
    EXPECT_EQ(counted(sleep, gap, utc(2026, 3, 29), utc(2026, 3, 29, 6)), 6h - 30min)
        << "half past two does not come";
}

TEST(Calendar, SleepsByTheClockOnTheWallWhenItIsSetBack) {
    const Calendar night = sleeping(berlin(), 23h, 7h);
    const Calendar fold = sleeping(berlin(), 2h + 30min, 3h + 30min);

    EXPECT_EQ(counted(sleep, night, utc(2026, 10, 24, 12), utc(2026, 10, 25, 12)), 24h - 9h);
    EXPECT_EQ(counted(sleep, fold, utc(2026, 10, 25), utc(2026, 10, 25, 6)), 6h - 90min)
        << "half past two comes twice";
    EXPECT_EQ(counted(sleep, fold, utc(2026, 10, 25, 1), utc(2026, 10, 25, 1, 30)), 30min);
}

TEST(Calendar, LeavesVacationsOut) {
    Calendar calendar;
    calendar.vacations = {{utc(2026, 3, 4, 6), utc(2026, 3, 8, 18)},
                          {utc(2026, 3, 8, 18), utc(2026, 3, 9)}};

    EXPECT_EQ(counted(vacations, calendar, utc(2026, 3, 4), utc(2026, 3, 10)), 30h);
    EXPECT_EQ(counted(vacations, calendar, utc(2026, 3, 5), utc(2026, 3, 9)), 0h);
    EXPECT_EQ(counted(0, calendar, utc(2026, 3, 5), utc(2026, 3, 9)), 96h);
}

TEST(Calendar, GivesNothingBackTwice) {
    Calendar calendar = sleeping({}, 20h, 4h);
    calendar.vacations = {{utc(2026, 3, 6, 22), utc(2026, 3, 7, 12)}};
    const unsigned all = weekends | sleep | vacations;

    EXPECT_EQ(counted(all, calendar, utc(2026, 3, 6), utc(2026, 3, 9)), 16h);
}

TEST(Calendar, PutsTheFlagAfterWhatIsOff) {
    Table table("9x9", with(total(24h * 5), weekends), {{AccountId{1}, berlin()}});

    EXPECT_EQ(table.clock().deadline(), utc(2026, 3, 9, 12));
    EXPECT_EQ(table.clock().remaining(Seat::black, utc(2026, 3, 9, 12) - 1ms), 1ms);
    EXPECT_EQ(table.clock().remaining(Seat::black, utc(2026, 3, 7, 15)), 12h + 1h);
}

// The time that counts between any two instants of a turn follows from what does not.
TEST(Calendar, TellsWhatDoesNotCountUpToTheFlag) {
    Calendar calendar = sleeping(berlin(), 23h, 7h);
    calendar.vacations = {{utc(2026, 3, 5, 6), utc(2026, 3, 6, 18)}};
    Table table("9x9", with(total(24h * 10), weekends | sleep | vacations),
                {{AccountId{1}, calendar}});

    const auto spans = table.clock().off_spans(64);

    ASSERT_GE(spans.size(), 4U);
    EXPECT_EQ(spans[0],
              (engine::OffSpan{utc(2026, 3, 2, 22), utc(2026, 3, 3, 6), ClockTermKind::sleep}));
    EXPECT_EQ(spans[2],
              (engine::OffSpan{utc(2026, 3, 4, 22), utc(2026, 3, 5, 6), ClockTermKind::sleep}));
    EXPECT_EQ(spans[3],
              (engine::OffSpan{utc(2026, 3, 5, 6), utc(2026, 3, 6, 18), ClockTermKind::vacation}));
    Millis off{0};
    for (const auto& span : spans) off += span.until - span.from;
    EXPECT_EQ(*table.clock().deadline() - table.now() - off, 24h * 10);
    EXPECT_EQ(table.clock().remaining(Seat::black, utc(2026, 3, 6)),
              24h * 10 - (utc(2026, 3, 5, 6) - table.now() - 24h));
}

TEST(Calendar, TellsAStretchThatGoesOnAsOne) {
    Table table("9x9", with(total(24h * 6), weekends));

    EXPECT_EQ(
        table.clock().off_spans(64),
        (std::vector{engine::OffSpan{utc(2026, 3, 7), utc(2026, 3, 9), ClockTermKind::weekend}}));
}

TEST(Calendar, TellsTheFirstStretchesIfThereAreMore) {
    Table table("9x9", with(total(24h * 90), sleep), {{AccountId{1}, sleeping({}, 1h, 2h)}});

    const auto all = table.clock().off_spans(1'000);
    const auto some = table.clock().off_spans(64);

    ASSERT_GT(all.size(), 64U);
    EXPECT_EQ(some, std::vector(all.begin(), all.begin() + 64));
}

TEST(Calendar, TellsNothingIfNoTimeRuns) {
    Table paused("9x9", with(total(24h * 10), weekends));
    paused.propose(AccountId{1}, engine::ProposalKind::pause).answer(AccountId{2});
    const Table live("9x9", total(1h));
    const Table none("9x9");

    EXPECT_TRUE(paused.clock().off_spans(64).empty());
    EXPECT_TRUE(live.clock().off_spans(64).empty());
    EXPECT_TRUE(none.clock().off_spans(64).empty());
}

TEST(Calendar, LetsTheFlagFallIfTheTimeIsUsedUpAndNotAfterTheWeekend) {
    Table table("9x9", with(total(24h * 4 + 12h), weekends));

    EXPECT_EQ(table.clock().deadline(), utc(2026, 3, 7)) << "the first instant of Saturday";
}

TEST(Calendar, PutsTheFlagRightAcrossAChangeOfTheOffset) {
    Table table("9x9", with(total(24h * 20), sleep), {{AccountId{1}, sleeping(berlin(), 23h, 7h)}});
    const Instant flag = table.clock().deadline().value();

    EXPECT_EQ(table.clock().remaining(Seat::black, flag), 0ms);
    EXPECT_EQ(table.clock().remaining(Seat::black, flag - 1ms), 1ms);
    // 2 March, 12:00 to 22:00 are ten hours, then 16 a day: 29 days and 6 hours more, less no hour:
    // the night of the 28th is shorter, the days are not.
    EXPECT_EQ(flag, utc(2026, 4, 1, 5) + 6h);
}

TEST(Calendar, CountsByAnotherFromTheInstantItIsSet) {
    Table table("9x9", with(total(24h * 10), vacations));
    Calendar calendar;
    calendar.vacations = {{utc(2026, 3, 2), utc(2026, 3, 5)}};
    table.wait_until(utc(2026, 3, 3, 12));

    table.submit(engine::SetCalendar{AccountId{1}, calendar});

    EXPECT_EQ(table.remaining(Seat::black), 24h * 9) << "what was counted stays counted";
    EXPECT_EQ(table.clock().deadline(), utc(2026, 3, 14));
    table.wait_until(utc(2026, 3, 5));
    EXPECT_EQ(table.remaining(Seat::black), 24h * 9);
}

TEST(Calendar, GivesDowntimeBackOnlyWhereTimeWouldHaveCounted) {
    Table table("9x9", with(total(24h * 10), weekends));
    table.wait_until(utc(2026, 3, 9, 12));
    const Millis before = table.remaining(Seat::black);

    table.submit(engine::Credit{{utc(2026, 3, 6, 22), utc(2026, 3, 9, 3)}});

    EXPECT_EQ(table.remaining(Seat::black) - before, 2h + 3h);
}

TEST(Calendar, ExplainsWhatItGaveBack) {
    Calendar calendar = sleeping({}, 22h, 6h);
    calendar.vacations = {{utc(2026, 3, 4), utc(2026, 3, 5, 2)}};
    const unsigned all = weekends | sleep | vacations;
    Table table("9x9", with(total(24h * 30), all), {{AccountId{1}, calendar}});
    table.wait_until(utc(2026, 3, 8, 12)).place();

    const auto terms = engine::explain_clock(table.log(), table.now())[0].terms;

    using Row = std::tuple<ClockTermKind, Instant, Instant>;
    std::vector<Row> rows;
    for (const auto& term : terms) rows.emplace_back(term.kind, term.from, term.until);
    EXPECT_EQ(rows, (std::vector<Row>{
                        {ClockTermKind::initial, utc(2026, 3, 2, 12), utc(2026, 3, 2, 12)},
                        {ClockTermKind::turn, utc(2026, 3, 2, 12), utc(2026, 3, 8, 12)},
                        {ClockTermKind::sleep, utc(2026, 3, 2, 22), utc(2026, 3, 3, 6)},
                        {ClockTermKind::sleep, utc(2026, 3, 3, 22), utc(2026, 3, 4)},
                        {ClockTermKind::vacation, utc(2026, 3, 4), utc(2026, 3, 5, 2)},
                        {ClockTermKind::sleep, utc(2026, 3, 5, 2), utc(2026, 3, 5, 6)},
                        {ClockTermKind::sleep, utc(2026, 3, 5, 22), utc(2026, 3, 6, 6)},
                        {ClockTermKind::sleep, utc(2026, 3, 6, 22), utc(2026, 3, 7)},
                        {ClockTermKind::weekend, utc(2026, 3, 7), utc(2026, 3, 8, 12)},
                    }));
}

TEST(Calendar, MayBeWhateverALocalDayCanBe) {
    Calendar calendar = sleeping(berlin(), 0h, 10h);
    calendar.vacations.assign(engine::vacations_max, {});
    for (std::size_t i = 0; i < calendar.vacations.size(); ++i) {
        const Instant from = utc(2026, 1, 1) + i * 48h;
        calendar.vacations[i] = {from, from + (i % 2 == 0 ? 48h : 1h)};
    }
    calendar.zone = std::string(engine::zone_name_bytes_max, 'z');
    calendar.offsets.clear();
    for (std::size_t i = 0; i < engine::offset_changes_max; ++i) {
        calendar.offsets.push_back({utc(2026, 1, 1) + i * 1h, i % 2 == 0 ? 18h : -18h});
    }

    EXPECT_EQ(engine::calendar_fault(calendar), std::nullopt);
}

struct FaultCase {
    const char* name;
    void (*spoil)(Calendar&);
};

class CalendarFault : public testing::TestWithParam<FaultCase> {};

INSTANTIATE_TEST_SUITE_P(
    All, CalendarFault,
    testing::Values(
        FaultCase{"NoZone", [](Calendar& c) { c.zone.clear(); }},
        FaultCase{"LongZone", [](Calendar& c) { c.zone.assign(65, 'z'); }},
        FaultCase{"FarOffset", [](Calendar& c) { c.offsets[0].offset = 18h + 1min; }},
        FaultCase{"FarOffsetWest", [](Calendar& c) { c.offsets[0].offset = -18h - 1min; }},
        FaultCase{"OffsetsOutOfOrder", [](Calendar& c) { std::swap(c.offsets[0], c.offsets[1]); }},
        FaultCase{"OffsetTwice", [](Calendar& c) { c.offsets[1].from = c.offsets[0].from; }},
        FaultCase{"TooManyOffsets",
                  [](Calendar& c) {
                      c.offsets.clear();
                      for (int i = 0; i < 65; ++i) c.offsets.push_back({utc(2026, 1, 1, i), 0h});
                  }},
        FaultCase{"NoSleep", [](Calendar& c) { c.sleep = SleepHours{7h, 7h}; }},
        FaultCase{"LongSleep", [](Calendar& c) { c.sleep = SleepHours{22h, 8h + 1min}; }},
        FaultCase{"SleepBeforeTheDay", [](Calendar& c) { c.sleep = SleepHours{-1min, 7h}; }},
        FaultCase{"SleepPastTheDay", [](Calendar& c) { c.sleep = SleepHours{22h, 24h}; }},
        FaultCase{"EmptyVacation", [](Calendar& c) { c.vacations[0].until = c.vacations[0].from; }},
        FaultCase{"VacationsOverlap",
                  [](Calendar& c) { c.vacations[1].from = c.vacations[0].until - 1ms; }},
        FaultCase{"TooManyVacations",
                  [](Calendar& c) {
                      c.vacations.clear();
                      for (int i = 0; i < 65; ++i) {
                          c.vacations.push_back({utc(2026, 1, 1, i), utc(2026, 1, 1, i, 30)});
                      }
                  }}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_P(CalendarFault, IsFound) {
    Calendar calendar = sleeping(berlin(), 23h, 7h);
    calendar.vacations = {{utc(2026, 3, 1), utc(2026, 3, 2)}, {utc(2026, 3, 2), utc(2026, 3, 3)}};
    ASSERT_EQ(engine::calendar_fault(calendar), std::nullopt);

    GetParam().spoil(calendar);

    EXPECT_NE(engine::calendar_fault(calendar), std::nullopt);
}

TEST(Calendar, HasTheFirstOffsetBeforeItsTimeAndUtcWithoutAny) {
    EXPECT_EQ(berlin().offset(utc(2020, 1, 1)), 1h);
    EXPECT_EQ(berlin().offset(utc(2026, 3, 29, 1) - 1ms), 1h);
    EXPECT_EQ(berlin().offset(utc(2026, 3, 29, 1)), 2h);
    EXPECT_EQ(berlin().offset(utc(2027, 8, 1)), 1h);
    EXPECT_EQ(Calendar().offset(utc(2026, 3, 29, 1)), 0h);
}

}  // namespace
}  // namespace tanbo::tests
