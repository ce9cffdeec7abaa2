#include "server/store/copy/copier.hpp"

#include <algorithm>
#include <span>
#include <utility>

#include "server/store/copy/copy_table.hpp"
#include "server/store/error.hpp"
#include "server/store/tables/accounts/epochs.hpp"

namespace tanbo::store {
namespace {

constexpr std::int64_t rows_a_call = 10'000;

std::string name_of(const CopyTable& table) {
    std::string name = table.name + " (";
    for (const CopyColumn& column : table.columns) name += column.name + ", ";
    return name + "key " + keys_of(table) + ")";
}

[[noreturn]] void refuse_copy(const std::string& why) {
    throw StorageError(Fault::cannot_open, "Nothing was copied: " + why);
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

Copier::Copier(CopyEnd& source, CopyEnd& target, CopyRows on_rows, CopyPart part)
    : source_(source),
      target_(target),
      on_rows_(std::move(on_rows)),
      tables_(tables_of_both(source, target)),
      part_(source.tables(), part) {
    require_empty();
}

void Copier::require_empty() {
    for (const CopyTable& table : tables_) {
        if (table.key.empty()) refuse_copy("the table " + table.name + " has no key.");
        // A database has its epoch from its beginning on.
        const std::string condition =
            table.name == "secrets" ? std::string(" WHERE NOT ") + is_of_epochs : std::string();
        const auto rows = target_.read(select_from(table) + condition + " LIMIT 1", table.columns);
        const bool is_empty = rows->next().empty();
        if (!is_empty) refuse_copy("the target is not empty; it has rows in " + table.name + ".");
    }
}

void Copier::count_row() {
    if (++counted_ % rows_a_call == 0) on_rows_(counted_);
}

bool Copier::is_copied(const CopyTable& table) const {
    return part_.is_whole() || !is_calculated(table.name);
}

std::int64_t Copier::copy() {
    std::int64_t count = 0;
    for (const CopyTable& table : tables_) {
        if (is_copied(table)) count += copy(table, source_);
    }
    return count;
}

std::int64_t Copier::copy(const CopyTable& table, CopyEnd& from) {
    const bool is_log = table.name == log_name;
    const std::size_t game = is_log ? place_of(table, "game") : 0;
    const std::size_t seq = is_log ? place_of(table, "seq") : 0;
    const auto rows = from.read(select_of(table, from), table.columns);
    const auto writer = target_.write(table);
    std::int64_t count = 0;
    for (auto row = rows->next(); !row.empty(); row = rows->next()) {
        writer->add(row);
        if (is_log) log_ends_[row[game].integer] = row[seq].integer;
        ++count;
        count_row();
    }
    writer->finish();
    return count;
}

// Of the source some rows, of the scratch file all.
std::string Copier::select_of(const CopyTable& table, const CopyEnd& from) const {
    if (&from != &source_) return select_in_order(table);
    return select_in_order(table, part_.condition(table.name));
}

std::optional<std::string> Copier::compare(CopyEnd& scratch) {
    for (const CopyTable& table : tables_) {
        if (!is_copied(table)) continue;
        const auto writer = scratch.write(table);
        auto difference =
            compare(table, source_, [&](std::span<const CopyValue> row) { writer->add(row); });
        if (difference) return difference;
        writer->finish();
    }
    return std::nullopt;
}

std::optional<std::string> Copier::copy_calculated(CopyEnd& scratch) {
    for (const CopyTable& table : tables_) {
        if (is_copied(table)) continue;
        copy(table, scratch);
        auto difference = compare(table, scratch, [](std::span<const CopyValue>) {});
        if (difference) return difference;
    }
    return std::nullopt;
}

template <class Look>
std::optional<std::string> Copier::compare(const CopyTable& table, CopyEnd& from,
                                           const Look& look) {
    const auto ours = from.read(select_of(table, from), table.columns);
    const auto theirs = target_.read(select_in_order(table), table.columns);
    for (;;) {
        const auto one = ours->next();
        const auto other = theirs->next();
        if (one.empty() && other.empty()) return std::nullopt;
        if (!std::ranges::equal(one, other, is_same)) return difference_between(table, one, other);
        look(other);
        ++compared_;
        count_row();
    }
}

}  // namespace tanbo::store
