#include "server/account/profiles.hpp"

#include <algorithm>

#include "server/account/calendar.hpp"
#include "server/account/service.hpp"
#include "server/account/vacation_days.hpp"
#include "server/store/tables/accounts/count_locks.hpp"
#include "server/store/tables/accounts/profiles.hpp"

namespace tanbo::account {

namespace {

using protocol::Code;
using protocol::refusal;
using protocol::Result;
using store::Vacation;

// Since the first day of last year: what counts against an allowance.
base::Instant begin_of_records(base::Instant now) {
    const std::chrono::year_month_day today{std::chrono::floor<std::chrono::days>(now)};
    const auto first = std::chrono::sys_days((today.year() - std::chrono::years(1)) / 1 / 1);
    return first;
}

VacationRules rules_for(const Service& service, std::string zone) {
    return {*service.limits.zones, std::move(zone), service.limits.vacation_days, service.clock()};
}

Vacations view_of(const VacationRules& rules, const std::vector<Vacation>& rows) {
    const base::Instant now = rules.now;
    Vacations view;
    for (const Vacation& row : rows) {
        if (row.until_at <= now) continue;
        view.vacations.push_back({row.from_day, row.until_day, days_of(row), row.from_at <= now});
    }
    const auto this_year = rules.today().year();
    for (const auto year : {this_year, this_year + std::chrono::years(1)}) {
        int used = 0;
        for (const Vacation& row : rows) used += days_in_year(row, year);
        view.allowances.push_back({static_cast<int>(year), rules.days_a_year, used});
    }
    return view;
}

// The beginning of a transaction about an account's vacations.
struct Present {
    protocol::AccountId account;
    VacationRules rules;
    std::vector<Vacation> rows;
};

// For changes: two nodes that count days at once would both find enough left.
void lock_vacations(store::Transaction& transaction, protocol::AccountId account) {
    store::lock_count(transaction, "vacations", account);
}

Present present_of(const Service& service, store::Reader& reader, protocol::AccountId account) {
    const auto profile = store::find_profile(reader, account).value_or(store::Profile{});
    Present present{account, rules_for(service, profile.time_zone), {}};
    present.rows = store::vacations_of(reader, account, begin_of_records(present.rules.now));
    return present;
}

void tell_games(const Service& service, store::Transaction& transaction, AccountGames& games,
                protocol::AccountId account) {
    const base::Instant now = service.clock();
    games.set_calendar(account, calendar_of(transaction, account, now, now + calendar_reach,
                                            *service.limits.zones));
    for (const CalendarStep& step : service.calendar_steps) step(transaction, account, now);
}

Result<void> check_profile(const Service& service, const protocol::PutProfile& request) {
    if (!service.limits.zones->has(request.time_zone)) {
        return refusal(Code::invalid_field,
                       "/time_zone must be a tz database name such as \"Europe/Berlin\"; got " +
                           protocol::quotation(request.time_zone) + ".",
                       "/time_zone");
    }
    if (!request.sleep) return {};
    if (request.sleep->length() <= engine::sleep_max) return {};
    return refusal(Code::invalid_field, "/sleep must last from 1 minute to 10 hours.", "/sleep");
}

store::Profile merged(const store::Profile& before, const protocol::PutProfile& request) {
    store::Profile after = before;
    after.time_zone = request.time_zone;
    after.language = request.language;
    after.about = request.about;
    after.sleep.reset();
    if (request.sleep) {
        after.sleep = store::SleepMinutes{static_cast<int>(request.sleep->from.count()),
                                          static_cast<int>(request.sleep->until.count())};
    }
    return after;
}

Result<void> check_interval(const store::Profile& before, base::Instant now) {
    const base::Instant allowed_at = before.calendar_set_at + calendar_change_interval;
    if (before.calendar_set_at == base::Instant{} || now >= allowed_at) return {};
    return store::rate_limited("You can change time zone and sleep once a day", allowed_at, now);
}

Result<void> put_profile(const Service& service, store::Transaction& transaction,
                         AccountGames& games, protocol::AccountId account,
                         const protocol::PutProfile& request) {
    lock_vacations(transaction, account);
    const auto before = store::find_profile(transaction, account).value_or(store::Profile{});
    store::Profile after = merged(before, request);
    const bool has_other_calendar =
        before.time_zone != after.time_zone || before.sleep != after.sleep;
    if (has_other_calendar) {
        const auto allowed = check_interval(before, service.now());
        if (!allowed) return allowed.error();
        after.calendar_set_at = service.now();
    }
    store::set_profile(transaction, account, after);
    if (!has_other_calendar) return {};
    const VacationRules rules = rules_for(service, after.time_zone);
    for (const Vacation& row : store::vacations_of(transaction, account, service.now())) {
        store::put_vacation(transaction, account, moved_to(rules, row));
    }
    tell_games(service, transaction, games, account);
    return {};
}

// Counts a change. Errors: rate_limited.
Result<void> admit_change(const Service& service, store::Transaction& transaction,
                          protocol::AccountId account) {
    const base::Instant now = service.now();
    const auto until = store::try_acquire(transaction, vacation_changes, to_string(account), now);
    if (!until) return {};
    return store::rate_limited("You have changed your vacations too often", *until, now);
}

// The one that is meant: by its first day, or else the first that is not over.
const Vacation* find_meant(const Present& present, const std::optional<std::string>& from) {
    const base::Instant now = present.rules.now;
    const auto found = std::ranges::find_if(present.rows, [&](const Vacation& row) {
        return row.until_at > now && (!from || row.from_day == *from);
    });
    return found == present.rows.end() ? nullptr : &*found;
}

Result<void> cancel_vacation(const Service& service, store::Transaction& transaction,
                             const Present& present, const std::optional<std::string>& from) {
    const Vacation* const meant = find_meant(present, from);
    if (meant == nullptr) {
        return refusal(Code::no_such_vacation, from ? "No vacation from " + *from + " found."
                                                    : "You have no vacation planned.");
    }
    const auto admitted = admit_change(service, transaction, present.account);
    if (!admitted) return admitted.error();
    const base::Instant now = present.rules.now;
    if (meant->from_at > now) {
        store::delete_vacation(transaction, present.account, meant->from_day);
        return {};
    }
    // The days that have begun are taken.
    Vacation ended = *meant;
    ended.until_day = std::min(ended.until_day, base::format_day(present.rules.today()));
    ended.until_at = now;
    store::put_vacation(transaction, present.account, ended);
    return {};
}

}  // namespace

void Profiles::add(CalendarStep step) {
    service_.calendar_steps.push_back(std::move(step));
}

base::Awaitable<Result<void>> Profiles::put(protocol::AccountId account,
                                            protocol::PutProfile request) {
    Service& service = service_;
    const auto sound = check_profile(service, request);
    if (!sound) co_return sound.error();
    Games::Work work = [&service, account, request](store::Transaction& transaction,
                                                    AccountGames& games) {
        return put_profile(service, transaction, games, account, request);
    };
    co_return co_await service.transact(std::move(work));
}

base::Awaitable<Result<Vacations>> Profiles::vacations(protocol::AccountId account) {
    Service& service = service_;
    const auto look = [&service, account](store::Reader& reader) {
        const Present present = present_of(service, reader, account);
        return view_of(present.rules, present.rows);
    };
    co_return co_await service.store.read(look);
}

base::Awaitable<Result<Vacations>> Profiles::plan(protocol::AccountId account,
                                                  protocol::PutVacation request) {
    Games::Work work = [this, account, request](store::Transaction& transaction,
                                                AccountGames& games) {
        return plan(transaction, games, account, request);
    };
    auto done = co_await service_.transact(std::move(work));
    if (!done) co_return done.error();
    co_return co_await vacations(account);
}

Result<void> Profiles::plan(store::Transaction& transaction, AccountGames& games,
                            protocol::AccountId account,
                            const protocol::PutVacation& request) const {
    lock_vacations(transaction, account);
    const Present present = present_of(service_, transaction, account);
    const auto planned = plan_vacation(present.rules, present.rows, request);
    if (!planned) return planned.error();
    const auto admitted = admit_change(service_, transaction, account);
    if (!admitted) return admitted.error();
    store::prune_vacations(transaction, present.account, begin_of_records(present.rules.now));
    store::put_vacation(transaction, present.account, *planned);
    tell_games(service_, transaction, games, account);
    return {};
}

base::Awaitable<Result<Vacations>> Profiles::cancel(protocol::AccountId account,
                                                    std::optional<std::string> from) {
    Service& service = service_;
    Games::Work work = [&service, account, from](store::Transaction& transaction,
                                                 AccountGames& games) {
        lock_vacations(transaction, account);
        const Present present = present_of(service, transaction, account);
        const auto cancelled = cancel_vacation(service, transaction, present, from);
        if (!cancelled) return Result<void>(cancelled.error());
        tell_games(service, transaction, games, account);
        return Result<void>();
    };
    auto done = co_await service.transact(std::move(work));
    if (!done) co_return done.error();
    co_return co_await vacations(account);
}

}  // namespace tanbo::account
