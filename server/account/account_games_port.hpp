#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "engine/time/calendar.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/threads/async.hpp"
#include "server/store/transaction.hpp"

// Changes of an account, as its games see them. Here the wall to server/game, which stands above:
// the game folder implements these.
namespace tanbo::account {

// The games of accounts, while a job of the writer runs. Thread: the writer thread.
class AccountGames {
public:
    virtual ~AccountGames() = default;

    // Applies this calendar from now on in all running games with clocks that use calendars.
    virtual void set_calendar(protocol::AccountId account, const engine::Calendar& calendar) = 0;
    // Gives up to `most` of their seats in unfinished games, as by resigning. Returns how many:
    // fewer than `most` means that none is left. Requires: it is called once in a job, since it
    // locks all of these games before any of their players.
    virtual int leave_some(std::span<const protocol::AccountId> accounts, int most) = 0;
    // The account is deleted: no game calls it by its former handle any longer.
    virtual void forget_name(protocol::AccountId account) = 0;
};

// The part of other folders, with a calendar that has changed: it works in the same transaction.
using CalendarStep =
    std::function<void(store::Transaction&, protocol::AccountId account, engine::Instant now)>;

// Requests of accounts to games; the games are built after the accounts, so the program's root
// hands them in.
class Games {
public:
    using Work = std::function<protocol::Result<void>(store::Transaction&, AccountGames&)>;

    virtual ~Games() = default;

    // Runs `work` in one transaction with what it does to games. Requires: it refuses before it
    // writes. Errors: those of `work`; storage_unavailable, overloaded. Thread: any I/O thread.
    virtual base::Awaitable<protocol::Result<void>> transact(Work work) = 0;
};

}  // namespace tanbo::account
