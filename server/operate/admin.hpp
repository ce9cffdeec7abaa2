#pragma once

#include "server/app/arguments.hpp"

namespace tanbo::app {

// The commands that do not serve. Each prints what it did, or what is wrong, and returns the exit
// code. Throws: store::StorageError.
int check_config(const LoadedConfig& loaded, bool is_reference);
int migrate(const Config& config, const MigrateOptions& order);
int rebuild_summaries(const Config& config);
int recompute_ratings(const Config& config);
int print_outbox(const Config& config, bool is_json);
int print_version();

}  // namespace tanbo::app
