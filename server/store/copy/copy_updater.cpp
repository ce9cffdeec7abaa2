#include "server/store/copy/copy_updater.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>

#include "server/store/copy/copy_table.hpp"
#include "server/store/error.hpp"
#include "server/store/tables/games/derived_rows.hpp"

namespace tanbo::store {
namespace {

constexpr std::string_view games_name = "games";
constexpr const char* select_log_ends = "SELECT id, seq FROM games WHERE ";
constexpr std::size_t games_a_page = 500;

// "(7, 3)"
std::string pair_of(std::int64_t one, std::int64_t other) {
    return "(" + std::to_string(one) + ", " + std::to_string(other) + ")";
}

const CopyTable& log_in(std::span<const CopyTable> tables) {
    const auto found = std::ranges::find(tables, log_name, &CopyTable::name);
    if (found == tables.end()) throw StorageError(Fault::misuse, "The table of events is missing.");
    return *found;
}

// The column that says of which game a row is, if of any; none, if rows of the table never are.
const CopyColumn* game_column(const CopyTable& table) {
    const auto found = std::ranges::find(table.columns, table.name == games_name ? "id" : "game",
                                         &CopyColumn::name);
    return found == table.columns.end() ? nullptr : &*found;
}

}  // namespace

CopyUpdater::CopyUpdater(CopyEnd& source, CopyEnd& target, const Copier& copier)
    : source_(source),
      target_(target),
      tables_(copier.tables()),
      part_(copier.part()),
      log_ends_(copier.log_ends()) {}

std::optional<std::string> CopyUpdater::update(CopyEnd& scratch) {
    require_same_tables();
    rows_ = 0;
    if (auto difference = update_logs(scratch)) return difference;
    for (const CopyTable& table : tables_) {
        if (table.name == log_name || !is_copied(table)) continue;
        if (auto difference = update(table, scratch)) return difference;
        if (auto difference = update_last_id(table)) return difference;
    }
    return std::nullopt;
}

// A source that is frozen gives out numbers all the same.
std::optional<std::string> CopyUpdater::update_last_id(const CopyTable& table) {
    if (!table.id) return std::nullopt;
    const std::int64_t last = source_.last_id(table);
    target_.set_last_id(table, last);
    if (target_.last_id(table) == last) return std::nullopt;
    return "The next number of " + table.name + " differs from the source.";
}

bool CopyUpdater::is_copied(const CopyTable& table) const {
    return part_.is_whole() ? !is_rating_table(table.name) : !is_calculated(table.name);
}

std::optional<std::string> CopyUpdater::update_calculated(CopyEnd& scratch) {
    for (const CopyTable& table : tables_) {
        if (is_copied(table)) continue;
        if (auto difference = update_ratings(table, scratch)) return difference;
    }
    return std::nullopt;
}

std::int64_t CopyUpdater::rows() const {
    return std::accumulate(log_ends_.begin(), log_ends_.end(), rows_,
                           [](std::int64_t sum, const auto& end) { return sum + end.second; });
}

void CopyUpdater::require_same_tables() {
    if (std::ranges::equal(source_.tables(), tables_, is_alike)) return;
    throw StorageError(Fault::cannot_open, "Nothing was copied: the source's tables have changed.");
}

// The games with new events in their logs, and where the logs ended before.
std::vector<CopyUpdater::End> CopyUpdater::find_added() {
    std::vector<End> added;
    const auto rows = source_.read(select_log_ends + part_.condition(games_name),
                                   {{"id", ValueKind::integer}, {"seq", ValueKind::integer}});
    for (auto row = rows->next(); !row.empty(); row = rows->next()) {
        const auto found = log_ends_.find(row[0].integer);
        const std::int64_t copied = found == log_ends_.end() ? 0 : found->second;
        if (row[1].integer > copied) added.push_back({row[0].integer, copied});
    }
    return added;
}

std::optional<std::string> CopyUpdater::update_logs(CopyEnd& scratch) {
    const std::vector<End> added = find_added();
    for (std::span<const End> rest = added; !rest.empty();) {
        const auto some = rest.first(std::min(rest.size(), games_a_page));
        rest = rest.subspan(some.size());
        if (auto difference = update_logs(some, scratch)) return difference;
    }
    return std::nullopt;
}

std::optional<std::string> CopyUpdater::update_logs(std::span<const End> ends, CopyEnd& scratch) {
    const CopyTable& log = log_in(tables_);
    const std::size_t game = place_of(log, "game");
    const std::size_t seq = place_of(log, "seq");
    std::string sql;
    for (const End& end : ends) {
        sql += sql.empty() ? "WITH ends (id, copied) AS (VALUES " : ", ";
        sql += pair_of(end.game, end.seq);
    }
    sql += ") SELECT " + names_of(log.columns) +
           " FROM ends CROSS JOIN events WHERE game = id AND seq > copied ORDER BY game, seq";
    TableChanges changes;
    const auto rows = source_.read(sql, log.columns);
    for (auto row = rows->next(); !row.empty(); row = rows->next()) {
        changes.come.add(row);
        log_ends_[row[game].integer] = row[seq].integer;
    }
    note(log, changes.come);
    if (auto difference = write_changes(target_, log, changes)) return difference;
    return write_changes(scratch, log, changes);
}

std::optional<std::string> CopyUpdater::update(const CopyTable& table, CopyEnd& scratch) {
    const TableChanges changes = changes_of(table, source_, [](std::span<const CopyValue>) {});
    if (auto difference = write_changes(target_, table, changes)) return difference;
    return write_changes(scratch, table, changes);
}

std::optional<std::string> CopyUpdater::update_ratings(const CopyTable& table, CopyEnd& scratch) {
    if (!part_.is_whole()) {
        const auto changes = changes_of(table, scratch, [](std::span<const CopyValue>) {});
        return write_changes(target_, table, changes);
    }
    const auto derived = scratch.read(select_in_order(table), table.columns);
    std::optional<std::string> difference;
    const auto hold_against = [&](std::span<const CopyValue> row) {
        const auto other = derived->next();
        if (difference || std::ranges::equal(row, other, is_same)) return;
        difference = "The source has " + name_of(table, row) + ", its games say " +
                     name_of(table, other) + difference_of(table, row, other) + ".";
    };
    const TableChanges changes = changes_of(table, source_, hold_against);
    hold_against({});
    return difference ? difference : write_changes(target_, table, changes);
}

TableChanges CopyUpdater::changes_of(const CopyTable& table, CopyEnd& from, const LookAtRow& look) {
    const auto before = target_.read(select_in_order(table), table.columns);
    const std::string condition = &from == &source_ ? part_.condition(table.name) : "TRUE";
    const auto now = from.read(select_in_order(table, condition), table.columns);
    TableChanges changes = find_changes(table, *before, *now, [&](std::span<const CopyValue> row) {
        ++rows_;
        look(row);
    });
    note(table, changes.gone);
    note(table, changes.come);
    return changes;
}

void CopyUpdater::note(const CopyTable& table, const KeptRows& rows) {
    changes_ += static_cast<std::int64_t>(rows.size());
    const CopyColumn* const column = game_column(table);
    if (column == nullptr) return;
    const std::size_t place = place_of(table, column->name);
    for (std::size_t row = 0; row < rows.size(); ++row) {
        const std::int64_t game = rows[row][place].integer;
        if (log_ends_.contains(game)) changed_games_.insert(game);
    }
}

}  // namespace tanbo::store
