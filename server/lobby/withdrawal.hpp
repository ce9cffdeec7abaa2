#pragma once

#include <cstdint>

#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::lobby {

// An account that is suspended or goes takes part in nothing that has not begun: the challenges it
// has made are withdrawn, those that ask it are declined, and seats it has taken elsewhere are
// given back. Those concerned are told, and so is the lobby. At most so many challenges; returns
// how many: fewer means that none is left.
//
// Throws: store::StorageError. Thread: the writer thread.
int withdraw_some(store::Transaction& transaction, protocol::AccountId account, base::Instant now,
                  int most);
void withdraw_all(store::Transaction& transaction, protocol::AccountId account, base::Instant now);

}  // namespace tanbo::lobby
