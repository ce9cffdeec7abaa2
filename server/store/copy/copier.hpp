#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "server/store/copy/copy_end.hpp"

namespace tanbo::store {

// A checksum of a table's rows in any order: it finds every row in which one value differs. For
// accidents, not for forgers.
struct TableSum {
    std::int64_t rows = 0;
    std::uint64_t sum = 0;

    void add(std::span<const CopyValue> row);
    bool operator==(const TableSum&) const = default;
};

// Copies all rows of one database into another and compares them. The catalogues say which tables
// and columns there are. Thread: one at a time.
//
// Throws (all of it): StorageError of either end.
class Copier {
public:
    // Requires: the ends outlive it. Throws: cannot_open in words, if the target holds anything or
    // their tables differ.
    Copier(CopyEnd& source, CopyEnd& target);

    // Counts the rows of the source to be copied.
    std::int64_t count();

    // Calls `on_row` after each row. Returns how many there were.
    std::int64_t copy(const std::function<void()>& on_row);

    // Reads the target again. Returns the first difference in words.
    std::optional<std::string> compare(const std::function<void()>& on_row);

private:
    void require_empty();

    CopyEnd& source_;
    CopyEnd& target_;
    const std::vector<CopyTable> tables_;  // of the target; the source's are alike
    std::map<std::string, TableSum> copied_;
};

}  // namespace tanbo::store
