#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/connection.hpp"
#include "server/store/migration.hpp"

// A database as `tanbod copy` sees it: tables and rows without their meaning. Each engine
// implements CopyEnd.
namespace tanbo::store {

struct DatabaseOptions;

struct CopyColumn {
    std::string name;
    ValueKind kind = ValueKind::null;
    bool operator==(const CopyColumn&) const = default;
};

// A table, as the engine's catalogue has it.
struct CopyTable {
    std::string name;
    std::vector<CopyColumn> columns;  // by name, without generated ones
    std::vector<std::string> key;     // the primary key's columns in its order
    std::string id = {};              // the column that the engine numbers; empty: none
};

// A value of a row. Its source owns the text or bytes.
struct CopyValue {
    ValueKind kind = ValueKind::null;
    std::int64_t integer = 0;
    double real = 0;
    std::string_view bytes = {};  // of text and blobs
};
using TakeRow = std::function<void(std::span<const CopyValue> row)>;

// Why a database must not be served.
enum class CopyState {
    unfinished,  // a copy into it was begun
    left,        // it was copied elsewhere, where play goes on
};
struct CopyMark {
    CopyState state = CopyState::unfinished;
    std::string other;  // the copy's other end
};

// The word that the mark's row holds.
std::string_view word_of(CopyState state);
CopyState copy_state_of(std::string_view word);

// Makes the table of the mark.
std::string create_copy_state(Dialect dialect);

// Throws: cannot_open, if the mark says in words that the database must not be served.
void require_unmarked(const std::optional<CopyMark>& mark, const std::string& database);

// One end of a copy. While it lives, no other process holds the database. Throws (all of it):
// StorageError. Thread: one at a time.
class CopyEnd {
public:
    CopyEnd() = default;
    virtual ~CopyEnd() = default;
    CopyEnd(const CopyEnd&) = delete;
    CopyEnd& operator=(const CopyEnd&) = delete;

    // The tables that migrations made, by name.
    std::vector<CopyTable> tables();

    // The whole number that a statement gives.
    std::int64_t number(const std::string& sql);

    // Hands on the rows of a statement that has columns of these kinds.
    virtual void read(const std::string& sql, const std::vector<CopyColumn>& columns,
                      const TakeRow& take) = 0;

    // Adds the rows that `give` hands to its argument: a value for each column of the table.
    virtual void write(const CopyTable& table,
                       const std::function<void(const TakeRow& add)>& give) = 0;

    // The last number that the column `id` was given or has; 0: none.
    virtual std::int64_t last_id(const CopyTable& table) = 0;
    virtual void set_last_id(const CopyTable& table, std::int64_t id) = 0;

    virtual std::optional<CopyMark> mark() = 0;
    // The mark and everything written before it are durable when this returns.
    virtual void set_mark(const std::optional<CopyMark>& mark) = 0;
    // The next opening begins an epoch (epochs.hpp).
    virtual void mark_epoch_over() = 0;

    // Marks the database as unfinished, and drops what rows would slow down or change: indexes,
    // references, triggers. end_load() restores them. Throws: constraint, if a row breaks one.
    virtual void begin_load(const std::string& source) = 0;
    virtual void end_load() = 0;

private:
    // The statement for columns of tables: table, column, type, place in the key (0: none), and
    // whether the engine numbers it; by table and column.
    virtual std::string catalogue() const = 0;
};

// Locks the database that the options name, which is there. Throws: locked, if another process
// holds it.
std::unique_ptr<CopyEnd> open_copy_end(const DatabaseOptions& options);

// The same for a database that is missing or empty. It gets its schema and the mark of an
// unfinished copy at once, so it's never served half copied. Throws: also what migrations throw.
std::unique_ptr<CopyEnd> begin_copy_end(const DatabaseOptions& options, const std::string& source);

}  // namespace tanbo::store
