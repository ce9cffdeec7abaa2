#pragma once

#include <string_view>

#include "server/config/config.hpp"
#include "server/store/database.hpp"

namespace tanbo::app {

// The settings for a command on an existing database: if none is named, tanbo.db in this folder or
// else the one that server/run.sh keeps.
Config with_database_found(const LoadedConfig& loaded);

// How the database that the settings name is opened.
store::DatabaseOptions named_database(const Config& config);

// The database that such a command opens: never an empty database if there is none.
store::DatabaseOptions existing_database(const Config& config);

// Whether the settings name a PostgreSQL.
bool is_postgres(const Config& config);

// Says why a command is for SQLite alone; yields exit_refused.
int refuse_for_postgres(std::string_view why);

// Tells the operator on standard error which database a command works on.
void name_database(const Config& config);

}  // namespace tanbo::app
