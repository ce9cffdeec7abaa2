#include "server/account/vacation_days.hpp"

#include <algorithm>

#include "protocol/json/words.hpp"
#include "server/account/profiles.hpp"

namespace tanbo::account {

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;
using std::chrono::days;
using std::chrono::sys_days;
using store::Vacation;

Day day_of(const std::string& text) {
    return base::parse_day(text).value_or(Day());
}

base::Instant end_of(const VacationRules& rules, Day until) {
    return rules.zones.start_of_day(rules.zone, Day(sys_days(until) + days(1)));
}

Result<Day> read_day(const std::string& text, const std::string& pointer) {
    const auto day = base::parse_day(text);
    if (day) return *day;
    return refusal(Code::invalid_field, pointer + " must be a day such as \"2026-07-31\".",
                   pointer);
}

Result<void> check_span(const VacationRules& rules, Day from, Day until, bool has_begun) {
    const Day today = rules.today();
    if (from < today && !has_begun) {
        return refusal(
            Code::invalid_field,
            "/from must not be before today, " + base::format_day(today) + " in your time zone.",
            "/from");
    }
    if (until < std::max(from, today)) {
        return refusal(Code::invalid_field,
                       "/until must not be before the first day or before today.", "/until");
    }
    if (sys_days(until) > sys_days(today) + vacation_ahead_max) {
        return refusal(Code::invalid_field,
                       "/until must be within " + std::to_string(vacation_ahead_max.count()) +
                           " days from today.",
                       "/until");
    }
    return {};
}

Result<void> check_allowance(const VacationRules& rules, const std::vector<Vacation>& others,
                             const Vacation& wanted) {
    const auto first = day_of(wanted.from_day).year();
    const auto last = day_of(wanted.until_day).year();
    for (auto year = first; year <= last; ++year) {
        int used = 0;
        for (const Vacation& other : others) used += days_in_year(other, year);
        const int taken = days_in_year(wanted, year);
        const int left = std::max(0, rules.days_a_year - used);
        if (taken <= left) continue;
        return refusal(Code::vacation_too_long,
                       "The vacation needs " + protocol::counted(taken, "day") + " in " +
                           std::to_string(static_cast<int>(year)) + ", but you have " +
                           protocol::counted(left, "day") + " left.");
    }
    return {};
}

Result<void> check_overlap(const std::vector<Vacation>& others, const Vacation& wanted) {
    for (const Vacation& other : others) {
        if (other.until_day < wanted.from_day || other.from_day > wanted.until_day) continue;
        return refusal(Code::vacation_overlaps, "The vacation overlaps your vacation from " +
                                                    other.from_day + " to " + other.until_day +
                                                    ".");
    }
    return {};
}

}  // namespace

int days_of(const Vacation& vacation) {
    const auto length = sys_days(day_of(vacation.until_day)) - sys_days(day_of(vacation.from_day));
    return static_cast<int>(length.count()) + 1;
}

int days_in_year(const Vacation& vacation, std::chrono::year year) {
    using namespace std::chrono;
    const sys_days from = std::max(sys_days(day_of(vacation.from_day)), sys_days(year / 1 / 1));
    const sys_days until = std::min(sys_days(day_of(vacation.until_day)), sys_days(year / 12 / 31));
    return std::max(0, static_cast<int>((until - from).count()) + 1);
}

Result<Vacation> plan_vacation(const VacationRules& rules, const std::vector<Vacation>& others,
                               const protocol::PutVacation& request) {
    const auto from = read_day(request.from, "/from");
    if (!from) return from.error();
    const auto until = read_day(request.until, "/until");
    if (!until) return until.error();
    const auto same = std::ranges::find(others, request.from, &Vacation::from_day);
    const bool has_begun =
        same != others.end() && same->from_at <= rules.now && same->until_at > rules.now;
    const auto span = check_span(rules, *from, *until, has_begun);
    if (!span) return span.error();
    Vacation wanted;
    wanted.from_day = request.from;
    wanted.until_day = request.until;
    wanted.created_at = rules.now;
    wanted.from_at = has_begun ? same->from_at
                               : std::max(rules.now, rules.zones.start_of_day(rules.zone, *from));
    wanted.until_at = end_of(rules, *until);
    std::vector<Vacation> rest = others;
    std::erase_if(rest, [&](const Vacation& v) { return v.from_day == wanted.from_day; });
    const auto apart = check_overlap(rest, wanted);
    if (!apart) return apart.error();
    const auto allowed = check_allowance(rules, rest, wanted);
    if (!allowed) return allowed.error();
    return wanted;
}

Vacation moved_to(const VacationRules& rules, Vacation vacation) {
    const base::Instant now = rules.now;
    if (vacation.until_at <= now) return vacation;
    if (vacation.from_at > now) {
        const auto start = rules.zones.start_of_day(rules.zone, day_of(vacation.from_day));
        vacation.from_at = std::max(now, start);
    }
    const base::Instant end = end_of(rules, day_of(vacation.until_day));
    // A day that moves to the west would go on; an hour more is one in which clocks are set back.
    const base::Instant longest =
        vacation.from_at + days(days_of(vacation)) + std::chrono::hours(1);
    vacation.until_at = std::max(vacation.from_at, std::min(end, longest));
    return vacation;
}

}  // namespace tanbo::account
