#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "server/store/copy/copy_end.hpp"

namespace tanbo::store {

class SqliteConnection;

// Of the file, or of a connection to it. Throws: StorageError.
std::optional<CopyMark> copy_mark(const std::filesystem::path& database);
std::optional<CopyMark> copy_mark(SqliteConnection& connection);

// The file as an end of a copy. Loaded rows are durable once a mark is set.
std::unique_ptr<CopyEnd> open_sqlite_end(const std::filesystem::path& path);
// The end in a missing or empty file, which begins with the mark.
std::unique_ptr<CopyEnd> begin_sqlite_end(const std::filesystem::path& path,
                                          std::span<const Migration> migrations,
                                          const CopyMark& mark);

}  // namespace tanbo::store
