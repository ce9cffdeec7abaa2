#pragma once

#include "server/config.hpp"
#include "server/store/database.hpp"

namespace tanbo::app {

// The settings for a command that works on a database that is there: where nobody says which, it is
// tanbo.db in this folder or, if there is none, the one that server/run.sh keeps.
Config with_database_found(const LoadedConfig& loaded);

// What such a command opens: never an empty database if there is none.
store::DatabaseOptions existing_database(const Config& config);

// Tells the operator on standard error which database a command works on.
void name_database(const Config& config);

}  // namespace tanbo::app
