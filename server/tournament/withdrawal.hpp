#pragma once

#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::tournament {

// An account that is suspended or deleted plays in no tournament: at most so many are left; returns
// how many. Throws: store::StorageError. Thread: the writer thread.
int withdraw_some(store::Transaction& transaction, protocol::AccountId account, base::Instant now,
                  int most);
void withdraw_all(store::Transaction& transaction, protocol::AccountId account, base::Instant now);

}  // namespace tanbo::tournament
