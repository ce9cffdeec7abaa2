#pragma once

#include <string>

#include "server/config/config.hpp"

namespace tanbo::app {

// The ends of `tanbod copy`: databases as the setting names them, or "sqlite:" and a file.
struct CopyOptions {
    std::string from;
    std::string to;
    std::string games = {};  // "1/2": the first of two parts; empty: all
};

// Why a text is none of a part's, in words; empty: it is one.
std::string copy_part_fault(const std::string& text);

// Why a name is none of a database, in words; empty: it is one.
std::string copy_address_fault(const std::string& text);

// Copies a database, or a part of its games with all that is of no game, into an empty one, of the
// other engine or the same. All rows are copied and compared and every game is played again from
// the copy while a server plays; then, once that has been stopped, for which this waits, what has
// come since. The copy is served from then on, and the source is not; until then it is the other
// way round, whenever this is killed. Prints what it does. Yields exit_ok, or exit_bad_database if
// the copy is not what the source is.
//
// Throws: store::StorageError; then the source may still be served.
int copy(const Config& config, const CopyOptions& order);

// Lets a database be served again that was copied elsewhere, or that was set back to an older state
// by its own tools: what it gave out before is told from what it gives out from now on
// (epochs.hpp). Throws: store::StorageError.
int reopen(const Config& config);

}  // namespace tanbo::app
