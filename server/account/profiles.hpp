#pragma once

#include <optional>
#include <string>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "protocol/people/account_answers.hpp"
#include "protocol/people/account_requests.hpp"
#include "server/account/account_games_port.hpp"
#include "server/base/threads/async.hpp"
#include "server/store/tables/accounts/limits.hpp"

namespace tanbo::account {

struct Service;

// Zone and hours of sleep decide which time counts, so they can't be changed at will.
inline constexpr std::chrono::hours calendar_change_interval{24};
// Each change of a vacation is an event in every running game.
inline constexpr store::Limit vacation_changes{"vacation-changes",
                                               {{{10, std::chrono::hours(24)}}}};
// How far ahead vacations can be planned.
inline constexpr std::chrono::days vacation_ahead_max{366};

struct Vacations {
    std::vector<protocol::VacationView> vacations;    // those that are not over
    std::vector<protocol::AllowanceView> allowances;  // of this year and the next
};

// A player's words about themselves, and when they are away. Changes of their calendar reaches the
// clocks of their running games in the same transaction.
//
// Errors of all: storage_unavailable, overloaded. Thread: any I/O thread.
class Profiles {
public:
    explicit Profiles(Service& service) : service_(service) {}

    // Requires: before the first request.
    void add(CalendarStep step);

    // Errors: invalid_field (an unknown zone, too much sleep); rate_limited, if zone or sleep
    // are to change again within calendar_change_interval.
    base::Awaitable<protocol::Result<void>> put(protocol::AccountId account,
                                                protocol::PutProfile request);

    base::Awaitable<protocol::Result<Vacations>> vacations(protocol::AccountId account);
    // Plans a vacation, or changes the one that begins on the same day. Days are of the player's
    // zone, both included. Errors: invalid_field (no day, past, too far ahead), vacation_overlaps,
    // vacation_too_long (for what is left of a calendar year's days), rate_limited
    // (vacation_changes, with those of cancel).
    base::Awaitable<protocol::Result<Vacations>> plan(protocol::AccountId account,
                                                      protocol::PutVacation request);
    // The same inside another transaction; a refusal comes before the first change. Throws:
    // store::StorageError. Thread: that of the transaction.
    protocol::Result<void> plan(store::Transaction& transaction, AccountGames& games,
                                protocol::AccountId account,
                                const protocol::PutVacation& request) const;
    // Ends the present one now, or drops the one that begins on `from`, or else the next one.
    // Errors: no_such_vacation; rate_limited, as plan.
    base::Awaitable<protocol::Result<Vacations>> cancel(protocol::AccountId account,
                                                        std::optional<std::string> from);

private:
    Service& service_;
};

}  // namespace tanbo::account
