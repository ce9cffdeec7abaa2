#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "engine/time/instant.hpp"
#include "server/store/connection.hpp"

namespace tanbo::store {

// One execution of a statement, which is free for the next one when this is destroyed.
//
// Bound text and blobs are not copied: they must outlive the query's last step.
// Throws: StorageError from bind and step. Thread: that of its connection.
class Query {
public:
    // Throws: misuse if the statement is being executed already.
    explicit Query(PreparedStatement& statement);
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
    bool step() { return statement_.step(); }

    // Executes a statement that gives no rows; returns how many rows it changed.
    template <typename... Values>
    std::int64_t run(const Values&... values) {
        bind(values...);
        return finish();
    }

    // The same without the number of rows: a distant engine needn't be waited for, and a later
    // statement of the transaction may throw this one's error.
    template <typename... Values>
    void post(const Values&... values) {
        bind(values...);
        statement_.post();
    }

    // Reads ahead what a query with these values will yield: PreparedStatement::read_ahead().
    template <typename... Values>
    void read_ahead(const Values&... values) {
        bind(values...);
        statement_.read_ahead();
    }

    // The id of the row that this inserted last.
    std::int64_t insert_id() const { return statement_.insert_id(); }

    // How many columns a row has, and what each is called.
    int columns() const { return statement_.columns(); }
    std::string_view column_name(int column) const { return statement_.column_name(column); }

    // Columns of the present row, from 0. Text and blobs are valid until the next step.
    ValueKind kind(int column) const { return statement_.kind(column); }
    bool is_null(int column) const { return kind(column) == ValueKind::null; }
    std::int64_t integer(int column) const { return statement_.integer(column); }
    double real(int column) const { return statement_.real(column); }
    std::string_view text(int column) const { return statement_.text(column); }
    std::span<const std::uint8_t> blob(int column) const { return statement_.blob(column); }
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

    // The first column of all rows that are left: integers, or ids.
    template <typename Value = std::int64_t>
    std::vector<Value> first_column() {
        std::vector<Value> values;
        while (step()) values.push_back(static_cast<Value>(integer(0)));
        return values;
    }

private:
    std::int64_t finish();

    template <typename Value>
    void bind_one(int index, const Value& value) {
        if constexpr (std::is_enum_v<Value> || std::integral<Value>) {
            statement_.bind_integer(index, static_cast<std::int64_t>(value));
        } else if constexpr (std::floating_point<Value>) {
            statement_.bind_real(index, value);
        } else if constexpr (std::same_as<Value, engine::Instant>) {
            statement_.bind_integer(index, engine::number_of(value));
        } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
            statement_.bind_text(index, value);
        } else {
            statement_.bind_blob(index, value);
        }
    }
    template <typename Value>
    void bind_one(int index, const std::optional<Value>& value) {
        if (value) {
            bind_one(index, *value);
        } else {
            statement_.bind_null(index);
        }
    }

    PreparedStatement& statement_;
};

}  // namespace tanbo::store
