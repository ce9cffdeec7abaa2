#pragma once

#include <atomic>

namespace tanbo::test {

// SQLite's default file system, with faults on demand. Databases use it by its name. Thread: any;
// there is one for the process, so tests reset() it first.
class FaultyVfs {
public:
    static constexpr const char* name = "tanbo-faulty";

    // Registers it at the first call.
    static FaultyVfs& instance();

    void reset();

    // --- faults ---
    std::atomic<bool> disk_is_full{false};         // a write that makes a file longer: SQLITE_FULL
    std::atomic<bool> log_sync_fails{false};       // the log is not synced: SQLITE_IOERR_FSYNC
    std::atomic<bool> log_sync_lies{false};        // the log is synced and the answer is an error
    std::atomic<bool> database_sync_fails{false};  // as a checkpoint does it
    std::atomic<bool> reads_fail{false};           // SQLITE_IOERR_READ
    std::atomic<bool> log_writes_fail{false};      // SQLITE_IOERR_WRITE

    // --- counts since reset ---
    std::atomic<int> log_syncs{0};
    std::atomic<int> database_syncs{0};

private:
    FaultyVfs();
};

}  // namespace tanbo::test
