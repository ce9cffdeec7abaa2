#pragma once

#include <chrono>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/people/account_answers.hpp"
#include "protocol/people/account_requests.hpp"
#include "server/base/time_zone.hpp"
#include "server/store/tables/accounts/profiles.hpp"

// The arithmetic of vacations, without a database. Private to this folder.
namespace tanbo::account {

using Day = std::chrono::year_month_day;

struct VacationRules {
    const base::TimeZones& zones;
    std::string zone;
    int days_a_year = 30;
    base::Instant now;

    Day today() const { return zones.local_time(zone, now).day; }
};

// Days of a vacation, both ends included; those in one year.
int days_of(const store::Vacation& vacation);
int days_in_year(const store::Vacation& vacation, std::chrono::year year);

// The vacation that is asked for, checked against those there are; one that begins on the same day
// is replaced by it. Errors: those of Profiles::plan.
protocol::Result<store::Vacation> plan_vacation(const VacationRules& rules,
                                                const std::vector<store::Vacation>& others,
                                                const protocol::PutVacation& request);

// The same days in another zone. What has begun has begun.
store::Vacation moved_to(const VacationRules& rules, store::Vacation vacation);

}  // namespace tanbo::account
