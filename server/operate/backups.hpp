#pragma once

#include <string>

#include "server/config/config.hpp"

namespace tanbo::app {

// Of `tanbod backup`.
struct BackupOptions {
    std::string target;  // a file that is not there yet, or a folder
    int keep = 0;        // in a folder: older ones of ours are removed; 0: none
};

// Copies the database, beside a running server or without one. A signal to end gives it up. Yields
// an exit code, as the other one does. Throws (both): store::StorageError.
int back_up(const Config& config, const BackupOptions& order);

// Puts a backup in the database's place, while no server runs.
int restore(const Config& config, const std::string& backup);

}  // namespace tanbo::app
