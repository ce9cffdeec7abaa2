#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace tanbo::store {

class SqliteConnection;

// How a copy is named until it is whole, durable and verified.
inline constexpr const char* partial_suffix = ".partial";

// Told after every few megabytes of the bytes written and of how many there will be. False: the
// copy is given up.
using CopyProgress = std::function<bool(std::uint64_t bytes, std::uint64_t bytes_expected)>;

// Writes one consistent state of the connection's database to `target`, replacing what is there,
// makes it durable and looks through it. Only the connection's own state is read, and others may
// write meanwhile; the log can't be cut until it is done. The copy is marked: its first opening
// begins an epoch (epochs.hpp).
//
// Throws: StorageError full, io, cannot_open; corrupt if what was written is not sound; stopped if
// progress said so. Then `target` is removed.
void copy_into(SqliteConnection& source, const std::filesystem::path& target,
               const CopyProgress& progress);

// Creates an empty file that its owner alone can read, in the place of what is there. Throws:
// StorageError cannot_open, full.
void create_for_owner(const std::filesystem::path& file);

// Makes what is in a file durable. Throws: StorageError io, full.
void sync_file(const std::filesystem::path& file);

// Makes a rename in the folder of this file durable. Throws: StorageError io.
void sync_folder_of(const std::filesystem::path& file);

// Copies a database to a file that must not be there yet, also while a server writes to it: the
// database is opened for reading only, never locked against the server and never checkpointed.
//
// Throws: as plan() and copy_into(); cannot_open if there is no database or `target` exists.
void back_up(const std::filesystem::path& database, const std::filesystem::path& target,
             const CopyProgress& progress);

// Removes all but the newest `keep` of the files in the folder that backup_name() named, and what
// copies that were killed more than an hour ago have left. Returns the former. Throws:
// std::system_error.
std::vector<std::filesystem::path> prune_backups(const std::filesystem::path& folder,
                                                 std::string_view stem, int keep);

// "tanbo-20261122T051300Z.db": sorts by time. `at` in seconds since 1970.
std::string backup_name(std::string_view stem, std::int64_t at);

// Puts a backup in the place of a database. The files of the former one, its log too, are moved
// aside, to names with ".replaced-" and the instant; a kill at any moment leaves either database,
// or a file that is missing beside its log, which is refused. Returns what the former file is now
// called; nothing if there was none.
//
// Throws: StorageError locked if the database is in use; as plan() and copy_into(), about the
// backup; then nothing has been moved.
std::optional<std::filesystem::path> restore(const std::filesystem::path& backup,
                                             const std::filesystem::path& database, std::int64_t at,
                                             const CopyProgress& progress);

}  // namespace tanbo::store
