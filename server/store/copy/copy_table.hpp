#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/copy/copy_end.hpp"

// The tables of a copy: their statements, which both engines take, and their rows.
namespace tanbo::store {

// The key's columns: "game", "seq"
std::string keys_of(const CopyTable& table);
std::string select_from(const CopyTable& table);
// All rows, or those that a condition is true of, in the order of the key.
std::string select_in_order(const CopyTable& table, std::string_view condition = "TRUE");

// Throws: misuse, if the table has no such column.
std::size_t place_of(const CopyTable& table, std::string_view column);

// "events game=7 seq=3"; empty: "no more rows of events"
std::string name_of(const CopyTable& table, std::span<const CopyValue> row);

// The source has one of them, the target the other, in words.
std::string difference_between(const CopyTable& table, std::span<const CopyValue> source,
                               std::span<const CopyValue> target);

// The column in which two rows of the same key differ: ", which differs in data".
std::string difference_of(const CopyTable& table, std::span<const CopyValue> one,
                          std::span<const CopyValue> other);

// How both engines order the rows of a table by its key.
class RowOrder {
public:
    explicit RowOrder(const CopyTable& table);

    // Less than 0, 0 or more, as std::string_view::compare(). No row is behind all others.
    int compare(std::span<const CopyValue> one, std::span<const CopyValue> other) const;

private:
    std::vector<std::size_t> places_;
};

// Rows of one table that stay when their reader goes on.
class KeptRows {
public:
    void add(std::span<const CopyValue> row);

    std::size_t size() const { return columns_ == 0 ? 0 : values_.size() / columns_; }
    // The row of a number from 0. Valid until the next one is added.
    std::span<const CopyValue> operator[](std::size_t row) const {
        return std::span(values_).subspan(row * columns_, columns_);
    }

private:
    std::size_t columns_ = 0;
    std::vector<CopyValue> values_;
    std::deque<std::string> bytes_;  // of texts and blobs, where values see them
};

}  // namespace tanbo::store
