#pragma once

#include <vector>

#include "server/base/async.hpp"
#include "server/store/accounts.hpp"
#include "server/store/store.hpp"

namespace tanbo::account {

// Notices to others call deleted accounts by their present handles from now on: of many a few at a
// time, so that nobody waits for long. If that is broken off, the accounts keep their former
// handles until it is done again.
//
// Errors: storage_unavailable, overloaded. Thread: any I/O thread. Requires: the store outlives it.
base::Awaitable<protocol::Result<void>> forget_handles(store::Store& store,
                                                       std::vector<store::FormerHandle> handles);
// The same of all accounts of which that was broken off, or not begun.
base::Awaitable<protocol::Result<void>> forget_former_handles(store::Store& store);

}  // namespace tanbo::account
