#include "engine/time/terms.hpp"

#include <gtest/gtest.h>

#include "tests/support/table.hpp"

namespace tanbo::tests {
namespace {

using engine::AccountId;
using engine::ClockKind;
using engine::ClockSettings;
using engine::LeaverPolicy;
using engine::Terms;
using std::chrono::seconds;

constexpr seconds most = engine::clock_max;

ClockSettings of(const Terms& terms) {
    return terms.clock;
}

TEST(Terms, TakeEveryKindOfClockAtItsLimits) {
    for (const ClockSettings& clock :
         {ClockSettings{}, of(per_move(1s)), of(per_move(most)), of(total(1s)), of(total(most)),
          of(fischer(1s, 0s, 1s)), of(fischer(most, most, most)), of(fischer(3h, 1h, 3h))}) {
        EXPECT_FALSE(engine::clock_fault(clock).has_value()) << clock.initial.count();
    }
}

struct ClockCase {
    const char* name;
    ClockSettings clock;
    const char* field;
};

class ClockFault : public testing::TestWithParam<ClockCase> {};

INSTANTIATE_TEST_SUITE_P(
    All, ClockFault,
    testing::Values(
        ClockCase{"PerMoveOfNothing", {ClockKind::per_move, 0s}, "per_move_s"},
        ClockCase{"PerMoveTooLong", {ClockKind::per_move, most + 1s}, "per_move_s"},
        ClockCase{"PerMoveWithIncrement", {ClockKind::per_move, 1h, 1s}, "increment_s"},
        ClockCase{"PerMoveWithMaximum", {ClockKind::per_move, 1h, 0s, 2h}, "max_s"},
        ClockCase{"TotalOfNothing", {ClockKind::total, 0s}, "total_s"},
        ClockCase{"TotalTooLong", {ClockKind::total, most + 1s}, "total_s"},
        ClockCase{"TotalWithIncrement", {ClockKind::total, 1h, 1s}, "increment_s"},
        ClockCase{"FischerOfNothing", {ClockKind::fischer, 0s, 1s, 1h}, "initial_s"},
        ClockCase{"FischerNegative", {ClockKind::fischer, 1h, -1s, 1h}, "increment_s"},
        ClockCase{"FischerMaximumBelowInitial", {ClockKind::fischer, 2h, 1s, 1h}, "max_s"},
        ClockCase{"FischerMaximumBelowIncrement", {ClockKind::fischer, 1h, 3h, 2h}, "max_s"},
        ClockCase{"FischerMaximumTooLong", {ClockKind::fischer, 2h, 1s, most + 1s}, "max_s"},
        ClockCase{"NoneWithTime", {ClockKind::none, 1h}, "initial_s"},
        ClockCase{"NoneWithWeekends", {ClockKind::none, 0s, 0s, 0s, true}, "weekends_off"},
        ClockCase{"LiveWithWeekends", {ClockKind::total, 3599s, 0s, 0s, true}, "weekends_off"},
        ClockCase{"LiveWithSleep", {ClockKind::per_move, 1s, 0s, 0s, false, true}, "sleep_off"},
        ClockCase{"LiveWithVacations",
                  {ClockKind::fischer, 59min, 59min, 3h, false, false, true},
                  "vacations"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST_P(ClockFault, NamesItsField) {
    const auto fault = engine::clock_fault(GetParam().clock);

    ASSERT_TRUE(fault.has_value());
    EXPECT_EQ(fault->field, GetParam().field);
    EXPECT_FALSE(fault->what.empty());
}

TEST(Terms, CallAGameLiveIfNobodyEverHasAnHour) {
    EXPECT_FALSE(engine::is_live({}));
    EXPECT_TRUE(engine::is_live(of(per_move(3599s))));
    EXPECT_FALSE(engine::is_live(of(per_move(3600s))));
    EXPECT_TRUE(engine::is_live(of(fischer(10min, 10s, 20min))));
    EXPECT_FALSE(engine::is_live(of(fischer(10min, 24h, 72h))));
}

TEST(Terms, LetALiveGameWaitForMinutesAndOthersForDays) {
    EXPECT_EQ(engine::offer_lasts(of(total(5min))), 2min);
    EXPECT_EQ(engine::offer_lasts(of(total(24h))), 72h);
    EXPECT_EQ(engine::offer_lasts({}), 72h);
    EXPECT_EQ(engine::absence_after(of(total(5min))), 5min);
    EXPECT_EQ(engine::absence_after({}), 72h);
}

TEST(Terms, HaveToFitTheSeats) {
    Terms swap;
    swap.swap = true;
    Terms substitute;
    substitute.leaver_policy = LeaverPolicy::substitute;
    Terms broken;
    broken.clock = {ClockKind::fischer, 2h, 1s, 1h};

    EXPECT_FALSE(engine::terms_fault(swap, 2).has_value());
    EXPECT_EQ(engine::terms_fault(swap, 3)->field, "swap");
    EXPECT_FALSE(engine::terms_fault(substitute, 3).has_value());
    EXPECT_EQ(engine::terms_fault(substitute, 2)->field, "leaver_policy");
    EXPECT_EQ(engine::terms_fault(broken, 2)->field, "clock/max_s");
}

std::optional<engine::Match> opened(const Terms& terms, std::string_view setup = "9x9") {
    engine::GameOpened opened{std::string(setup),
                              engine::find_setup("9x9")->opening,
                              {{}, {}},
                              {},
                              {AccountId{1}, "anna"}};
    opened.terms = terms;
    return engine::Match::open({1, utc(2026, 3, 2), opened});
}

TEST(Terms, ThatDoNotFitOpenNoMatch) {
    Terms substitute;
    substitute.leaver_policy = LeaverPolicy::substitute;
    Terms rated;
    rated.rated = true;

    EXPECT_TRUE(opened({}).has_value());
    EXPECT_TRUE(opened(rated).has_value());
    EXPECT_FALSE(opened(rated, "").has_value()) << "a board of one's own";
    EXPECT_FALSE(opened(substitute).has_value());
    EXPECT_FALSE(opened(per_move(0s)).has_value());
}

}  // namespace
}  // namespace tanbo::tests
