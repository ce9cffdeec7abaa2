#include "server/store/migration.hpp"

#include <algorithm>

namespace tanbo::store {
namespace {

constexpr std::string_view contracting = "contract_";
constexpr std::size_t number_length = std::string_view("0001_").size();

void require_same(const AppliedMigration& applied, const Migration& known,
                  const std::string& database) {
    if (applied.version == known.version && applied.name == known.name &&
        applied.sha256 == known.sha256) {
        return;
    }
    refuse_database(Fault::edited_migration, database,
                    "its migration " + applied.name + " differs from " + std::string(known.name) +
                        " of this program.");
}

// Of a migration that this program does not know.
void require_expanding(const AppliedMigration& applied, std::size_t known,
                       const std::string& database, const SchemaRules& rules) {
    if (rules.takes_newer && !is_contracting(applied.name)) return;
    refuse_database(Fault::newer_schema, database,
                    "a newer version of this program has migrated it to " + applied.name +
                        "; this one has only " + std::to_string(known) + ".");
}

// Contracting migrations are left for later, unless those behind them are needed.
void leave_contracting(MigrationPlan& plan) {
    while (!plan.pending.empty() && is_contracting(plan.pending.back()->name)) {
        plan.waiting.insert(plan.waiting.begin(), plan.pending.back());
        plan.pending.pop_back();
    }
}

}  // namespace

bool is_contracting(std::string_view name) {
    return name.size() > number_length && name.substr(number_length).starts_with(contracting);
}

int MigrationPlan::contracts_to() const {
    const auto last = std::ranges::find_if(
        pending.rbegin(), pending.rend(),
        [](const Migration* migration) { return is_contracting(migration->name); });
    return last == pending.rend() ? 0 : (*last)->version;
}

void refuse_database(Fault fault, const std::string& database, const std::string& why) {
    throw StorageError(fault, "The database " + database + " was not changed: " + why);
}

MigrationPlan plan_behind(bool is_new, std::span<const AppliedMigration> applied,
                          const std::string& database, std::span<const Migration> migrations,
                          const SchemaRules& rules) {
    MigrationPlan plan;
    plan.is_new = is_new;
    for (std::size_t i = 0; i < applied.size(); ++i) {
        if (i < migrations.size()) {
            require_same(applied[i], migrations[i], database);
        } else {
            require_expanding(applied[i], migrations.size(), database, rules);
        }
        plan.version = static_cast<int>(applied[i].version);
    }
    for (const Migration& migration :
         migrations.subspan(std::min(applied.size(), migrations.size()))) {
        plan.pending.push_back(&migration);
    }
    if (!is_new && !rules.contracts) leave_contracting(plan);
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
