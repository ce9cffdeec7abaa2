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

// A database as `tanbod copy` sees it: tables and rows without their meaning. An engine implements
// these three classes.
namespace tanbo::store {

struct DatabaseOptions;

struct CopyColumn {
    std::string name;
    ValueKind kind = ValueKind::null;
    bool operator==(const CopyColumn&) const = default;
};

// A column of a table that has a key of another.
struct CopyReference {
    std::string column;
    std::string table;  // the other
    std::string key;    // its column
};

// A table, as the engine's catalogue has it.
struct CopyTable {
    std::string name;
    std::vector<CopyColumn> columns;     // by name, without those that are calculated
    std::vector<std::string> key;        // the primary key's columns in its order
    std::optional<std::string> id = {};  // the column that the engine numbers, each number once
    std::vector<CopyReference> references = {};  // those of one column
};

// Whether they hold the same rows, however those are numbered.
bool is_alike(const CopyTable& one, const CopyTable& other);

// A value of a row. Its source owns the text or bytes.
struct CopyValue {
    ValueKind kind = ValueKind::null;
    std::int64_t integer = 0;
    double real = 0;
    std::string_view bytes = {};  // of text and blobs
};

// Whether they are the same to the bit.
bool is_same(const CopyValue& one, const CopyValue& other);

// Rows one after the other, as a statement gives them.
class RowReader {
public:
    RowReader() = default;
    virtual ~RowReader() = default;
    RowReader(const RowReader&) = delete;
    RowReader& operator=(const RowReader&) = delete;

    // The next row, valid until the one after; empty: there is none.
    virtual std::span<const CopyValue> next() = 0;
};

// Takes rows of one table.
class RowWriter {
public:
    RowWriter() = default;
    virtual ~RowWriter() = default;
    RowWriter(const RowWriter&) = delete;
    RowWriter& operator=(const RowWriter&) = delete;

    // Requires: a value for each column of the table, in their order.
    virtual void add(std::span<const CopyValue> row) = 0;
    // They are all there. Without it some may not be.
    virtual void finish() = 0;
};

// Why a database is not to be served.
enum class CopyState {
    unfinished,  // a copy into it was begun
    left,        // it was copied elsewhere, where play goes on
    split,       // parts of it were
};
struct CopyMark {
    CopyState state = CopyState::unfinished;
    std::string other;  // the copy's other end
};

// An engine's words for the types of columns that can be copied.
struct ColumnTypes {
    std::string_view integer;
    std::string_view real;
    std::string_view text;
    std::string_view blob;
};
// Throws: StorageError misuse, if it is none of those.
ValueKind kind_of(std::string_view type, const ColumnTypes& types);

// "a", "b"
std::string names_of(const std::vector<CopyColumn>& columns);

// As the mark says it.
std::string_view word_of(CopyState state);
CopyState copy_state_of(std::string_view word);

// Tables that an engine keeps for itself, beside those of the migrations: they are not copied.
bool is_own_table(std::string_view table);

// Throws: cannot_open, if the mark says that the database is not to be served, in words.
void require_unmarked(const std::optional<CopyMark>& mark, const std::string& database);

// One end of a copy. Throws (all of it): StorageError. Thread: one at a time.
class CopyEnd {
public:
    CopyEnd() = default;
    virtual ~CopyEnd() = default;
    CopyEnd(const CopyEnd&) = delete;
    CopyEnd& operator=(const CopyEnd&) = delete;

    // Keeps every other process away from now on; until then only reading is allowed. Throws:
    // locked, if another has it.
    virtual void take() = 0;

    // All tables of the migrations, by name.
    virtual std::vector<CopyTable> tables() = 0;

    // The rows that a statement gives: its columns are of these kinds. There is one at a time.
    virtual std::unique_ptr<RowReader> read(const std::string& sql,
                                            const std::vector<CopyColumn>& columns) = 0;

    // The last number that the column, an `id` of either end's, was given or has; 0: none.
    virtual std::int64_t last_id(const CopyTable& table) = 0;

    virtual std::optional<CopyMark> mark() = 0;

    // From here on one state is read, whatever a server writes meanwhile; until thaw(). For
    // minutes: what is written meanwhile is kept beside that state.
    virtual void freeze() = 0;
    virtual void thaw() = 0;

    // Those that change something. Requires: take().
    //
    // The mark and all that goes with it are durable when this returns.
    virtual void set_mark(const std::optional<CopyMark>& mark) = 0;
    // Its next opening begins an epoch (epochs.hpp).
    virtual void mark_epoch_over() = 0;
    // Marks it as unfinished, and takes down what would slow the rows down or be changed by them:
    // indexes, references, triggers. end_load() puts up again what speaks of rows, over those that
    // are there then: one that breaks a promise is refused. finish_load() does the rest.
    virtual void begin_load(const std::string& source) = 0;
    virtual void end_load() = 0;
    virtual void finish_load() = 0;
    // Between those two: what `work` writes, in any order of tables and rows; some of it, if that
    // throws. Throws: constraint, if a row refers to nothing afterwards.
    virtual void change(const std::function<void()>& work) = 0;
    // A statement without parameters or rows.
    virtual void execute(const std::string& sql) = 0;
    virtual std::unique_ptr<RowWriter> write(const CopyTable& table) = 0;
    // The next number is the one behind this. Requires: `id` is this end's.
    virtual void set_last_id(const CopyTable& table, std::int64_t id) = 0;
};

// The database that the options name, which is there. Not yet taken.
std::unique_ptr<CopyEnd> open_copy_end(const DatabaseOptions& options);

}  // namespace tanbo::store
