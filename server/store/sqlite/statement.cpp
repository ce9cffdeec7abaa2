#include "server/store/sqlite/statement.hpp"

#include <string>

#include <sqlite3.h>

#include "server/store/sqlite/error.hpp"

namespace tanbo::store {

SqliteStatement::SqliteStatement(sqlite3* database, std::string_view sql) {
    const int result = sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()),
                                          SQLITE_PREPARE_PERSISTENT, &handle_, nullptr);
    if (result != SQLITE_OK || handle_ == nullptr) {
        throw sqlite_error(database, "preparing \"" + std::string(sql) + "\"");
    }
}

SqliteStatement::~SqliteStatement() {
    sqlite3_finalize(handle_);
}

void SqliteStatement::require(int result) {
    if (result != SQLITE_OK) throw sqlite_error(sqlite3_db_handle(handle_), "binding a value");
}

// The code that reset returns is the error that step has thrown already.
void SqliteStatement::reset() noexcept {
    sqlite3_reset(handle_);
    sqlite3_clear_bindings(handle_);
}

std::string_view SqliteStatement::sql() const {
    return sqlite3_sql(handle_);
}

std::int64_t SqliteStatement::changes() const {
    return sqlite3_changes64(sqlite3_db_handle(handle_));
}

bool SqliteStatement::step() {
    const int result = sqlite3_step(handle_);
    if (result == SQLITE_ROW) return true;
    if (result == SQLITE_DONE) return false;
    throw sqlite_error(sqlite3_db_handle(handle_),
                       std::string("executing \"") + sqlite3_sql(handle_) + "\"");
}

std::int64_t SqliteStatement::insert_id() const {
    return sqlite3_last_insert_rowid(sqlite3_db_handle(handle_));
}

int SqliteStatement::columns() const {
    return sqlite3_column_count(handle_);
}

std::string_view SqliteStatement::column_name(int column) const {
    return sqlite3_column_name(handle_, column);
}

ValueKind SqliteStatement::kind(int column) const {
    switch (sqlite3_column_type(handle_, column)) {
        case SQLITE_INTEGER:
            return ValueKind::integer;
        case SQLITE_FLOAT:
            return ValueKind::real;
        case SQLITE_TEXT:
            return ValueKind::text;
        case SQLITE_BLOB:
            return ValueKind::blob;
        default:
            return ValueKind::null;
    }
}

std::int64_t SqliteStatement::integer(int column) const {
    return sqlite3_column_int64(handle_, column);
}

double SqliteStatement::real(int column) const {
    return sqlite3_column_double(handle_, column);
}

std::string_view SqliteStatement::text(int column) const {
    // Looks the value up once: only its thread uses it, without a mutex.
    sqlite3_value* const value = sqlite3_column_value(handle_, column);
    const void* text = sqlite3_value_text(value);
    if (text == nullptr) return {};
    return {static_cast<const char*>(text), static_cast<std::size_t>(sqlite3_value_bytes(value))};
}

std::span<const std::uint8_t> SqliteStatement::blob(int column) const {
    const void* blob = sqlite3_column_blob(handle_, column);
    if (blob == nullptr) return {};
    return {static_cast<const std::uint8_t*>(blob),
            static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

void SqliteStatement::post() {
    while (step()) {
    }
}

void SqliteStatement::bind_integer(int index, std::int64_t value) {
    require(sqlite3_bind_int64(handle_, index, value));
}

void SqliteStatement::bind_real(int index, double value) {
    require(sqlite3_bind_double(handle_, index, value));
}

// An empty view may point nowhere, which SQLite would take for NULL.
void SqliteStatement::bind_text(int index, std::string_view value) {
    const char* data = value.data() == nullptr ? "" : value.data();
    require(sqlite3_bind_text64(handle_, index, data, value.size(), nullptr, SQLITE_UTF8));
}

void SqliteStatement::bind_blob(int index, std::span<const std::uint8_t> value) {
    const void* data = value.data() == nullptr ? static_cast<const void*>("") : value.data();
    require(sqlite3_bind_blob64(handle_, index, data, value.size(), nullptr));
}

void SqliteStatement::bind_null(int index) {
    require(sqlite3_bind_null(handle_, index));
}

}  // namespace tanbo::store
