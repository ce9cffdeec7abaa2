#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "server/store/ids.hpp"
#include "server/store/sql.hpp"

// Every table of the database, with what it holds of accounts. Export, erasure, `tanbod copy` and
// `tanbod check` follow from it. A test fails if a table of the schema, or a column of it that
// names an account, has no row here.
namespace tanbo::store {

class Transaction;

// A table and one of its columns that name an account. A table with two such columns has two rows.
struct CatalogueRow {
    std::string_view table;
    std::string_view account = {};  // the column; empty: none

    // --- export: a list of this name, or why there is none ---
    std::string_view exported_as = {};
    std::optional<Sql> select = {};  // ?1: the account, ?2: the most rows; columns by their names
                                     // in the export
    std::string_view json = {};      // the column that is JSON already
    std::string_view not_exported = {};

    // --- erasure: one of these, what else does it, or why the rows stay ---
    std::optional<Sql> erase = {};  // ?1: the account. Requires: an account has few rows
    void (*erase_by)(Transaction&, AccountId) = nullptr;
    std::optional<Sql> erase_part = {};  // ?1: the account, ?2: the most rows
    int (*erase_part_by)(Transaction&, AccountId, int most) = nullptr;  // how many rows
    std::optional<Sql> keys = {};      // ?1: the account, ?2: the most, ?3: behind which key
    std::optional<Sql> erase_at = {};  // of each of the keys: ?1: the account, ?2: the key
    std::optional<Sql> erase_at_too = {};
    std::string_view erased_elsewhere = {};
    std::string_view not_erased = {};

    // --- check: how the rows are read that follow from the log ---
    std::optional<Sql> of_game = {};     // ?1: the game, which game::rebuild_rows() compares
    std::optional<Sql> of_ratings = {};  // all that rating::recompute() fills

    // Kept by an engine for itself, outside of migrations: `tanbod copy` leaves it out.
    bool is_of_engine = false;
};

// In the order of exports.
std::span<const CatalogueRow> catalogue();

// The first row of a table; null: no version of this program has made it.
const CatalogueRow* find_table(std::string_view name);

}  // namespace tanbo::store
