#pragma once

#include <string_view>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

// Keeps other jobs, on any node, from counting the same of an account until this transaction ends:
// two that count at once would both find that one more is within the limit. It comes before the
// locks of games and accounts. `what` names the count: "vacations".
void lock_count(Transaction& transaction, std::string_view what, AccountId account);

}  // namespace tanbo::store
