#include "server/store/postgres/error.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <libpq-fe.h>
#include <utility>

namespace tanbo::store {
namespace {

struct StateRow {
    std::string_view begins;
    Fault fault;
};

// The first row that fits counts, so codes stand before their classes.
constexpr std::array state_rows = {
    StateRow{"23505", Fault::stale},        // a row is there already: another may have put it there
    StateRow{"23", Fault::constraint},      // integrity constraint violation
    StateRow{"22012", Fault::fenced},       // division by zero: see WriterRow::count_up
    StateRow{"22", Fault::constraint},      // data exception, such as a NUL in a text
    StateRow{"25006", Fault::unreachable},  // read-only: it is no primary any more
    StateRow{"25P03", Fault::unreachable},  // ended while it waited within a transaction
    // A prepared statement is missing, or another's has its name: this session was another before.
    StateRow{"26000", Fault::unreachable}, StateRow{"42P05", Fault::unreachable},
    StateRow{"3B001", Fault::stale},        // no savepoint: what came before it has failed
    StateRow{"40", Fault::stale},           // serialization failure, deadlock
    StateRow{"55P03", Fault::stale},        // a lock was not to be had in time
    StateRow{"53100", Fault::full},         // no room on the disk
    StateRow{"53300", Fault::unreachable},  // too many connections
    StateRow{"53", Fault::busy},            // out of something else
    StateRow{"57014", Fault::busy},         // cancelled, by statement_timeout too
    StateRow{"57P", Fault::unreachable},    // shutting down, starting, crashed
    StateRow{"08", Fault::unreachable},     // connection exceptions
    StateRow{"58", Fault::unreachable},     // its system failed it
    StateRow{"XX", Fault::unreachable},     // it found itself broken
};

}  // namespace

Fault fault_of_state(std::string_view sqlstate) {
    if (sqlstate.empty()) return Fault::unreachable;
    for (const StateRow& row : state_rows) {
        if (sqlstate.starts_with(row.begins)) return row.fault;
    }
    return Fault::misuse;
}

std::string one_line(std::string_view message) {
    std::string joined;
    while (!message.empty()) {
        const std::size_t end = std::min(message.find('\n'), message.size());
        const std::string_view line = message.substr(0, end);
        message.remove_prefix(std::min(end + 1, message.size()));
        // The line that begins with a tab asks whether the server is running.
        if (line.empty() || line.front() == '\t') continue;
        if (!joined.empty()) joined += "; ";
        for (const char c : line) {
            if (c != ' ' || joined.empty() || joined.back() != ' ') joined += c;
        }
    }
    return joined;
}

std::string as_sentence(std::string text) {
    if (text.empty() || std::string_view(".?!").find(text.back()) == std::string_view::npos) {
        text += '.';
    }
    return text;
}

StorageError postgres_error(const pg_result& result, const std::string& while_doing) {
    const char* const state = PQresultErrorField(&result, PG_DIAG_SQLSTATE);
    const char* const primary = PQresultErrorField(&result, PG_DIAG_MESSAGE_PRIMARY);
    const std::string_view sqlstate = state == nullptr ? "" : state;
    const std::string message =
        one_line(primary == nullptr ? PQresultErrorMessage(&result) : primary);
    return StorageError(fault_of_state(sqlstate), "The database failed while " + while_doing +
                                                      ": " + message + " (PostgreSQL " +
                                                      std::string(sqlstate) + ").");
}

StorageError connection_lost(const pg_conn* connection, const std::string& while_doing) {
    return StorageError(Fault::unreachable,
                        as_sentence("The database could not be reached while " + while_doing +
                                    ": " + one_line(PQerrorMessage(connection))));
}

}  // namespace tanbo::store
