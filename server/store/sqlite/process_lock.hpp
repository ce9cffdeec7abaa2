#pragma once

#include <filesystem>

namespace tanbo::store {

// Creates the database file before SQLite does, unless it is there. Its owner alone can read it:
// SQLite gives its log the same rights. Throws: StorageError cannot_open.
void create_file(const std::filesystem::path& database);

// Keeps every other process away from a database, by flock() on the file NAME.lock beside it, which
// holds for every path that leads to that name, and on the database file itself, which holds for
// every hard link. The kernel lets go of both when the process ends, however that happens;
// NAME.lock stays.
class ProcessLock {
public:
    // Throws: StorageError locked, naming the process that holds it; cannot_open.
    explicit ProcessLock(const std::filesystem::path& database);
    ~ProcessLock();

    // Locks the database file too; does nothing if there is none or it is locked already.
    // Requires: this process has not opened it with SQLite, and closes what it opens before this
    // ends: closing any descriptor of a file drops the locks that SQLite holds on it.
    // Throws: as the constructor.
    void lock_file();

    // Locks the file that has taken the place of the locked one, which is let go. Requires and
    // throws: as lock_file().
    void lock_new_file();

    ProcessLock(const ProcessLock&) = delete;
    ProcessLock& operator=(const ProcessLock&) = delete;

private:
    std::filesystem::path database_;
    int descriptor_ = -1;  // of NAME.lock
    int file_ = -1;        // of the database
};

}  // namespace tanbo::store
