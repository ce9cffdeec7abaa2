#include "tests/support/sqlite_file.hpp"

#include <stdexcept>

#include <sqlite3.h>

namespace tanbo::test {
namespace {

constexpr int busy_timeout_ms = 10'000;

[[noreturn]] void fail(sqlite3* handle, const std::string& sql) {
    throw std::runtime_error("SQLite refuses \"" + sql + "\": " + sqlite3_errmsg(handle));
}

}  // namespace

SqliteFile::SqliteFile(const std::filesystem::path& path) {
    if (sqlite3_open_v2(path.c_str(), &handle_, SQLITE_OPEN_READWRITE, nullptr) != SQLITE_OK) {
        sqlite3_close_v2(handle_);
        throw std::runtime_error("SQLite can't open " + path.string() + ".");
    }
    sqlite3_busy_timeout(handle_, busy_timeout_ms);
}

SqliteFile::~SqliteFile() {
    sqlite3_close_v2(handle_);
}

std::int64_t SqliteFile::number(const std::string& sql) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle_, sql.c_str(), -1, &statement, nullptr) != SQLITE_OK) {
        fail(handle_, sql);
    }
    const bool has_row = sqlite3_step(statement) == SQLITE_ROW;
    const std::int64_t value = has_row ? sqlite3_column_int64(statement, 0) : 0;
    const int result = sqlite3_finalize(statement);
    if (result != SQLITE_OK) fail(handle_, sql);
    return value;
}

void SqliteFile::change(const std::string& sql) const {
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        fail(handle_, sql);
    }
}

}  // namespace tanbo::test
