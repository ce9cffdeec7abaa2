#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/connection.hpp"
#include "server/store/postgres/session.hpp"

namespace tanbo::store {

class PostgresConnection;

// A statement of PostgreSQL's; what its functions mean is said by the interface. All rows of an
// execution are in memory once it has the first.
class PostgresStatement final : public PreparedStatement {
public:
    // Requires: the connection outlives it. Nothing is asked before ensure_prepared().
    PostgresStatement(PostgresConnection& connection, std::size_t number, std::string_view sql);

    // Throws: StorageError misuse if the SQL is wrong.
    void ensure_prepared();

    void bind_integer(int index, std::int64_t value) override;
    void bind_real(int index, double value) override;
    void bind_text(int index, std::string_view value) override;
    void bind_blob(int index, std::span<const std::uint8_t> value) override;
    void bind_null(int index) override;
    bool step() override;
    void post() override;
    void read_ahead() override;
    void reset() noexcept override;
    std::int64_t changes() const override;
    std::int64_t insert_id() const override;
    int columns() const override;
    std::string_view column_name(int column) const override;
    ValueKind kind(int column) const override;
    std::int64_t integer(int column) const override;
    double real(int column) const override;
    std::string_view text(int column) const override;
    std::span<const std::uint8_t> blob(int column) const override;
    std::string_view sql() const override { return text_; }

    // For the connection.
    const std::string& name() const { return name_; }
    const PostgresValues& values() const { return values_; }
    bool is_prepared() const;
    // The same for two executions of the same statement with the same values.
    std::string execution() const;

private:
    static constexpr std::size_t number_chars_max = 32;

    std::size_t at(int index) const;
    void bind(int index, const char* data, std::size_t bytes, int format);
    template <class Number>
    void bind_number(int index, Number value);
    const pg_result* described() const;

    PostgresConnection& connection_;
    const std::string name_;
    std::string text_;        // as PostgreSQL is given it
    bool yields_id_ = false;  // an INSERT into a table that gives ids
    int prepared_in_ = 0;     // of the connection's sessions, from 1
    PostgresValues values_;   // point to what was bound, or into numbers_
    std::vector<std::array<char, number_chars_max>> numbers_;
    PostgresResult result_;  // of the present execution
    int row_ = -1;
    mutable PostgresResult description_;
    mutable std::vector<std::vector<std::uint8_t>> blobs_;  // of the present row, by column
};

}  // namespace tanbo::store
