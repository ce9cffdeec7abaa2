#pragma once

#include <vector>

#include "server/base/threads/async.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/accounts.hpp"

namespace tanbo::account {

// Renames deleted accounts in the notices to others to their present handles, a few at a time,
// which holds up no one. If that is broken off, the accounts keep their former handles until it is
// done again.
//
// Errors: storage_unavailable, overloaded. Thread: any I/O thread. Requires: the store outlives it.
base::Awaitable<protocol::Result<void>> forget_handles(store::Store& store,
                                                       std::vector<store::FormerHandle> handles);
// The same of all accounts of which that was broken off, or not begun.
base::Awaitable<protocol::Result<void>> forget_former_handles(store::Store& store);

}  // namespace tanbo::account
