#include "server/store/copier.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"

namespace tanbo::store {
namespace {

constexpr std::string_view log_name = "events";
constexpr const char* select_log_ends = "SELECT id, seq FROM games ORDER BY id";
// Read by one statement, which sees one state and keeps nobody from cutting SQLite's log.
constexpr std::int64_t rows_a_page = 100'000;
constexpr std::size_t games_a_page = 500;
constexpr std::int64_t rows_a_call = 10'000;

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

std::string in_order(const CopyTable& table) {
    return select_from(table) + " ORDER BY " + keys_of(table);
}

std::size_t place_of(const CopyTable& table, std::string_view column) {
    const auto found = std::ranges::find(table.columns, column, &CopyColumn::name);
    if (found == table.columns.end()) {
        throw StorageError(Fault::misuse,
                           table.name + " has no column " + std::string(column) + ".");
    }
    return static_cast<std::size_t>(found - table.columns.begin());
}

const CopyTable& log_in(std::span<const CopyTable> tables) {
    const auto found = std::ranges::find(tables, log_name, &CopyTable::name);
    if (found == tables.end()) throw StorageError(Fault::misuse, "There is no table of events.");
    return *found;
}

// "(7, 3)"
std::string pair_of(std::int64_t one, std::int64_t other) {
    return "(" + std::to_string(one) + ", " + std::to_string(other) + ")";
}

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
            return std::to_string(value.bytes.size()) + " bytes";
    }
    return {};
}

// "events game=7 seq=3"
std::string name_of(const CopyTable& table, std::span<const CopyValue> row) {
    if (row.empty()) return "no more rows of " + table.name;
    std::string name = table.name;
    for (const std::string& column : table.key) {
        name += " " + column + "=" + words_of(row[place_of(table, column)]);
    }
    return name;
}

// Which column it is that two rows of the same key differ in.
std::string difference_of(const CopyTable& table, std::span<const CopyValue> one,
                          std::span<const CopyValue> other) {
    const auto [ours, theirs] = std::ranges::mismatch(one, other, is_same);
    if (ours == one.end() || theirs == other.end()) return {};
    const auto& column = table.columns[static_cast<std::size_t>(ours - one.begin())];
    return ", which differs in " + column.name;
}

std::string name_of(const CopyTable& table) {
    std::string name = table.name + " (";
    for (const CopyColumn& column : table.columns) name += column.name + ", ";
    return name + "key " + keys_of(table) + ")";
}

[[noreturn]] void refuse_copy(const std::string& why) {
    throw StorageError(Fault::cannot_open, "Nothing is copied: " + why);
}

std::vector<CopyTable> tables_of_both(CopyEnd& source, CopyEnd& target) {
    const std::vector<CopyTable> ours = source.tables();
    std::vector<CopyTable> theirs = target.tables();
    const auto [one, other] = std::ranges::mismatch(ours, theirs, is_alike);
    if (one == ours.end() && other == theirs.end()) return theirs;
    refuse_copy("the source has " + (one == ours.end() ? "no more tables" : name_of(*one)) +
                ", the target " + (other == theirs.end() ? "no more tables" : name_of(*other)) +
                ".");
}

}  // namespace

Copier::Copier(CopyEnd& source, CopyEnd& target, CopyRows on_rows)
    : source_(source),
      target_(target),
      on_rows_(std::move(on_rows)),
      tables_(tables_of_both(source, target)) {
    require_empty();
}

void Copier::require_empty() {
    for (const CopyTable& table : tables_) {
        if (table.key.empty()) refuse_copy("the table " + table.name + " has no key.");
        const auto rows = target_.read(select_from(table) + " LIMIT 1", table.columns);
        const bool is_empty = rows->next().empty();
        if (!is_empty) refuse_copy("the target is not empty, it has rows of " + table.name + ".");
    }
}

void Copier::count_row() {
    if (++counted_ % rows_a_call == 0) on_rows_(counted_);
}

template <class Look>
std::int64_t Copier::copy_rows(const CopyTable& table, const std::string& sql, const Look& look) {
    const auto rows = source_.read(sql, table.columns);
    const auto writer = target_.write(table);
    std::int64_t count = 0;
    for (auto row = rows->next(); !row.empty(); row = rows->next()) {
        writer->add(row);
        look(row);
        ++count;
        count_row();
    }
    writer->finish();
    return count;
}

std::int64_t Copier::copy_logs() {
    return std::exchange(has_logs_, true) ? copy_added() : copy_all_logs();
}

// Returns the number of rows; `last` is the last of them.
std::int64_t Copier::copy_log_rows(const std::string& sql, End& last) {
    const CopyTable& log = log_in(tables_);
    const std::size_t game = place_of(log, "game");
    const std::size_t seq = place_of(log, "seq");
    return copy_rows(log, sql, [&](std::span<const CopyValue> row) {
        last = {row[game].integer, row[seq].integer};
        log_ends_[last.game] = last.seq;
    });
}

std::int64_t Copier::copy_all_logs() {
    const std::string select = select_from(log_in(tables_)) + " WHERE (game, seq) > ";
    const std::string in_pages = " ORDER BY game, seq LIMIT " + std::to_string(rows_a_page);
    End last{0, 0};
    std::int64_t count = 0;
    for (std::int64_t page = rows_a_page; page == rows_a_page; count += page) {
        std::string sql = select;
        sql += pair_of(last.game, last.seq);
        sql += in_pages;
        page = copy_log_rows(sql, last);
    }
    return count;
}

// The games to whose logs something has come, and where they ended before.
std::vector<Copier::End> Copier::find_added() {
    std::vector<End> added;
    const auto rows =
        source_.read(select_log_ends, {{"id", ValueKind::integer}, {"seq", ValueKind::integer}});
    for (auto row = rows->next(); !row.empty(); row = rows->next()) {
        const auto found = log_ends_.find(row[0].integer);
        const std::int64_t copied = found == log_ends_.end() ? 0 : found->second;
        if (row[1].integer > copied) added.push_back({row[0].integer, copied});
    }
    return added;
}

std::int64_t Copier::copy_added() {
    const std::string select = ") SELECT " + names_of(log_in(tables_).columns) +
                               " FROM ends CROSS JOIN events WHERE game = id AND seq > copied"
                               " ORDER BY game, seq";
    const std::vector<End> added = find_added();
    std::int64_t count = 0;
    for (std::span<const End> rest = added; !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), games_a_page));
        rest = rest.subspan(some.size());
        std::string sql;
        for (const End& end : some) {
            sql += sql.empty() ? "WITH ends (id, copied) AS (VALUES " : ", ";
            sql += pair_of(end.game, end.seq);
        }
        sql += select;
        End last{};
        count += copy_log_rows(sql, last);
    }
    return count;
}

std::int64_t Copier::copy_rest() {
    if (!std::ranges::equal(source_.tables(), tables_, is_alike)) {
        refuse_copy("the source's tables have changed meanwhile.");
    }
    std::int64_t count = copy_logs();
    for (const CopyTable& table : tables_) {
        if (table.name == log_name) continue;
        count += copy_rows(table, in_order(table), [](std::span<const CopyValue>) {});
        if (table.id) target_.set_last_id(table, source_.last_id(table));
    }
    return count;
}

std::optional<std::string> Copier::compare(CopyEnd& scratch) {
    for (const CopyTable& table : tables_) {
        if (auto difference = compare(table, scratch)) return difference;
        if (table.id && source_.last_id(table) != target_.last_id(table)) {
            return "The next number of " + table.name + " is not the source's.";
        }
    }
    return std::nullopt;
}

std::optional<std::string> Copier::compare(const CopyTable& table, CopyEnd& scratch) {
    const auto ours = source_.read(in_order(table), table.columns);
    const auto theirs = target_.read(in_order(table), table.columns);
    const auto writer = scratch.write(table);
    for (;;) {
        const auto one = ours->next();
        const auto other = theirs->next();
        if (one.empty() && other.empty()) break;
        if (!std::ranges::equal(one, other, is_same)) {
            return "The source has " + name_of(table, one) + ", the target " +
                   name_of(table, other) + difference_of(table, one, other) + ".";
        }
        writer->add(other);
        ++compared_;
        count_row();
    }
    writer->finish();
    return std::nullopt;
}

}  // namespace tanbo::store
