#include "server/account/vacation_days.hpp"

#include <gtest/gtest.h>

namespace tanbo::account {
namespace {

using namespace std::chrono_literals;
using protocol::Code;
using store::Vacation;

// 20 March 2026, noon in Berlin, where clocks change on the 29th.
class VacationDays : public testing::Test {
protected:
    protocol::Result<Vacation> plan(const std::string& from, const std::string& until) const {
        return plan_vacation(rules, others, {from, until});
    }
    static base::Instant at(int month, int day, std::chrono::minutes of_day) {
        const auto date = std::chrono::year(2026) /
                          std::chrono::month(static_cast<unsigned>(month)) /
                          std::chrono::day(static_cast<unsigned>(day));
        return std::chrono::sys_days(date) + of_day;
    }

    VacationRules rules{base::TimeZones::system(), "Europe/Berlin", 30, at(3, 20, 11h)};
    std::vector<Vacation> others;
};

TEST_F(VacationDays, LastFromMidnightToMidnightOfTheZoneAlsoIfClocksChange) {
    const auto vacation = plan("2026-03-28", "2026-03-29");

    ASSERT_TRUE(vacation);
    EXPECT_EQ(vacation->from_at, at(3, 27, 23h));
    EXPECT_EQ(vacation->until_at, at(3, 29, 22h));
    EXPECT_EQ(days_of(*vacation), 2);
}

TEST_F(VacationDays, BeginNowIfTheyBeginToday) {
    EXPECT_EQ(plan("2026-03-20", "2026-03-21")->from_at, at(3, 20, 11h));
}

TEST_F(VacationDays, RefuseWhatIsPastOrTooFarAheadOrNoDay) {
    EXPECT_EQ(plan("2026-03-19", "2026-03-21").error().pointer, "/from");
    EXPECT_EQ(plan("2026-03-22", "2026-03-21").error().pointer, "/until");
    EXPECT_TRUE(plan("2027-03-21", "2027-03-21"));
    EXPECT_EQ(plan("2027-03-22", "2027-03-22").error().pointer, "/until");
    EXPECT_EQ(plan("tomorrow", "2026-03-21").error().pointer, "/from");
    EXPECT_EQ(plan("2026-03-21", "2026-02-30").error().pointer, "/until");
}

TEST_F(VacationDays, TakeNoMoreThanTheYearHasLeft) {
    others.push_back({"2026-01-01", "2026-01-20", at(1, 1, 0min), at(1, 21, 0min), {}});

    EXPECT_TRUE(plan("2026-04-01", "2026-04-10"));
    EXPECT_EQ(plan("2026-04-01", "2026-04-11").error().code, Code::vacation_too_long);
    // Each year pays for its own days.
    EXPECT_TRUE(plan("2026-12-22", "2027-01-30"));
    EXPECT_EQ(plan("2026-12-22", "2027-01-31").error().code, Code::vacation_too_long);

    others.push_back({"2026-06-01", "2026-06-09", at(6, 1, 0min), at(6, 10, 0min), {}});
    EXPECT_EQ(plan("2026-04-01", "2026-04-11").error().detail,
              "The vacation needs 11 days in 2026, but you have 1 day left.");
    others.push_back({"2026-07-01", "2026-07-01", at(7, 1, 0min), at(7, 2, 0min), {}});
    EXPECT_EQ(plan("2026-04-01", "2026-04-01").error().detail,
              "The vacation needs 1 day in 2026, but you have 0 days left.");
}

TEST_F(VacationDays, OverlapNoOthersButReplaceTheOneOfTheSameDay) {
    others.push_back({"2026-05-10", "2026-05-12", at(5, 9, 22h), at(5, 12, 22h), {}});

    EXPECT_TRUE(plan("2026-05-07", "2026-05-09"));
    EXPECT_EQ(plan("2026-05-07", "2026-05-10").error().code, Code::vacation_overlaps);
    EXPECT_EQ(plan("2026-05-12", "2026-05-13").error().code, Code::vacation_overlaps);
    EXPECT_TRUE(plan("2026-05-13", "2026-05-13"));
    EXPECT_EQ(days_of(*plan("2026-05-10", "2026-05-20")), 11);
}

TEST_F(VacationDays, KeepTheirBeginningOnceTheyHaveBegun) {
    others.push_back({"2026-03-18", "2026-03-25", at(3, 17, 23h), at(3, 25, 23h), {}});

    const auto longer = plan("2026-03-18", "2026-03-27");

    ASSERT_TRUE(longer);
    EXPECT_EQ(longer->from_at, at(3, 17, 23h));
    EXPECT_EQ(longer->until_at, at(3, 27, 23h));
}

TEST_F(VacationDays, MoveWithTheZoneAndNeverIntoThePast) {
    const Vacation coming = *plan("2026-05-10", "2026-05-12");
    rules.zone = "America/New_York";

    const Vacation moved = moved_to(rules, coming);

    EXPECT_EQ(moved.from_at, at(5, 10, 4h));
    EXPECT_EQ(moved.until_at, at(5, 13, 4h));
}

// One day lasted 50 hours for a player who moved to the west every day.
TEST_F(VacationDays, LastNoLongerForWhoMovesOnceTheyHaveBegun) {
    Vacation one{"2026-03-20", "2026-03-20", at(3, 19, 23h), at(3, 20, 23h), {}};
    rules.zone = "Pacific/Pago_Pago";

    const Vacation moved = moved_to(rules, one);

    EXPECT_EQ(moved.from_at, at(3, 19, 23h));
    EXPECT_EQ(moved.until_at, at(3, 21, 0h));
}

}  // namespace
}  // namespace tanbo::account
