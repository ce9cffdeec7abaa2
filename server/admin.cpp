#include "server/admin.hpp"

#include <iostream>

#include "server/exit_code.hpp"
#include "server/game/referee.hpp"
#include "server/rating/recorder.hpp"
#include "server/storage/database.hpp"
#include "server/storage/group_commit.hpp"
#include "server/storage/migrations.hpp"

namespace tanbo::app {

int check_config(const LoadedConfig& loaded, bool is_reference) {
    std::cout << (is_reference ? config_reference() : print_config(loaded));
    return exit_ok;
}

int migrate(const Config& config, bool is_dry_run) {
    const storage::MigrationPlan plan = storage::plan(config.database);
    if (plan.pending.empty()) {
        std::cout << config.database << " is at version " << plan.version << ": up to date\n";
        return exit_ok;
    }
    std::cout << config.database << (plan.is_new ? " is new" : " is at version ");
    if (!plan.is_new) std::cout << plan.version;
    std::cout << (is_dry_run ? "; would apply:\n" : "; applies:\n");
    for (const storage::Migration* migration : plan.pending) {
        std::cout << "  " << migration->name << "\n";
    }
    if (is_dry_run) return exit_ok;
    storage::DatabaseOptions options;
    options.path = config.database;
    const storage::Database database(options);
    std::cout << config.database << " is at version " << database.version() << "\n";
    if (database.copied_to()) {
        std::cout << "before that it was copied to " << database.copied_to()->string() << "\n";
    }
    return exit_ok;
}

int rebuild_summaries(const Config& config) {
    storage::DatabaseOptions options;
    options.path = config.database;
    storage::Database database(options);
    storage::GroupCommit writer(database);
    const std::size_t games = game::Referee::rebuild_summaries(database, writer);
    std::cout << "derived the summaries of " << games << " games\n";
    return exit_ok;
}

int recompute_ratings(const Config& config) {
    storage::DatabaseOptions options;
    options.path = config.database;
    storage::Database database(options);
    storage::GroupCommit writer(database);
    const std::size_t games = rating::recompute(database, writer);
    std::cout << "calculated ratings and statistics from " << games << " finished games\n";
    return exit_ok;
}

int print_version() {
    std::cout << "tanbod " TANBO_VERSION "\n";
    return exit_ok;
}

}  // namespace tanbo::app
