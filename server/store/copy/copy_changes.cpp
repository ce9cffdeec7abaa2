#include "server/store/copy/copy_changes.hpp"

#include <algorithm>

#include "server/store/sql.hpp"

namespace tanbo::store {
namespace {

// A table of the connection's own, in which the changed rows are.
constexpr const char* changed_name = "changed_rows";

void write_rows(CopyEnd& end, const CopyTable& table, const KeptRows& rows) {
    const auto writer = end.write(table);
    for (std::size_t row = 0; row < rows.size(); ++row) writer->add(rows[row]);
    writer->finish();
}

// "(game, seat) IN (SELECT game, seat FROM changed_rows)"
std::string is_changed(const CopyTable& table) {
    const std::string keys = keys_of(table);
    return "(" + keys + ") IN (SELECT " + keys + " FROM " + changed_name + ")";
}

std::optional<std::string> find_difference(CopyEnd& end, const CopyTable& table,
                                           const KeptRows& wanted) {
    const auto rows =
        end.read(select_from(table) + " WHERE " + is_changed(table) + " ORDER BY " + keys_of(table),
                 table.columns);
    std::optional<std::string> difference;
    std::size_t place = 0;
    for (auto row = rows->next(); !row.empty() || place < wanted.size(); row = rows->next()) {
        const auto meant = place < wanted.size() ? wanted[place] : std::span<const CopyValue>();
        ++place;
        if (difference || std::ranges::equal(row, meant, is_same)) continue;
        difference = "Expected " + name_of(table, meant) + ", found " + name_of(table, row) +
                     difference_of(table, row, meant) + ".";
    }
    return difference;
}

}  // namespace

TableChanges find_changes(const CopyTable& table, RowReader& older, RowReader& newer,
                          const LookAtRow& look) {
    const RowOrder order(table);
    TableChanges changes;
    auto old = older.next();
    auto row = newer.next();
    while (!old.empty() || !row.empty()) {
        const bool is_kept = std::ranges::equal(old, row, is_same);
        const int turn = is_kept ? 0 : order.compare(old, row);
        if (turn <= 0) {
            if (!is_kept) changes.gone.add(old);
            old = older.next();
        }
        if (turn >= 0) {
            look(row);
            if (!is_kept) changes.come.add(row);
            row = newer.next();
        }
    }
    return changes;
}

std::optional<std::string> write_changes(CopyEnd& end, const CopyTable& table,
                                         const TableChanges& changes) {
    if (changes.is_empty()) return std::nullopt;
    CopyTable changed = table;
    changed.name = changed_name;
    end.execute("CREATE TEMPORARY TABLE " + changed.name + " AS " + select_from(table) +
                " LIMIT 0");
    write_rows(end, changed, changes.gone);
    write_rows(end, changed, changes.come);
    end.execute("DELETE FROM " + quoted_name(table.name) + " WHERE " + is_changed(table));
    write_rows(end, table, changes.come);
    auto difference = find_difference(end, table, changes.come);
    end.execute("DROP TABLE " + changed.name);
    return difference;
}

}  // namespace tanbo::store
