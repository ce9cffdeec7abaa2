#include "server/store/copy/copier.hpp"

#include <algorithm>
#include <bit>

#include "protocol/json/words.hpp"
#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/tables/accounts/epochs.hpp"

namespace tanbo::store {
namespace {

std::string select_from(const CopyTable& table) {
    return "SELECT " + quoted_names(table.columns, &CopyColumn::name) + " FROM " +
           quoted_name(table.name);
}

std::string name_of(const CopyTable& table) {
    return table.name + " (" + quoted_names(table.columns, &CopyColumn::name) + ", key " +
           quoted_names(table.key) + ")";
}

// True if both hold the same rows, however those are numbered.
bool is_alike(const CopyTable& one, const CopyTable& other) {
    return one.name == other.name && one.columns == other.columns && one.key == other.key;
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

// Each step is reversible for a given number, so one changed number changes the result.
std::uint64_t mixed(std::uint64_t hash, std::uint64_t number) {
    return std::rotl((hash ^ number) * 0x9e3779b97f4a7c15U, 29);
}

std::uint64_t mixed(std::uint64_t hash, const CopyValue& value) {
    hash = mixed(hash, static_cast<std::uint64_t>(value.kind));
    switch (value.kind) {
        case ValueKind::null:
            return hash;
        case ValueKind::integer:
            return mixed(hash, static_cast<std::uint64_t>(value.integer));
        case ValueKind::real:
            return mixed(hash, std::bit_cast<std::uint64_t>(value.real));
        case ValueKind::text:
        case ValueKind::blob:
            for (const char byte : value.bytes) hash = mixed(hash, static_cast<std::uint8_t>(byte));
            return mixed(hash, value.bytes.size());
    }
    return hash;
}

}  // namespace

void TableSum::add(std::span<const CopyValue> row) {
    std::uint64_t hash = 0;
    for (const CopyValue& value : row) hash = mixed(hash, value);
    ++rows;
    sum += mixed(hash, row.size());
}

Copier::Copier(CopyEnd& source, CopyEnd& target)
    : source_(source), target_(target), tables_(tables_of_both(source, target)) {
    require_empty();
}

void Copier::require_empty() {
    for (const CopyTable& table : tables_) {
        if (table.key.empty()) refuse_copy("the table " + table.name + " has no key.");
        // A database has its epoch from its beginning on.
        const std::string condition =
            table.name == "secrets" ? std::string(" WHERE NOT ") + is_of_epochs : std::string();
        if (target_.number("SELECT count(*) FROM " + quoted_name(table.name) + condition) == 0)
            continue;
        refuse_copy("the target is not empty; it has rows in " + table.name + ".");
    }
}

std::int64_t Copier::count() {
    std::int64_t rows = 0;
    for (const CopyTable& table : tables_) {
        rows += source_.number("SELECT count(*) FROM " + quoted_name(table.name));
    }
    return rows;
}

// In the order of the keys, in which neighbours are written side by side.
std::int64_t Copier::copy(const std::function<void()>& on_row) {
    std::int64_t rows = 0;
    for (const CopyTable& table : tables_) {
        TableSum& sum = copied_[table.name] = {};
        target_.write(table, [&](const TakeRow& add) {
            source_.read(select_from(table) + " ORDER BY " + quoted_names(table.key), table.columns,
                         [&](std::span<const CopyValue> row) {
                             add(row);
                             sum.add(row);
                             on_row();
                         });
        });
        if (!table.id.empty()) target_.set_last_id(table, source_.last_id(table));
        rows += sum.rows;
    }
    return rows;
}

std::optional<std::string> Copier::compare(const std::function<void()>& on_row) {
    for (const CopyTable& table : tables_) {
        TableSum sum;
        target_.read(select_from(table), table.columns, [&](std::span<const CopyValue> row) {
            sum.add(row);
            on_row();
        });
        if (sum != copied_[table.name]) {
            return "the " + protocol::counted(sum.rows, "row") + " of " + table.name +
                   " differ from the source's " + std::to_string(copied_[table.name].rows) + ".";
        }
        if (!table.id.empty() && target_.last_id(table) != source_.last_id(table)) {
            return "the next number of " + table.name + " differs from the source's.";
        }
    }
    return std::nullopt;
}

}  // namespace tanbo::store
