#pragma once

#include <filesystem>

#include "server/store/migration.hpp"

namespace tanbo::store {

// Applies the pending migrations up to the first that rebuilds, by writing the database again into
// a new file that takes its place. The former file becomes the copy NAME.before-NNNN. A kill or a
// power cut at any moment leaves one of the two as the database, whole; the next attempt begins
// again. The log tells every few seconds how far it is. Returns where the copy is.
//
// Requires: plan.next_rebuild(); this process holds the lock and has not opened the file.
// Throws: StorageError locked if another program has the file open, migration_failed, full, io;
// then the database is as it was.
std::filesystem::path rebuild(const std::filesystem::path& database, const MigrationPlan& plan);

}  // namespace tanbo::store
