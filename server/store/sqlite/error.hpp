#pragma once

#include <string>

#include "server/store/error.hpp"

struct sqlite3;

// SQLite's result codes as StorageError. For this folder only.
namespace tanbo::store {

// The fault of the last call on the connection. A disk that is full (ENOSPC, EDQUOT) while
// writing is `full`, never `io`. `result` is what the call returned, if it may have told the
// connection nothing, as those of sqlite3_backup do.
StorageError sqlite_error(sqlite3* database, const std::string& while_doing, int result = 0);

// A COMMIT that failed: full and busy say that nothing is stored; after other errors that is
// unknown. Source: in WAL mode a frame that could not be written is not part of the log, a sync
// that failed may have been.
StorageError commit_error(sqlite3* database);

}  // namespace tanbo::store
