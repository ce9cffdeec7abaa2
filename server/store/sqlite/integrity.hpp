#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace tanbo::store {

class SqliteConnection;

inline constexpr std::chrono::milliseconds quick_check_max{150};
inline constexpr int faults_max = 100;

// Looks for damage for at most `limit`: the ends of every table and index, then as much of the
// file's structure as there is time for. A database of some 100 MB is looked through to its end.
// Requires: this process has not opened the file.
//
// Throws: StorageError corrupt, saying what is wrong; io.
void quick_check(const std::filesystem::path& database,
                 std::chrono::milliseconds limit = quick_check_max);

// Everything SQLite can find: pages, indices against tables, NOT NULL and CHECK, foreign keys. At
// most faults_max sentences; none if all is well. Cost: the whole file, once or twice.
std::vector<std::string> integrity_faults(SqliteConnection& connection);

// The same of a file, also while a server writes to it. Throws: as plan(), save that a file which
// is too damaged to be read is a fault among others.
std::vector<std::string> check_structure(const std::filesystem::path& database);

}  // namespace tanbo::store
