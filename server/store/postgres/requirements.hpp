#pragma once

#include <map>
#include <string>
#include <vector>

namespace tanbo::store {

class PostgresSession;

// The settings of a PostgreSQL, by the name of the setting; of the database its "encoding" and
// "collation".
using PostgresSettings = std::map<std::string, std::string, std::less<>>;

// The present settings.
PostgresSettings read_settings(PostgresSession& session);

// Everything on account of which what is acknowledged could be lost, or answers could be other ones
// than SQLite's: a sentence each.
std::vector<std::string> settings_faults(const PostgresSettings& settings, bool is_replicated);

// Throws: StorageError cannot_open with all of them, if there is one.
void require_settings(PostgresSession& session, const std::string& database, bool is_replicated);

// True if a pool shares sessions between connections, as PgBouncer does in transaction mode.
// `second` is another connection to the same address.
// Requires: no transaction is open in either.
bool shares_sessions(PostgresSession& first, PostgresSession& second);

}  // namespace tanbo::store
