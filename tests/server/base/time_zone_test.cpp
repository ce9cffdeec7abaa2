#include "server/base/time_zone.hpp"

#include <gtest/gtest.h>

namespace tanbo::base {
namespace {

using namespace std::chrono_literals;
using std::chrono::minutes;
using std::chrono::sys_days;
using std::chrono::year_month_day;

Instant utc(int year, unsigned month, unsigned day, minutes of_day = 0min) {
    return Instant(sys_days(std::chrono::year(year) / std::chrono::month(month) /
                            std::chrono::day(day))) +
           of_day;
}

year_month_day date(int year, unsigned month, unsigned day) {
    return std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(day);
}

const TimeZones& zones() {
    return TimeZones::system();
}

std::vector<OffsetChange> year_of(std::string_view zone) {
    return zones().offsets(zone, utc(2026, 1, 1), utc(2027, 1, 1));
}

TEST(TimeZones, KnowsTheNamesOfTheDatabaseAndNoOthers) {
    ASSERT_TRUE(zones().is_complete());
    for (const char* good : {"UTC", "Etc/UTC", "Europe/Berlin", "America/New_York",
                             "America/Argentina/Buenos_Aires", "Asia/Calcutta"}) {
        EXPECT_TRUE(zones().has(good)) << good;
    }
    const std::string too_long = "Europe/" + std::string(zone_name_bytes_max, 'x');
    for (const std::string& bad :
         {std::string(), std::string("Europe"), std::string("europe/berlin"), std::string("Berlin"),
          std::string("../../etc/passwd"), std::string("/etc/passwd"), std::string("+01:00"),
          std::string("Europe/Berlin\0", 14), too_long}) {
        EXPECT_FALSE(zones().has(bad)) << bad;
    }
}

TEST(TimeZones, ListsBothChangesOfAYearInBerlin) {
    const std::vector<OffsetChange> expected = {{utc(2026, 1, 1), 60min},
                                                {utc(2026, 3, 29, 60min), 120min},
                                                {utc(2026, 10, 25, 60min), 60min}};
    EXPECT_EQ(year_of("Europe/Berlin"), expected);
}

TEST(TimeZones, ListsBothChangesOfAYearInNewYork) {
    const std::vector<OffsetChange> expected = {{utc(2026, 1, 1), -300min},
                                                {utc(2026, 3, 8, 420min), -240min},
                                                {utc(2026, 11, 1, 360min), -300min}};
    EXPECT_EQ(year_of("America/New_York"), expected);
}

TEST(TimeZones, KnowsThatLordHoweShiftsByHalfAnHour) {
    const std::vector<OffsetChange> expected = {{utc(2026, 1, 1), 660min},
                                                {utc(2026, 4, 4, 900min), 630min},
                                                {utc(2026, 10, 3, 930min), 660min}};
    EXPECT_EQ(year_of("Australia/Lord_Howe"), expected);
}

TEST(TimeZones, GivesZonesWithoutSummerTimeOneOffset) {
    EXPECT_EQ(year_of("Asia/Kolkata"), (std::vector<OffsetChange>{{utc(2026, 1, 1), 330min}}));
    EXPECT_EQ(year_of("UTC"), (std::vector<OffsetChange>{{utc(2026, 1, 1), 0min}}));
}

TEST(TimeZones, LeavesOutAChangeAtTheEndOfTheSpanAndBeginsWithOneAtItsStart) {
    const Instant spring = utc(2026, 3, 29, 60min);

    const auto before = zones().offsets("Europe/Berlin", utc(2026, 3, 1), spring);
    const auto after = zones().offsets("Europe/Berlin", spring, utc(2026, 4, 1));

    EXPECT_EQ(before, (std::vector<OffsetChange>{{utc(2026, 3, 1), 60min}}));
    EXPECT_EQ(after, (std::vector<OffsetChange>{{spring, 120min}}));
}

TEST(TimeZones, ShowsTheLocalTimeOnBothSidesOfAChange) {
    const Instant spring = utc(2026, 3, 29, 60min);
    const Instant autumn = utc(2026, 10, 25, 60min);
    const auto shown = [](Instant at) { return text_of(zones().local_time("Europe/Berlin", at)); };

    EXPECT_EQ(shown(spring - 1ms), "Sun 29 Mar 2026, 01:59 CET");
    EXPECT_EQ(shown(spring), "Sun 29 Mar 2026, 03:00 CEST");
    EXPECT_EQ(shown(autumn - 1ms), "Sun 25 Oct 2026, 02:59 CEST");
    EXPECT_EQ(shown(autumn), "Sun 25 Oct 2026, 02:00 CET");
}

TEST(TimeZones, ShowsTheDayBeforeOrAfterIfItIsThatDay) {
    const LocalTime west = zones().local_time("America/New_York", utc(2026, 1, 1));
    const LocalTime east = zones().local_time("Australia/Lord_Howe", utc(2026, 12, 31, 840min));

    EXPECT_EQ(west.day, date(2025, 12, 31));
    EXPECT_EQ(west.of_day, 19h);
    EXPECT_EQ(west.offset, -5h);
    EXPECT_EQ(east.day, date(2027, 1, 1));
    EXPECT_EQ(east.of_day, 1h);
}

TEST(TimeZones, BeginsADayAtItsMidnight) {
    EXPECT_EQ(zones().start_of_day("Europe/Berlin", date(2026, 3, 29)), utc(2026, 3, 28, 23h));
    EXPECT_EQ(zones().start_of_day("Europe/Berlin", date(2026, 3, 30)), utc(2026, 3, 29, 22h));
    EXPECT_EQ(zones().start_of_day("Asia/Kolkata", date(2026, 3, 30)), utc(2026, 3, 29, 1110min));
}

TEST(TimeZones, BeginsADayWithoutAMidnightWhenTheGapEnds) {
    // Beirut: at midnight of 29 March 2026 clocks go to 01:00.
    EXPECT_EQ(zones().start_of_day("Asia/Beirut", date(2026, 3, 29)), utc(2026, 3, 28, 22h));
    EXPECT_EQ(zones().local_time("Asia/Beirut", utc(2026, 3, 28, 22h)).of_day, 1h);
}

TEST(TimeZones, BeginsADayWithTwoMidnightsAtTheFirst) {
    // Havana: at 01:00 of 1 November 2026 clocks go back to midnight.
    EXPECT_EQ(zones().start_of_day("America/Havana", date(2026, 11, 1)), utc(2026, 11, 1, 4h));
}

TEST(TimeZones, TakesEveryZoneForUtcWithoutADatabase) {
    const TimeZones poor(false);

    EXPECT_FALSE(poor.is_complete());
    EXPECT_EQ(poor.version(), "none");
    EXPECT_TRUE(poor.has("UTC"));
    EXPECT_FALSE(poor.has("Europe/Berlin"));
    EXPECT_EQ(poor.offsets("Europe/Berlin", utc(2026, 1, 1), utc(2027, 1, 1)),
              (std::vector<OffsetChange>{{utc(2026, 1, 1), 0min}}));
    EXPECT_EQ(text_of(poor.local_time("Europe/Berlin", utc(2026, 7, 1))),
              "Wed 1 Jul 2026, 00:00 UTC");
    EXPECT_EQ(poor.start_of_day("Europe/Berlin", date(2026, 7, 1)), utc(2026, 7, 1));
}

TEST(TimeZones, ReadsAndWritesDays) {
    for (const char* good : {"1970-01-01", "2024-02-29", "2026-12-31", "9999-12-31"}) {
        ASSERT_TRUE(parse_day(good)) << good;
        EXPECT_EQ(format_day(*parse_day(good)), good);
    }
    for (const char* bad :
         {"", "2026-2-01", "2025-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "2026-01-00",
          "1969-12-31", "2026-01-01T", "2026/01/01", "+026-01-01"}) {
        EXPECT_FALSE(parse_day(bad)) << bad;
    }
}

}  // namespace
}  // namespace tanbo::base
