#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "server/store/copy/copy_end.hpp"
#include "server/store/copy/copy_table.hpp"

// How one state of a table becomes another.
namespace tanbo::store {

// The rows in which two states differ.
struct TableChanges {
    KeptRows gone;  // of the older one
    KeptRows come;  // of the newer one: in place of those, or besides

    bool is_empty() const { return gone.size() == 0 && come.size() == 0; }
};

using LookAtRow = std::function<void(std::span<const CopyValue> row)>;

// Reads both states to their ends, in the order of the key. `look` sees each row of the newer one.
TableChanges find_changes(const CopyTable& table, RowReader& older, RowReader& newer,
                          const LookAtRow& look);

// Makes the newer state of the older one, and reads what is there then: a difference in words, if
// it is something else. Throws: StorageError.
std::optional<std::string> write_changes(CopyEnd& end, const CopyTable& table,
                                         const TableChanges& changes);

}  // namespace tanbo::store
