#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "server/store/connection.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace tanbo::store {

// A statement of SQLite's; what its functions mean is said by the interface.
class SqliteStatement final : public PreparedStatement {
public:
    // Throws: StorageError misuse if the SQL is wrong, or what SQLite met on reading the schema.
    SqliteStatement(sqlite3* database, std::string_view sql);
    ~SqliteStatement() override;

    void bind_integer(int index, std::int64_t value) override;
    void bind_real(int index, double value) override;
    void bind_text(int index, std::string_view value) override;
    void bind_blob(int index, std::span<const std::uint8_t> value) override;
    void bind_null(int index) override;
    bool step() override;
    void post() override;
    void reset() noexcept override;
    std::int64_t changes() const override;
    // Not by RETURNING: SQLite 3.40 then plans a scan of every table that refers to this one.
    std::int64_t insert_id() const override;
    int columns() const override;
    std::string_view column_name(int column) const override;
    ValueKind kind(int column) const override;
    std::int64_t integer(int column) const override;
    double real(int column) const override;
    std::string_view text(int column) const override;
    std::span<const std::uint8_t> blob(int column) const override;
    std::string_view sql() const override;

private:
    void require(int result);

    sqlite3_stmt* handle_ = nullptr;
};

}  // namespace tanbo::store
