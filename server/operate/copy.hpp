#pragma once

#include <string>

#include "server/config/config.hpp"

namespace tanbo::app {

// The ends of `tanbod copy`: databases as the setting names them, or "sqlite:" and a file.
struct CopyOptions {
    std::string from;
    std::string to;
};

// Why a name is none of a database, in words; empty: it is one.
std::string copy_address_fault(const std::string& text);

// Copies a database that is not served into an empty one of the other engine, compares all rows,
// and plays every game again. Until that is done, the target is marked and only the source can be
// served, whenever this is killed; afterwards it is the other way round. Prints what it does.
// Yields exit_ok; exit_bad_database if the copy differs from the source or its games; exit_usage if
// both are of one engine.
//
// Throws: store::StorageError; then the source may still be served.
int copy(const Config& config, const CopyOptions& order);

// Lets a database be served again that was copied elsewhere, or that was set back to an older state
// by its own tools: what it gave out before is told from what it gives out from now on
// (epochs.hpp). Throws: store::StorageError.
int reopen(const Config& config);

}  // namespace tanbo::app
