#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

// Everything that is kept of one account, over all tables of the catalogue.
namespace tanbo::store {

inline constexpr int exported_rows_max = 10'000;  // of each kind, the newest

// Each kind by its name, as a JSON array of objects; instants are milliseconds as they are stored.
// Hashes and other secrets are left out.
std::vector<std::pair<std::string, std::string>> export_data(Reader& reader, AccountId account);

// How far the data of an account is erased that may be many rows.
struct Erasure {
    AccountId account{};
    std::vector<std::int64_t> up_to = {};  // a key for each row of the catalogue
};

// Deletes what concerns the account alone: addresses, links, vacations, plans, notes, webhooks and
// the like, and unsent mail. Deletes the words of what others have seen, such as chats. Games,
// their results and decisions of administrators stay.
//
// Looks at up to `most` rows of the large tables and returns how many it has looked at: fewer than
// `most` means that all is erased. Requires: the account has left its games.
int erase_some(Transaction& transaction, Erasure& erasure, int most);
// The rest, of which there is little. Requires: all of that is erased, in this transaction at last.
void erase_data(Transaction& transaction, AccountId account);

}  // namespace tanbo::store
