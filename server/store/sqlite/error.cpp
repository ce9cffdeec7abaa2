#include "server/store/sqlite/error.hpp"

#include <cerrno>

#include <sqlite3.h>

namespace tanbo::store {
namespace {

bool is_out_of_room(sqlite3* database, int extended) {
    switch (extended) {
        case SQLITE_IOERR_SHMSIZE:
            return true;  // the index of the log could not grow
        case SQLITE_IOERR_WRITE:
        case SQLITE_IOERR_TRUNCATE:
            return sqlite3_system_errno(database) == ENOSPC ||
                   sqlite3_system_errno(database) == EDQUOT;
        default:
            return false;
    }
}

Fault fault_of(sqlite3* database, int extended) {
    if (is_out_of_room(database, extended)) return Fault::full;
    switch (extended & 0xFF) {
        case SQLITE_BUSY:
        case SQLITE_LOCKED:
            return Fault::busy;
        case SQLITE_FULL:
            return Fault::full;
        case SQLITE_CONSTRAINT:
            return Fault::constraint;
        case SQLITE_CANTOPEN:
        case SQLITE_PERM:
            return Fault::cannot_open;
        case SQLITE_NOTADB:
        case SQLITE_CORRUPT:
            return Fault::corrupt;
        case SQLITE_READONLY:  // the writer may no longer write
        case SQLITE_IOERR:
        case SQLITE_NOMEM:
            return Fault::io;
        default:
            return Fault::misuse;
    }
}

std::string message(sqlite3* database) {
    return std::string(sqlite3_errmsg(database)) + " (SQLite " +
           std::to_string(sqlite3_extended_errcode(database)) + ")";
}

}  // namespace

StorageError sqlite_error(sqlite3* database, const std::string& while_doing) {
    const Fault fault = fault_of(database, sqlite3_extended_errcode(database));
    return StorageError(
        fault, "The database failed while " + while_doing + ": " + message(database) + ".");
}

StorageError commit_error(sqlite3* database) {
    const Fault fault = fault_of(database, sqlite3_extended_errcode(database));
    const bool is_known = fault == Fault::full || fault == Fault::busy;
    return StorageError(is_known ? fault : Fault::commit_unknown,
                        "A transaction could not be committed: " + message(database) + ".");
}

}  // namespace tanbo::store
