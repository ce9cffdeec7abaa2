#pragma once

#include <memory>
#include <optional>
#include <span>

#include "server/store/copy/copy_end.hpp"

namespace tanbo::store {

struct PostgresAddress;
class PostgresSession;

// Throws: StorageError.
std::optional<CopyMark> copy_mark(PostgresSession& session);

// A PostgreSQL as an end of a copy: rows go in and out by COPY. The role needs only to own the
// tables. Throws: cannot_open, if the server's settings are refused.
std::unique_ptr<CopyEnd> open_postgres_end(const PostgresAddress& address, bool is_replicated);
// The end in an empty database, which begins with the mark.
std::unique_ptr<CopyEnd> begin_postgres_end(const PostgresAddress& address, bool is_replicated,
                                            std::span<const Migration> migrations,
                                            const CopyMark& mark);

}  // namespace tanbo::store
