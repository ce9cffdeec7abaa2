#pragma once

#include <string>
#include <utility>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Everything that is kept of one account, over all tables.
namespace tanbo::store {

inline constexpr int exported_rows_max = 10'000;  // of each kind, the newest

// Each kind by its name, as a JSON array of objects; instants are milliseconds as they are stored.
// Hashes and other secrets are left out.
std::vector<std::pair<std::string, std::string>> export_data(Reader& reader, AccountId account);

// Deletes what is nobody else's business: addresses, links, vacations, plans, notes, webhooks and
// the like, and mail that was not sent. Of what others have seen the words go, such as those of
// chats; games, their results and what administrators decided stay. Requires: they have left their
// games.
void erase_data(Transaction& transaction, AccountId account);

}  // namespace tanbo::store
