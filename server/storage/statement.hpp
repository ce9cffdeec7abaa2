#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include "engine/instant.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace tanbo::storage {

// What a column of a row holds.
enum class ValueKind : std::uint8_t { null, integer, real, text, blob };

// A prepared statement. Thread: that of its connection.
class Statement {
public:
    // Throws: StorageError misuse where the SQL is wrong, or what SQLite met on reading the schema.
    Statement(sqlite3* database, std::string_view sql);
    ~Statement();
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

private:
    friend class Query;
    sqlite3_stmt* handle_ = nullptr;
    bool in_use_ = false;
};

// One execution of a statement, which is free for the next one when this is destroyed.
//
// Bound text and blobs are not copied: they have to outlive the query's last step.
// Throws: StorageError from bind and step. Thread: that of its connection.
class Query {
public:
    // Throws: misuse where the statement is being executed already.
    explicit Query(Statement& statement);
    ~Query();
    Query(const Query&) = delete;
    Query& operator=(const Query&) = delete;

    // Binds all parameters, ?1 first.
    template <typename... Values>
    Query& bind(const Values&... values) {
        int index = 0;
        (bind_one(++index, values), ...);
        return *this;
    }

    // Binds one parameter, from 1: an integer, a real number (exact), an enumerator, an instant,
    // text, bytes, or an optional of these.
    template <typename Value>
    Query& bind_at(int index, const Value& value) {
        bind_one(index, value);
        return *this;
    }

    // The next row. False: there is none.
    bool step();

    // Executes a statement that gives no rows; returns how many rows it changed.
    template <typename... Values>
    std::int64_t run(const Values&... values) {
        bind(values...);
        return finish();
    }

    // The id of the row that the connection inserted last. Not by RETURNING: SQLite 3.40 then plans
    // a scan of every table that refers to this one.
    std::int64_t last_id() const;

    // How many columns a row has, and what each is called.
    int columns() const;
    std::string_view column_name(int column) const;

    // Columns of the present row, from 0. Text and blobs are valid until the next step.
    ValueKind kind(int column) const;
    bool is_null(int column) const { return kind(column) == ValueKind::null; }
    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string_view text(int column) const;
    std::span<const std::uint8_t> blob(int column) const;
    engine::Instant instant(int column) const { return engine::instant_of(integer(column)); }

    template <typename Id>
        requires std::is_enum_v<Id>
    Id id(int column) const {
        return static_cast<Id>(integer(column));
    }
    template <typename Id>
        requires std::is_enum_v<Id>
    std::optional<Id> optional_id(int column) const {
        return is_null(column) ? std::nullopt : std::optional(id<Id>(column));
    }
    std::optional<std::int64_t> optional_integer(int column) const;
    std::optional<std::string> optional_text(int column) const;
    std::optional<engine::Instant> optional_instant(int column) const {
        return is_null(column) ? std::nullopt : std::optional(instant(column));
    }

private:
    void bind_integer(int index, std::int64_t value);
    void bind_real(int index, double value);
    void bind_text(int index, std::string_view value);
    void bind_blob(int index, std::span<const std::uint8_t> value);
    void bind_null(int index);
    std::int64_t finish();

    template <typename Value>
    void bind_one(int index, const Value& value) {
        if constexpr (std::is_enum_v<Value> || std::integral<Value>) {
            bind_integer(index, static_cast<std::int64_t>(value));
        } else if constexpr (std::floating_point<Value>) {
            bind_real(index, value);
        } else if constexpr (std::same_as<Value, engine::Instant>) {
            bind_integer(index, engine::number_of(value));
        } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
            bind_text(index, value);
        } else {
            bind_blob(index, value);
        }
    }
    template <typename Value>
    void bind_one(int index, const std::optional<Value>& value) {
        if (value) {
            bind_one(index, *value);
        } else {
            bind_null(index);
        }
    }

    Statement& statement_;
};

}  // namespace tanbo::storage
