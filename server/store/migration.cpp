#include "server/store/migration.hpp"

namespace tanbo::store {
namespace {

void require_same(const AppliedMigration& applied, const Migration& known,
                  const std::string& database) {
    if (applied.version == known.version && applied.name == known.name &&
        applied.sha256 == known.sha256) {
        return;
    }
    refuse_database(Fault::edited_migration, database,
                    "its migration " + applied.name + " is not the " + std::string(known.name) +
                        " of this program.");
}

}  // namespace

void refuse_database(Fault fault, const std::string& database, const std::string& why) {
    throw StorageError(fault, "The database " + database + " is left as it is: " + why);
}

MigrationPlan plan_behind(bool is_new, std::span<const AppliedMigration> applied,
                          const std::string& database, std::span<const Migration> migrations) {
    MigrationPlan plan;
    plan.is_new = is_new;
    for (std::size_t i = 0; i < applied.size(); ++i) {
        if (i >= migrations.size()) {
            refuse_database(Fault::newer_schema, database,
                            "a newer version of this program has migrated it to " +
                                applied[i].name + ", and this one knows " +
                                std::to_string(migrations.size()) + ".");
        }
        require_same(applied[i], migrations[i], database);
        plan.version = migrations[i].version;
    }
    for (const Migration& migration : migrations.subspan(applied.size())) {
        plan.pending.push_back(&migration);
    }
    return plan;
}

void execute_migration(const Migration& migration,
                       const std::function<void(const std::string&)>& execute) {
    try {
        execute(std::string(migration.sql));
    } catch (const StorageError& error) {
        if (error.fault() != Fault::misuse && error.fault() != Fault::constraint) throw;
        throw StorageError(Fault::migration_failed, "The migration " + std::string(migration.name) +
                                                        " failed: " + error.what());
    }
}

}  // namespace tanbo::store
