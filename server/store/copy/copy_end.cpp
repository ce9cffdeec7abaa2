#include "server/store/copy/copy_end.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "server/store/database.hpp"
#include "server/store/error.hpp"
#include "server/store/postgres/copy_end.hpp"
#include "server/store/sql.hpp"
#include "server/store/sqlite/copy_end.hpp"
#include "server/store/tables/catalogue.hpp"

namespace tanbo::store {
namespace {

constexpr std::string_view unfinished_word = "unfinished";

// The types of both engines.
constexpr std::array<std::pair<std::string_view, ValueKind>, 8> kinds = {{
    {"INTEGER", ValueKind::integer},
    {"bigint", ValueKind::integer},
    {"REAL", ValueKind::real},
    {"double precision", ValueKind::real},
    {"TEXT", ValueKind::text},
    {"text", ValueKind::text},
    {"BLOB", ValueKind::blob},
    {"bytea", ValueKind::blob},
}};

const std::vector<CopyColumn> catalogue_columns = {{"table", ValueKind::text},
                                                   {"column", ValueKind::text},
                                                   {"type", ValueKind::text},
                                                   {"place", ValueKind::integer},
                                                   {"is_id", ValueKind::integer}};

ValueKind kind_of(std::string_view type) {
    const auto* const found =
        std::ranges::find(kinds, type, [](const auto& kind) { return kind.first; });
    if (found != kinds.end()) return found->second;
    throw StorageError(Fault::misuse,
                       "A column of type " + std::string(type) + " can't be copied.");
}

void add_column(CopyTable& table, std::span<const CopyValue> row) {
    const std::string name(row[1].bytes);
    table.columns.push_back({name, kind_of(row[2].bytes)});
    if (const auto place = static_cast<std::size_t>(row[3].integer); place > 0) {
        table.key.resize(std::max(table.key.size(), place));
        table.key[place - 1] = name;
    }
    if (row[4].integer != 0) table.id = name;
}

}  // namespace

std::string_view word_of(CopyState state) {
    return state == CopyState::unfinished ? unfinished_word : "left";
}

std::string create_copy_state(Dialect dialect) {
    return migration_text(R"(
CREATE TABLE copy_state (
    id INTEGER PRIMARY KEY CHECK (id = 1), -- the only row
    state TEXT NOT NULL CHECK (state IN ('unfinished', 'left')),
    other TEXT NOT NULL -- the database at the copy's other end
) {STRICT})",
                          dialect);
}

CopyState copy_state_of(std::string_view word) {
    return word == unfinished_word ? CopyState::unfinished : CopyState::left;
}

void require_unmarked(const std::optional<CopyMark>& mark, const std::string& database) {
    if (!mark) return;
    const std::string unused = "The database " + database + " can't be used: ";
    if (mark->state == CopyState::unfinished) {
        throw StorageError(Fault::cannot_open, unused + "a copy of " + mark->other +
                                                   " into it was not finished. Create it again, "
                                                   "empty, and repeat the copy.");
    }
    throw StorageError(Fault::cannot_open,
                       unused + "it was copied to " + mark->other +
                           ", where play continues. To use it again without the later "
                           "moves, run `tanbod reopen`.");
}

std::vector<CopyTable> CopyEnd::tables() {
    std::vector<CopyTable> tables;
    read(catalogue(), catalogue_columns, [&tables](std::span<const CopyValue> row) {
        const std::string_view name = row[0].bytes;
        const CatalogueRow* const known = find_table(name);
        if (known != nullptr && known->is_of_engine) return;
        if (tables.empty() || tables.back().name != name) {
            tables.push_back({std::string(name), {}, {}});
        }
        add_column(tables.back(), row);
    });
    return tables;
}

std::int64_t CopyEnd::number(const std::string& sql) {
    std::int64_t number = 0;
    read(sql, {{"number", ValueKind::integer}},
         [&number](std::span<const CopyValue> row) { number = row[0].integer; });
    return number;
}

std::unique_ptr<CopyEnd> open_copy_end(const DatabaseOptions& options) {
    if (options.postgres) {
        return open_postgres_end(*options.postgres, options.is_replicated);
    }
    return open_sqlite_end(options.path);
}

std::unique_ptr<CopyEnd> begin_copy_end(const DatabaseOptions& options, const std::string& source) {
    const CopyMark mark{CopyState::unfinished, source};
    if (options.postgres) {
        return begin_postgres_end(*options.postgres, options.is_replicated, options.migrations,
                                  mark);
    }
    return begin_sqlite_end(options.path, options.migrations, mark);
}

}  // namespace tanbo::store
