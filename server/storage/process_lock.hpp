#pragma once

#include <filesystem>

namespace tanbo::storage {

// Keeps every other process away from a database, by flock() on the file NAME.lock beside it. The
// kernel lets go of it when the process ends, however that happens; the file stays.
class ProcessLock {
public:
    // Throws: StorageError locked, naming the process that holds it; cannot_open.
    explicit ProcessLock(const std::filesystem::path& database);
    ~ProcessLock();
    ProcessLock(const ProcessLock&) = delete;
    ProcessLock& operator=(const ProcessLock&) = delete;

private:
    int descriptor_ = -1;
};

}  // namespace tanbo::storage
