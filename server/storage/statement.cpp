#include "server/storage/statement.hpp"

#include <sqlite3.h>

#include "server/storage/sqlite_error.hpp"

namespace tanbo::storage {
namespace {

void require(sqlite3_stmt* statement, int result) {
    if (result == SQLITE_OK) return;
    throw sqlite_error(sqlite3_db_handle(statement), "binding a value");
}

}  // namespace

Statement::Statement(sqlite3* database, std::string_view sql) {
    const int result = sqlite3_prepare_v3(database, sql.data(), static_cast<int>(sql.size()),
                                          SQLITE_PREPARE_PERSISTENT, &handle_, nullptr);
    if (result != SQLITE_OK || handle_ == nullptr) {
        throw sqlite_error(database, "preparing \"" + std::string(sql) + "\"");
    }
}

Statement::~Statement() {
    sqlite3_finalize(handle_);
}

Query::Query(Statement& statement) : statement_(statement) {
    if (statement.in_use_) {
        throw StorageError(Fault::misuse, std::string("A statement is executed within itself: ") +
                                              sqlite3_sql(statement.handle_) + ".");
    }
    statement.in_use_ = true;
}

// What reset returns is the error that step has thrown already.
Query::~Query() {
    sqlite3_reset(statement_.handle_);
    sqlite3_clear_bindings(statement_.handle_);
    statement_.in_use_ = false;
}

bool Query::step() {
    const int result = sqlite3_step(statement_.handle_);
    if (result == SQLITE_ROW) return true;
    if (result == SQLITE_DONE) return false;
    throw sqlite_error(sqlite3_db_handle(statement_.handle_),
                       std::string("executing \"") + sqlite3_sql(statement_.handle_) + "\"");
}

std::int64_t Query::finish() {
    while (step()) {
    }
    return sqlite3_changes64(sqlite3_db_handle(statement_.handle_));
}

std::int64_t Query::last_id() const {
    return sqlite3_last_insert_rowid(sqlite3_db_handle(statement_.handle_));
}

int Query::columns() const {
    return sqlite3_column_count(statement_.handle_);
}

std::string_view Query::column_name(int column) const {
    return sqlite3_column_name(statement_.handle_, column);
}

ValueKind Query::kind(int column) const {
    switch (sqlite3_column_type(statement_.handle_, column)) {
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

std::int64_t Query::integer(int column) const {
    return sqlite3_column_int64(statement_.handle_, column);
}

double Query::real(int column) const {
    return sqlite3_column_double(statement_.handle_, column);
}

std::string_view Query::text(int column) const {
    const void* text = sqlite3_column_text(statement_.handle_, column);
    if (text == nullptr) return {};
    return {static_cast<const char*>(text),
            static_cast<std::size_t>(sqlite3_column_bytes(statement_.handle_, column))};
}

std::span<const std::uint8_t> Query::blob(int column) const {
    const void* blob = sqlite3_column_blob(statement_.handle_, column);
    if (blob == nullptr) return {};
    return {static_cast<const std::uint8_t*>(blob),
            static_cast<std::size_t>(sqlite3_column_bytes(statement_.handle_, column))};
}

std::optional<std::int64_t> Query::optional_integer(int column) const {
    if (is_null(column)) return std::nullopt;
    return integer(column);
}

std::optional<std::string> Query::optional_text(int column) const {
    if (is_null(column)) return std::nullopt;
    return std::string(text(column));
}

void Query::bind_integer(int index, std::int64_t value) {
    require(statement_.handle_, sqlite3_bind_int64(statement_.handle_, index, value));
}

void Query::bind_real(int index, double value) {
    require(statement_.handle_, sqlite3_bind_double(statement_.handle_, index, value));
}

// An empty view may point nowhere, which SQLite would take for NULL.
void Query::bind_text(int index, std::string_view value) {
    const char* data = value.data() == nullptr ? "" : value.data();
    require(statement_.handle_, sqlite3_bind_text64(statement_.handle_, index, data, value.size(),
                                                    nullptr, SQLITE_UTF8));
}

void Query::bind_blob(int index, std::span<const std::uint8_t> value) {
    const void* data = value.data() == nullptr ? static_cast<const void*>("") : value.data();
    require(statement_.handle_,
            sqlite3_bind_blob64(statement_.handle_, index, data, value.size(), nullptr));
}

void Query::bind_null(int index) {
    require(statement_.handle_, sqlite3_bind_null(statement_.handle_, index));
}

}  // namespace tanbo::storage
