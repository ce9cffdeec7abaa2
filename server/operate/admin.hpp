#pragma once

#include "server/config/config.hpp"

namespace tanbo::app {

// The output of `tanbod check-config`: the effective settings, or a file to start from.
enum class ConfigForm { effective, reference, sample };

// The options of `tanbod migrate`.
struct MigrateOptions {
    bool is_dry_run = false;
    bool contracts = false;
};

// The options of `tanbod admin outbox`.
struct OutboxOptions {
    bool is_json = false;
    bool shows_all = false;  // also what was sent, failed or dropped
};

// The commands that do not serve. Each prints what it did, or what is wrong, and returns the exit
// code. Throws: store::StorageError.
int check_config(const LoadedConfig& loaded, ConfigForm form);
int migrate(const Config& config, const MigrateOptions& order);
int rebuild_summaries(const Config& config);
int recompute_ratings(const Config& config);
int print_outbox(const Config& config, const OutboxOptions& order);

}  // namespace tanbo::app
