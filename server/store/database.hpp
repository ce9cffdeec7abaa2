#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "server/store/error.hpp"
#include "server/store/migration.hpp"
#include "server/store/postgres/address.hpp"
#include "server/store/sqlite/process_lock.hpp"
#include "server/store/tables/accounts/epochs.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

class Connection;
class PostgresConnection;

struct DatabaseOptions {
    std::filesystem::path path;                    // SQLite's file
    std::optional<PostgresAddress> postgres = {};  // if it is PostgreSQL's instead
    // Of PostgreSQL: whether a synchronous standby is asked for, and whether statements may take as
    // long as they need, for programs without clients.
    bool is_replicated = false;
    bool is_patient = false;
    // Of PostgreSQL: how many connections write, 1 to lanes_max, and the node that owns their rows
    // of `writers`.
    int lanes = 1;
    std::int64_t node = 1;
    bool has_peers = false;  // whether they are to hear of what is written
    int readers = 2;         // read-only connections, 1 to readers_max
    // Pages kept in memory: for the writer the ends of the logs of some ten thousand games, and for
    // each reader.
    std::int64_t writer_page_bytes = std::int64_t{64} * 1024 * 1024;
    std::int64_t reader_page_bytes = std::int64_t{8} * 1024 * 1024;
    // Called once, on whatever thread met it, at the first fatal error: the process must stop.
    std::function<void(const StorageError&)> on_fatal = {};
    std::span<const Migration> migrations = embedded_migrations();
    SchemaRules schema = {};
    bool creates = true;       // whether a database that is missing or empty is begun
    bool queues_mail = false;  // whether games' notices go out by mail
    // Whether SQLite's file is a copy to check: it needn't survive a power cut, and it is opened as
    // it is, also with the mark of an unfinished copy.
    bool is_scratch = false;
    std::string vfs = {};  // empty: the default one; tests inject faults by another
    // Whether others are kept away. False is for tests, in which a second Database of the same
    // process stands for a second node.
    bool is_exclusive = true;
};

inline constexpr int readers_max = 64;
inline constexpr int lanes_max = 64;

// The options for what the setting `database` names: a file, or "postgres:" and where that is.
DatabaseOptions options_for(std::string_view database);

// The changes that opening would make, none of which happens. Throws: as Database().
MigrationPlan plan_of(const DatabaseOptions& options);

struct Migrated {
    int version = 0;                                 // from now on
    std::optional<std::filesystem::path> copied_to;  // the former database
};
// Makes the changes that opening would make, and no others. Nodes that know what comes, or can live
// with it, go on meanwhile. Throws: as Database(); older_nodes if there is another one.
Migrated migrate_database(DatabaseOptions options);

// Calls `closure` with one consistent state of a database that another process may hold: nothing is
// locked, written or migrated. Throws: StorageError cannot_open; misuse if its schema is another
// one; what the closure throws. Thread: any that may block.
void read_beside(const DatabaseOptions& options, const std::function<void(Reader&)>& closure);

// The database, held by this process alone: a connection that writes, and with SQLite checkpoints,
// or one for each lane; several that read. Opened in the order lock, writer, migrations, other
// lanes, readers; closed in reverse.
class Database {
public:
    // Throws: StorageError locked, cannot_open (also if there is none and options.creates is
    // false) and what plan(), quick_check() and migrate() throw. A file that is refused is left as
    // it was.
    explicit Database(DatabaseOptions options);
    ~Database();
    Database(const Database&) = delete;
    Database& operator=(const Database&) = delete;

    // Calls closure(Reader&) with one consistent state and returns what it returns; waits while all
    // readers are taken. Throws: StorageError and what the closure throws; unreachable at once if
    // another read could not connect just now, not if one lost its connection: the database can be
    // well. Thread: any that may block, but not from within another read.
    template <typename Closure>
    auto read(Closure&& closure) {
        const Borrowed borrowed(*this);
        Reader reader(borrowed.connection());
        try {
            return std::forward<Closure>(closure)(reader);
        } catch (const StorageError& error) {
            report(error);
            throw;
        }
    }

    // The changes that opening made: the migrations that ran and where the former database was
    // copied to.
    int migrated_from() const { return migrated_from_; }
    int version() const { return version_; }
    const std::optional<std::filesystem::path>& copied_to() const { return copied_to_; }
    const std::filesystem::path& path() const { return options_.path; }  // empty: it is no file
    bool queues_mail() const { return options_.queues_mail; }
    const Epochs& epochs() const { return epochs_; }
    // Whether its one connection is the only writer: SQLite's, on a locked file.
    bool is_alone() const { return options_.is_exclusive && !options_.postgres; }
    const DatabaseOptions& options() const { return options_; }

    // How many may write at once, from 1; each is one GroupCommit's.
    int lanes() const { return static_cast<int>(writers_.size()); }
    // For the one GroupCommit of the lane, from 0. Thread: that lane's.
    Connection& writer(int lane = 0) { return *writers_[static_cast<std::size_t>(lane)]; }

    // How many times a writer was not told whether it had committed, and asked. Thread: any.
    std::uint64_t commits_in_doubt() const noexcept;

    // A writer has just reached it. Thread: any.
    void record_reachable() { refuses_until_ = SteadyTime(); }

    // A writer had no room, or wrote as much as a move does. Tells the log when the disk gets full
    // and when there is room again: each once, whichever lane finds it so. Thread: any.
    void record_full(const StorageError& error);
    void record_room();

    // Hands a fatal error to on_fatal, once; others are ignored. Thread: any.
    void report(const StorageError& error);

private:
    // A reader with an open read transaction.
    class Borrowed {
    public:
        explicit Borrowed(Database& database);
        ~Borrowed();
        Borrowed(const Borrowed&) = delete;
        Borrowed& operator=(const Borrowed&) = delete;
        Connection& connection() const { return *connection_; }

    private:
        Database& database_;
        std::unique_ptr<Connection> connection_;
    };

    using SteadyTime = std::chrono::steady_clock::time_point;

    void open_sqlite();
    void open_postgres();
    void settle_epochs(Connection& writer);
    void open_lanes(std::unique_ptr<PostgresConnection> first);
    void begin_reading(Connection& connection);
    std::unique_ptr<Connection> take_reader();
    void return_connection(std::unique_ptr<Connection> connection);

    DatabaseOptions options_;
    std::optional<ProcessLock> lock_;
    int migrated_from_ = 0;
    int version_ = 0;
    Epochs epochs_;
    std::optional<std::filesystem::path> copied_to_;
    std::vector<std::unique_ptr<Connection>> writers_;  // by lane
    std::mutex mutex_;
    std::condition_variable returned_;
    std::vector<std::unique_ptr<Connection>> idle_;
    std::atomic<SteadyTime> refuses_until_ = SteadyTime();  // readers
    std::mutex room_mutex_;
    std::optional<SteadyTime> full_since_;  // the disk, while it is
    std::atomic<bool> reported_ = false;
};

}  // namespace tanbo::store
