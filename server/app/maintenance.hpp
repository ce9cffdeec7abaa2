#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

#include "server/account/accounts.hpp"
#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/base/threads/blocking.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::app {

// Deletes by and by what has expired: tokens, guests, mails that were processed.
class Maintenance {
public:
    // guest_life 0: guests stay. The others outlive it.
    Maintenance(store::Store& store, base::BlockingPool& blocking, account::Accounts& accounts,
                const base::Clock& clock, std::chrono::days guest_life)
        : store_(store),
          blocking_(blocking),
          accounts_(accounts),
          clock_(clock),
          guest_life_(guest_life) {}

    // The database is looked after only while this says so. Requires: before run.
    void work_while(std::function<bool()> is_ours) { is_ours_ = std::move(is_ours); }

    // Never ends.
    base::Awaitable<void> run();

private:
    base::Awaitable<void> run_once();
    // Thread: any that may block.
    void prune();
    void prune_inbound_mails(base::Instant now);

    store::Store& store_;
    base::BlockingPool& blocking_;
    account::Accounts& accounts_;
    const base::Clock& clock_;
    const std::chrono::days guest_life_;
    std::function<bool()> is_ours_ = [] { return true; };
};

}  // namespace tanbo::app
