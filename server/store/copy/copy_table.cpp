#include "server/store/copy/copy_table.hpp"

#include <algorithm>

#include "protocol/json/words.hpp"
#include "server/store/error.hpp"
#include "server/store/sql.hpp"

namespace tanbo::store {
namespace {

std::string words_of(const CopyValue& value) {
    switch (value.kind) {
        case ValueKind::null:
            return "NULL";
        case ValueKind::integer:
            return std::to_string(value.integer);
        case ValueKind::real:
            return std::to_string(value.real);
        case ValueKind::text:
            return std::string(value.bytes);
        case ValueKind::blob:
            return protocol::counted(value.bytes.size(), "byte");
    }
    return {};
}

// Keys are whole numbers, text or bytes.
int compare_keys(const CopyValue& one, const CopyValue& other) {
    if (one.kind != ValueKind::integer) return one.bytes.compare(other.bytes);
    return one.integer < other.integer ? -1 : static_cast<int>(one.integer > other.integer);
}

}  // namespace

std::string keys_of(const CopyTable& table) {
    std::string names;
    for (const std::string& column : table.key) {
        names += (names.empty() ? "" : ", ") + quoted_name(column);
    }
    return names;
}

std::string select_from(const CopyTable& table) {
    return "SELECT " + names_of(table.columns) + " FROM " + quoted_name(table.name);
}

std::string select_in_order(const CopyTable& table, std::string_view condition) {
    return select_from(table) + " WHERE " + std::string(condition) + " ORDER BY " + keys_of(table);
}

std::size_t place_of(const CopyTable& table, std::string_view column) {
    const auto found = std::ranges::find(table.columns, column, &CopyColumn::name);
    if (found == table.columns.end()) {
        throw StorageError(Fault::misuse,
                           table.name + " has no column " + std::string(column) + ".");
    }
    return static_cast<std::size_t>(found - table.columns.begin());
}

std::string name_of(const CopyTable& table, std::span<const CopyValue> row) {
    if (row.empty()) return "no more rows of " + table.name;
    std::string name = table.name;
    for (const std::string& column : table.key) {
        name += " " + column + "=" + words_of(row[place_of(table, column)]);
    }
    return name;
}

std::string difference_of(const CopyTable& table, std::span<const CopyValue> one,
                          std::span<const CopyValue> other) {
    const auto [ours, theirs] = std::ranges::mismatch(one, other, is_same);
    if (ours == one.end() || theirs == other.end()) return {};
    const auto& column = table.columns[static_cast<std::size_t>(ours - one.begin())];
    return ", which differs in " + column.name;
}

std::string difference_between(const CopyTable& table, std::span<const CopyValue> source,
                               std::span<const CopyValue> target) {
    return "The source has " + name_of(table, source) + ", the target " + name_of(table, target) +
           difference_of(table, source, target) + ".";
}

RowOrder::RowOrder(const CopyTable& table) {
    for (const std::string& column : table.key) places_.push_back(place_of(table, column));
}

int RowOrder::compare(std::span<const CopyValue> one, std::span<const CopyValue> other) const {
    if (one.empty() || other.empty())
        return static_cast<int>(one.empty()) - static_cast<int>(other.empty());
    for (const std::size_t place : places_) {
        const int order = compare_keys(one[place], other[place]);
        if (order != 0) return order;
    }
    return 0;
}

void KeptRows::add(std::span<const CopyValue> row) {
    columns_ = row.size();
    for (CopyValue value : row) {
        if (!value.bytes.empty()) value.bytes = bytes_.emplace_back(value.bytes);
        values_.push_back(value);
    }
}

}  // namespace tanbo::store
