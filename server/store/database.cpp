#include "server/store/database.hpp"

#include <algorithm>
#include <chrono>

#include "server/base/clock.hpp"
#include "server/base/log.hpp"
#include "server/store/copy/copy_end.hpp"
#include "server/store/postgres/changes.hpp"
#include "server/store/postgres/connection.hpp"
#include "server/store/postgres/copy_end.hpp"
#include "server/store/postgres/migrations.hpp"
#include "server/store/postgres/nodes.hpp"
#include "server/store/postgres/writer_row.hpp"
#include "server/store/sqlite/connection.hpp"
#include "server/store/sqlite/copy_end.hpp"
#include "server/store/sqlite/integrity.hpp"
#include "server/store/sqlite/migrations.hpp"
#include "server/store/sqlite/process_lock.hpp"
#include "server/store/sqlite/rebuild.hpp"

namespace tanbo::store {
namespace {

void require_database(const MigrationPlan& plan, const DatabaseOptions& options) {
    if (!plan.is_new || options.creates) return;
    if (options.postgres) {
        throw StorageError(Fault::cannot_open, "The database " + options.postgres->text +
                                                   " is empty. Check its address, or run "
                                                   "`tanbod init` to create it.");
    }
    throw StorageError(Fault::cannot_open,
                       "The database " + options.path.string() +
                           " is missing. Check its volume, or run `tanbod init` to create it.");
}

// Migrates the schema as far as the options say. Nodes with peers migrate one at a time, and only
// if every running node supports the result. No node starts until the lock is released.
MigrationPlan bring_forward(PostgresConnection& connection, const DatabaseOptions& options) {
    const std::string& name = options.postgres->text;
    if (options.has_peers) connection.lock_schema();
    PostgresSession& session = connection.session();
    MigrationPlan plan = plan_postgres(session, name, options.migrations, options.schema);
    require_database(plan, options);
    if (!plan.is_new) require_unmarked(copy_mark(session), name);
    if (options.has_peers) create_nodes(session);
    if (plan.pending.empty()) return plan;
    // One that does not say what it knows is of a version that can live with nothing.
    if (options.has_peers) {
        require_no_older_node(session, std::max(1, plan.contracts_to()), options.node);
    }
    migrate_postgres(session, plan);
    return plan;
}

PostgresLimits limits_of(const DatabaseOptions& options) {
    return options.is_patient ? no_limits : PostgresLimits{};
}

PostgresLimits write_limits_of(const DatabaseOptions& options) {
    return options.is_patient ? no_limits : writer_limits;
}

// So long a read is refused without a word to the database after one that could not reach it: many
// that wait would each wait for an answer of their own otherwise.
constexpr std::chrono::milliseconds unreachable_for{250};

}  // namespace

DatabaseOptions options_for(std::string_view database) {
    DatabaseOptions options;
    if (const auto part = postgres_part(database)) {
        options.postgres = parse_postgres_address(*part);
    } else {
        options.path = database;
    }
    return options;
}

MigrationPlan plan_of(const DatabaseOptions& options) {
    if (!options.postgres) return plan(options.path, options.migrations, options.schema);
    PostgresConnection connection(*options.postgres);
    return plan_postgres(connection.session(), options.postgres->text, options.migrations,
                         options.schema);
}

Migrated migrate_database(DatabaseOptions options) {
    if (!options.postgres) {
        const Database database(std::move(options));
        return {database.version(), database.copied_to()};
    }
    PostgresConnection connection(*options.postgres, no_limits);
    connection.require(options.is_replicated);
    connection.share_database();
    options.has_peers = true;
    options.node = 0;  // none
    return {bring_forward(connection, options).version_after(), std::nullopt};
}

Database::Database(DatabaseOptions options) : options_(std::move(options)) {
    if (options_.postgres) {
        open_postgres();
    } else {
        open_sqlite();
    }
}

void Database::open_sqlite() {
    if (options_.is_exclusive) lock_.emplace(options_.path).lock_file();
    MigrationPlan plan = store::plan(options_.path, options_.migrations, options_.schema);
    require_database(plan, options_);
    if (!plan.is_new && !options_.is_scratch) {
        require_unmarked(copy_mark(options_.path), options_.path.string());
    }
    if (!plan.is_new) quick_check(options_.path);
    migrated_from_ = plan.version;
    version_ = plan.version_after();
    // Closing a file's descriptor drops the locks that this process's SQLite has on it.
    if (plan.is_new || options_.is_exclusive) create_file(options_.path);
    if (lock_) lock_->lock_file();
    while (plan.next_rebuild() != nullptr) {
        copied_to_ = rebuild(options_.path, plan);
        if (lock_) lock_->lock_new_file();
        plan = store::plan(options_.path, options_.migrations, options_.schema);
    }
    auto writer = std::make_unique<SqliteConnection>(options_.path, Access::write, options_.vfs,
                                                     options_.writer_page_bytes);
    if (options_.is_scratch) writer->execute("PRAGMA synchronous = 0");
    if (auto copied_to = migrate(*writer, plan, options_.path)) copied_to_ = std::move(copied_to);
    if (!options_.is_scratch) settle_epochs(*writer);
    writers_.push_back(std::move(writer));
    const int readers = std::clamp(options_.readers, 1, readers_max);
    for (int reader = 0; reader < readers; ++reader) {
        idle_.push_back(std::make_unique<SqliteConnection>(
            options_.path, Access::read, options_.vfs, options_.reader_page_bytes));
    }
}

// The settings are asked before the lock: what is refused need not be there alone.
void Database::open_postgres() {
    const PostgresAddress& address = *options_.postgres;
    auto writer = std::make_unique<PostgresConnection>(address, write_limits_of(options_));
    writer->require(options_.is_replicated);
    if (options_.has_peers) {
        writer->lock_node(options_.node);
    } else if (options_.is_exclusive) {
        writer->lock_database();
    }
    const MigrationPlan plan = bring_forward(*writer, options_);
    migrated_from_ = plan.version;
    version_ = plan.version_after();
    if (!plan.pending.empty()) writer->find_ids();
    if (options_.has_peers) {
        create_changes(writer->session());
        record_schema(writer->session(), options_.node, options_.migrations.back().version);
        writer->unlock_schema();
    }
    open_lanes(std::move(writer));
    settle_epochs(*writers_.front());
    const int readers = std::clamp(options_.readers, 1, readers_max);
    for (int reader = 0; reader < readers; ++reader) {
        auto connection = std::make_unique<PostgresConnection>(address, limits_of(options_));
        connection->confirm();  // the server may have crashed since the writer's did
        idle_.push_back(std::move(connection));
    }
}

// From here on, former holders of this node's rows commit nothing, however many rows they had.
void Database::open_lanes(std::unique_ptr<PostgresConnection> first) {
    const int lanes = std::clamp(options_.lanes, 1, lanes_max);
    end_epochs(first->session(), options_.node);
    for (int lane = 0; lane < lanes; ++lane) {
        auto connection = std::move(first);
        if (connection == nullptr) {
            connection =
                std::make_unique<PostgresConnection>(*options_.postgres, write_limits_of(options_));
            connection->require(options_.is_replicated);
        }
        connection->take_row(options_.node, lane);
        if (options_.has_peers) connection->publish_as(options_.node);
        writers_.push_back(std::move(connection));
    }
}

// Schemas of tests may have no table for it.
void Database::settle_epochs(Connection& writer) {
    if (version_ >= epochs_version_min)
        epochs_ = store::settle_epochs(writer, base::system_clock()());
}

// After a fatal error the log is left for the next start: what it holds may not be on the disk.
Database::~Database() {
    idle_.clear();
    if (!reported_) return;
    for (const auto& writer : writers_) writer->keep_log();
}

std::uint64_t Database::commits_in_doubt() const noexcept {
    std::uint64_t count = 0;
    for (const auto& writer : writers_) count += writer->commits_in_doubt();
    return count;
}

void Database::record_full(const StorageError& error) {
    const std::lock_guard lock(room_mutex_);
    if (full_since_) return;
    full_since_ = std::chrono::steady_clock::now();
    base::log::warn("disk-full", "the disk of the database is full; writes are refused",
                    {{"detail", error.what()}});
}

void Database::record_room() {
    const std::lock_guard lock(room_mutex_);
    if (!full_since_) return;
    const std::chrono::duration<double> full = std::chrono::steady_clock::now() - *full_since_;
    full_since_.reset();
    base::log::info("disk-has-room", "the disk of the database has room again; writes go on",
                    {{"seconds", full.count()}});
}

void Database::report(const StorageError& error) {
    if (!is_fatal(error.fault()) || reported_.exchange(true)) return;
    if (options_.on_fatal) options_.on_fatal(error);
}

void Database::begin_reading(Connection& connection) {
    if (std::chrono::steady_clock::now() < refuses_until_.load()) {
        throw StorageError(Fault::unreachable, "The database was unreachable a moment ago.");
    }
    try {
        connection.begin_reading();
    } catch (const StorageError& error) {
        if (error.fault() == Fault::unreachable) {
            refuses_until_ = std::chrono::steady_clock::now() + unreachable_for;
        }
        throw;
    }
}

std::unique_ptr<Connection> Database::take_reader() {
    std::unique_lock lock(mutex_);
    returned_.wait(lock, [this] { return !idle_.empty(); });
    std::unique_ptr<Connection> connection = std::move(idle_.back());
    idle_.pop_back();
    return connection;
}

void Database::return_connection(std::unique_ptr<Connection> connection) {
    {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(connection));
    }
    returned_.notify_one();
}

Database::Borrowed::Borrowed(Database& database)
    : database_(database), connection_(database.take_reader()) {
    try {
        database_.begin_reading(*connection_);
    } catch (...) {
        database_.return_connection(std::move(connection_));
        throw;
    }
}

Database::Borrowed::~Borrowed() {
    connection_->rollback();
    database_.return_connection(std::move(connection_));
}

void read_beside(const DatabaseOptions& options, const std::function<void(Reader&)>& closure) {
    std::unique_ptr<Connection> connection;
    if (options.postgres) {
        connection = std::make_unique<PostgresConnection>(*options.postgres, limits_of(options));
    } else {
        connection = std::make_unique<SqliteConnection>(options.path, Access::read);
    }
    connection->begin_reading();
    Reader reader(*connection);
    closure(reader);
    connection->rollback();
}

}  // namespace tanbo::store
