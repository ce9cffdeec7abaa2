#pragma once

#include <string>
#include <string_view>

#include "server/store/error.hpp"

struct pg_conn;
struct pg_result;

// PostgreSQL's codes as StorageError. For this folder only.
namespace tanbo::store {

// The fault of a SQLSTATE; an empty one is a connection that is gone. Source: PostgreSQL 15,
// appendix A.
Fault fault_of_state(std::string_view sqlstate);

// The text of a result that is an error.
StorageError postgres_error(const pg_result& result, const std::string& while_doing);

// The connection is gone, or was never there.
StorageError connection_lost(const pg_conn* connection, const std::string& while_doing);

// PostgreSQL's words as one line; of several hosts there is one each.
std::string one_line(std::string_view message);

// With the full stop that it may lack.
std::string as_sentence(std::string text);

}  // namespace tanbo::store
