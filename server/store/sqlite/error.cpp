#include "server/store/sqlite/error.hpp"

#include <algorithm>
#include <cerrno>
#include <string>

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

// SQLite quotes names of a damaged schema as they are: any bytes. A terminal and a log take text.
std::string printable(std::string words) {
    std::ranges::replace_if(words, [](char byte) { return byte < ' ' || byte > '~'; }, '?');
    return words;
}

std::string message(const char* words, int extended) {
    return printable(words) + " (SQLite " + std::to_string(extended) + ")";
}

std::string message(sqlite3* database) {
    return message(sqlite3_errmsg(database), sqlite3_extended_errcode(database));
}

}  // namespace

StorageError sqlite_error(sqlite3* database, const std::string& while_doing, int result) {
    const int known = sqlite3_extended_errcode(database);
    const bool is_known = known != SQLITE_OK && known != SQLITE_ROW && known != SQLITE_DONE;
    const int extended = is_known ? known : result;
    const std::string why =
        is_known ? message(database) : message(sqlite3_errstr(extended), extended);
    return StorageError(fault_of(database, extended),
                        "The database failed while " + while_doing + ": " + why + ".");
}

StorageError commit_error(sqlite3* database) {
    const Fault fault = fault_of(database, sqlite3_extended_errcode(database));
    const bool is_known = fault == Fault::full || fault == Fault::busy;
    return StorageError(is_known ? fault : Fault::commit_unknown,
                        "A transaction could not be committed: " + message(database) + ".");
}

}  // namespace tanbo::store
