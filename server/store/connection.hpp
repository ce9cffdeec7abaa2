#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "server/store/ids.hpp"

// The part of a database engine for the tables: an engine implements these two classes, and nothing
// above knows which one it is. Every engine must pass tests/server/store/contract.
namespace tanbo::store {

class Sql;
struct Change;

// The value in a column of a row.
enum class ValueKind : std::uint8_t { null, integer, real, text, blob };

// A statement that an engine has prepared. Query executes it.
//
// Throws: StorageError from bind and step. Thread: that of its connection.
class PreparedStatement {
public:
    PreparedStatement() = default;
    virtual ~PreparedStatement() = default;
    PreparedStatement(const PreparedStatement&) = delete;
    PreparedStatement& operator=(const PreparedStatement&) = delete;

    // Parameters are counted from 1; what is not bound is NULL. Text and blobs are not copied: they
    // must outlive the last step.
    virtual void bind_integer(int index, std::int64_t value) = 0;
    virtual void bind_real(int index, double value) = 0;
    virtual void bind_text(int index, std::string_view value) = 0;
    virtual void bind_blob(int index, std::span<const std::uint8_t> value) = 0;
    virtual void bind_null(int index) = 0;

    // The next row. False: there is none.
    virtual bool step() = 0;

    // Executes a statement that gives no rows, if not now then before the next one of the
    // connection or its release_savepoint() or commit(), which then throw what this would have.
    virtual void post() = 0;

    // Its next execution with these values, in this transaction, is asked now, with others that are
    // read ahead: Connection::ask_ahead(). An engine without round trips does nothing.
    virtual void read_ahead() {}

    // Ends the execution and forgets what was bound.
    virtual void reset() noexcept = 0;

    // How many rows the execution changed, and the id of the one that it inserted last.
    virtual std::int64_t changes() const = 0;
    virtual std::int64_t insert_id() const = 0;

    // Columns of the present row, from 0. Any can be read as text. Text and blobs are valid until
    // the next step.
    virtual int columns() const = 0;
    virtual std::string_view column_name(int column) const = 0;
    virtual ValueKind kind(int column) const = 0;
    virtual std::int64_t integer(int column) const = 0;
    virtual double real(int column) const = 0;
    virtual std::string_view text(int column) const = 0;
    virtual std::span<const std::uint8_t> blob(int column) const = 0;

    // The statement, for messages.
    virtual std::string_view sql() const = 0;

private:
    friend class Query;
    bool in_use_ = false;
};

// A connection to a database. Throws (all of it): StorageError; which fault means what is said in
// error.hpp. Thread: one at a time.
class Connection {
public:
    Connection() = default;
    virtual ~Connection() = default;
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    // Prepares the statement once and keeps it. Throws: misuse if the engine does not take it.
    virtual PreparedStatement& prepared(const Sql& sql) = 0;

    virtual void begin() = 0;          // to write
    virtual void begin_reading() = 0;  // one consistent state, that of the first statement
    // Throws: full, busy, stale (not committed); unsettled, and no other transaction before reach()
    // has returned; commit_unknown.
    virtual void commit() = 0;
    virtual void rollback() noexcept = 0;

    // Asks a database that was unreachable whether it is there again. True, once: the transaction
    // that commit() had left unsettled is committed. Requires: no transaction. Throws: unreachable.
    virtual bool reach() = 0;
    // Whether commit() can leave a transaction unsettled.
    virtual bool is_in_doubt() const = 0;

    // A part of a transaction that can be undone by itself; there is one at a time.
    // rollback_savepoint() may be called again before release_savepoint(). Requires: between
    // begin() and commit().
    virtual void begin_savepoint() = 0;
    virtual void rollback_savepoint() = 0;
    virtual void release_savepoint() = 0;

    // Whether a statement has failed and nothing more is taken before rollback_savepoint() or
    // rollback(). An engine that undoes the statement alone never says so.
    virtual bool is_aborted() const = 0;

    // Waits until no other transaction is changing what belongs to the game or the account, and
    // keeps others from it until this one ends. Several are locked in ascending order of their ids,
    // games before accounts. Nothing to do for an engine that has one writer.
    virtual void lock_game(GameId game) = 0;
    virtual void lock_account(AccountId account) = 0;
    // The same for whatever is done once for a key, of which this is the number. It comes before
    // games.
    virtual void lock_key(std::int64_t key) = 0;

    // Whether each question takes a round trip, which several that are asked together share.
    virtual bool is_distant() const { return false; }
    // Locks the games until the transaction ends, whatever part is undone. Requires: no part is
    // open; ids ascend.
    virtual void lock_games(std::span<const GameId>) {}
    // Asks at once all that was read ahead. Each answer is good for one execution, and all of them
    // until another question is asked, or drop_ahead(): what is written from then on could change
    // them.
    virtual void ask_ahead() {}
    virtual void drop_ahead() noexcept {}
    // Whether what was read ahead is still good.
    virtual bool is_ahead() const { return false; }

    // Whether there may be other nodes, and a line of the log by which they hear of this
    // transaction, if it is committed.
    virtual bool has_peers() const = 0;
    virtual void publish_change(const Change& change) = 0;

    // Writes as much as a move does, into pages that the database did not have, and drops them.
    // An engine does nothing if its other writes show the lack of room. Throws: full.
    virtual void claim_room() {}

    // The chores that are due now and then between two transactions of the writer. Throws: io,
    // corrupt.
    virtual void maintain() = 0;

    // How many times the answer to a commit has not come. Thread: any.
    virtual std::uint64_t commits_in_doubt() const noexcept { return 0; }

    // Closing will leave what was written as it is, for the next start to look into.
    virtual void keep_log() noexcept = 0;
};

}  // namespace tanbo::store
