#include "server/store/copy/copy_end.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include "server/store/database.hpp"
#include "server/store/error.hpp"
#include "server/store/postgres/copy_end.hpp"
#include "server/store/sql.hpp"
#include "server/store/sqlite/copy_end.hpp"

namespace tanbo::store {
namespace {

constexpr std::array<std::string_view, 6> own_tables = {"changes", "copy_state",        "leases",
                                                        "nodes",   "schema_migrations", "writers"};

constexpr std::array<std::string_view, 3> state_names = {"unfinished", "left", "split"};

}  // namespace

bool is_same(const CopyValue& one, const CopyValue& other) {
    return one.kind == other.kind && one.integer == other.integer &&
           std::bit_cast<std::uint64_t>(one.real) == std::bit_cast<std::uint64_t>(other.real) &&
           one.bytes == other.bytes;
}

bool is_alike(const CopyTable& one, const CopyTable& other) {
    return one.name == other.name && one.columns == other.columns && one.key == other.key;
}

ValueKind kind_of(std::string_view type, const ColumnTypes& types) {
    if (type == types.integer) return ValueKind::integer;
    if (type == types.real) return ValueKind::real;
    if (type == types.text) return ValueKind::text;
    if (type == types.blob) return ValueKind::blob;
    throw StorageError(Fault::misuse,
                       "A column of type " + std::string(type) + " can't be copied.");
}

std::string names_of(const std::vector<CopyColumn>& columns) {
    std::string names;
    for (const CopyColumn& column : columns) {
        names += (names.empty() ? "" : ", ") + quoted_name(column.name);
    }
    return names;
}

bool is_own_table(std::string_view table) {
    return std::ranges::find(own_tables, table) != own_tables.end();
}

std::string_view word_of(CopyState state) {
    return state_names.at(static_cast<std::size_t>(state));
}

CopyState copy_state_of(std::string_view word) {
    const auto* const found = std::ranges::find(state_names, word);
    if (found == state_names.end()) {
        throw StorageError(Fault::misuse, "Unknown copy state " + std::string(word) + ".");
    }
    return static_cast<CopyState>(found - state_names.begin());
}

void require_unmarked(const std::optional<CopyMark>& mark, const std::string& database) {
    if (!mark) return;
    const std::string unused = "The database " + database + " can't be used: ";
    if (mark->state == CopyState::unfinished) {
        throw StorageError(Fault::cannot_open, unused + "a copy of " + mark->other +
                                                   " into it was not finished. Create it again, "
                                                   "empty, and repeat the copy.");
    }
    const std::string was_copied =
        mark->state == CopyState::left ? "it was copied to " : "parts of it were copied: ";
    throw StorageError(Fault::cannot_open,
                       unused + was_copied + mark->other +
                           ", where play continues. To use it again without the later "
                           "moves, run `tanbod reopen`.");
}

std::unique_ptr<CopyEnd> open_copy_end(const DatabaseOptions& options) {
    if (options.postgres) {
        return std::make_unique<PostgresCopyEnd>(*options.postgres, options.is_replicated);
    }
    return std::make_unique<SqliteCopyEnd>(options.path);
}

}  // namespace tanbo::store
