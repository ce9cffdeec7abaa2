#pragma once

#include <string>

#include "server/config.hpp"

namespace tanbo::app {

// Looks through a database, beside a running server too, or through a backup: its pages, indices
// and foreign keys, every game played again, and everything that is calculated from games compared
// with what they say. Works on a copy in the file's folder, or in TMPDIR where nothing can be
// written there. Prints what is wrong. Yields exit_ok or exit_bad_database.
//
// Throws: store::StorageError.
int check(const Config& config);

}  // namespace tanbo::app
