#include "server/store/postgres/connection.hpp"

#include <algorithm>
#include <cstddef>
#include <libpq-fe.h>
#include <thread>
#include <utility>

#include "server/store/error.hpp"
#include "server/store/postgres/changes.hpp"
#include "server/store/postgres/error.hpp"
#include "server/store/postgres/requirements.hpp"
#include "server/store/sql.hpp"

namespace tanbo::store {
namespace {

using SteadyClock = std::chrono::steady_clock;

// "TANB": what a tanbod that may write holds, for as long as there may be one only.
constexpr const char* database_lock = "1413566018";
constexpr const char* schema_lock = "1413566018, 0";  // beside those of the nodes, from 1

constexpr std::chrono::milliseconds lock_within{3'000};  // the server may not know yet who is gone
constexpr std::chrono::milliseconds settle_within{3'500};     // from the COMMIT on
constexpr std::chrono::milliseconds told_within{4'500};       // from the BEGIN on, but at least
constexpr std::chrono::milliseconds settle_at_least{1'000};   // from the COMMIT on
constexpr std::chrono::milliseconds lost_at_once{1'000};      // a question that may be asked again
constexpr std::chrono::milliseconds reconnect_within{1'500};  // a primary takes over in less
constexpr std::chrono::milliseconds pause{50};

// The others end when the server notices the loss.
constexpr std::size_t lost_max = 16;

constexpr const char* game_row = "SELECT 1 FROM games WHERE id = $1 FOR NO KEY UPDATE";
constexpr const char* game_rows =
    "SELECT 1 FROM games WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE";
constexpr const char* key_lock = "SELECT pg_advisory_xact_lock($1)";
constexpr const char* account_row = "SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE";

// The holders of an advisory lock, which the condition that follows names.
constexpr const char* select_holders =
    "SELECT 'process ' || pid || coalesce(' from ' || host(client_addr), '')"
    " FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND ";

std::string milliseconds_of(std::chrono::milliseconds time) {
    return std::to_string(time.count());
}

std::string first_text(const PostgresResult& result) {
    const bool is_there = PQntuples(result.get()) > 0 && PQgetisnull(result.get(), 0, 0) == 0;
    return is_there ? PQgetvalue(result.get(), 0, 0) : "";
}

template <class Closure>
bool succeeds(const Closure& closure) noexcept {
    try {
        closure();
        return true;
    } catch (const StorageError&) {
        return false;
    }
}

}  // namespace

PostgresConnection::PostgresConnection(PostgresAddress address, PostgresLimits limits)
    : address_(std::move(address)), limits_(limits) {
    connect();
}

void PostgresConnection::connect() {
    session_ = std::make_unique<PostgresSession>(address_, limits_.answer);
    ++session_number_;
    configure();
}

void PostgresConnection::configure() {
    const std::pair<const char*, std::string> settings[] = {
        {"statement_timeout", milliseconds_of(limits_.statement)},
        {"lock_timeout", milliseconds_of(limits_.lock)},
        {"idle_in_transaction_session_timeout", milliseconds_of(limits_.idle_in_transaction)},
        {"client_connection_check_interval", "2000"},
        // A session keeps its locks until the server has noticed that its machine is gone.
        {"tcp_keepalives_idle", "5"},
        {"tcp_keepalives_interval", "2"},
        {"tcp_keepalives_count", "3"},
        {"tcp_user_timeout", "10000"},
        // A job that has waited for a lock sees what was committed meanwhile.
        {"default_transaction_isolation", "'read committed'"},
        {"standard_conforming_strings", "on"},
        {"jit", "off"},
    };
    for (const auto& [name, value] : settings) {
        session_->queue(std::string("SET ") + name + " = " + value);
    }
    find_ids();
    backend_ = first_text(session_->ask(
        "SELECT 'pid = ' || pid || ' AND backend_start = ' || quote_literal(backend_start)"
        " FROM pg_stat_activity WHERE pid = pg_backend_pid()"));
}

void PostgresConnection::find_ids() {
    const PostgresResult tables = session_->ask(
        "SELECT attrelid::regclass::text FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
        " WHERE attname = 'id' AND attidentity <> '' AND relnamespace = "
        "current_schema()::regnamespace");
    for (int row = 0; row < PQntuples(tables.get()); ++row) {
        with_ids_.emplace(PQgetvalue(tables.get(), row, 0));
    }
}

// Only this connection decides which sessions may be ended: a COMMIT can arrive at one after the
// server has reported its state. Commits of the other sessions (questions after the outcome of a
// transaction, and confirm()) show no one anything.
void PostgresConnection::reconnect() {
    if (backend_ != in_doubt_) record_lost(backend_);
    address_.hosts->lost(session_->host());
    connect();
    if (is_replicated_) require(*is_replicated_);
    end_lost();
    if (in_doubt_) return;  // settle() does the rest
    confirm();
    if (locks_database_) take_back();
}

void PostgresConnection::record_lost(const std::string& backend) {
    std::erase(lost_, backend);
    if (lost_.size() == lost_max) lost_.erase(lost_.begin());
    lost_.push_back(backend);
}

// Ends sessions that the server doesn't know to be lost: they keep their locks. A session in its
// COMMIT must not be among them. It would stop waiting for the standby, and others would see its
// changes. If the standby took over, those would never have been.
void PostgresConnection::end_lost() {
    for (const std::string& backend : lost_) {
        session_->ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE " + backend);
    }
    lost_.clear();
}

// A server that has crashed shows commits that no standby has. If it dies after that, its readers
// have seen what never was. Therefore nothing is shown until a commit that comes after all of it
// has reached the standby. It must write something for that, be it empty.
void PostgresConnection::confirm() {
    session_->take_warning();
    session_->ask("SELECT pg_logical_emit_message(true, 'tanbod', '')");
    if (session_->take_warning()) {
        session_->close();
        throw StorageError(Fault::unreachable, "The standby has not confirmed the data read.");
    }
}

// The lock, unless another process has had the database meanwhile.
void PostgresConnection::take_back() {
    try {
        node_ ? lock_node(*node_) : lock_database();
    } catch (const StorageError& error) {
        if (row_ && !row_->is_ours(*session_)) {
            throw StorageError(Fault::fenced, "Another tanbod has replaced this one.");
        }
        session_->close();
        throw StorageError(Fault::unreachable, error.what());
    }
}

void PostgresConnection::require(bool is_replicated) {
    try {
        require_settings(*session_, address_.text, is_replicated);
        require_own_session();
    } catch (const StorageError& error) {
        if (!is_replicated_ || error.fault() != Fault::cannot_open) throw;
        // Another server than the one that was found at the start, or its settings were changed.
        session_->close();
        throw StorageError(Fault::unreachable, error.what());
    }
    is_replicated_ = is_replicated;
    // Whatever the server's settings become, this session commits as they were found.
    session_->ask(
        "SELECT set_config('synchronous_commit', current_setting('synchronous_commit'), false)");
}

// Locks, settings and prepared statements belong to sessions. Without a pool between, the process
// at the other end is the one that the connection was promised.
void PostgresConnection::require_own_session() {
    const std::string promised = "pid = " + std::to_string(session_->process()) + " ";
    if (backend_.starts_with(promised)) return;
    PostgresSession second(address_, limits_.answer);
    if (!shares_sessions(*session_, second)) return;
    throw StorageError(Fault::cannot_open,
                       "The database " + address_.text +
                           " can't be used: a pool shares its sessions among connections, as "
                           "PgBouncer does with pool_mode = transaction. Set pool_mode = session, "
                           "or connect to PostgreSQL itself.");
}

bool PostgresConnection::reach() {
    if (in_doubt_) is_found_ = was_committed(SteadyClock::now() + settle_within);
    if (session_->is_lost()) reconnect();
    session_->ask("SELECT 1");
    return std::exchange(is_found_, false);
}

bool PostgresConnection::try_lock(const std::string& function, const std::string& lock) {
    return first_text(session_->ask("SELECT " + function + "(" + lock + ")")) == "t";
}

// PostgreSQL shows the first half of a key as classid, the second as objid.
std::string PostgresConnection::holder_of(const std::string& lock) {
    const std::size_t comma = lock.find(", ");
    const bool is_pair = comma != std::string::npos;
    const std::string half = is_pair ? lock.substr(0, comma) : "0";
    const std::string other = is_pair ? lock.substr(comma + 2) : lock;
    return first_text(
        session_->ask(select_holders + ("classid = " + half + " AND objid = " + other)));
}

void PostgresConnection::lock(const std::string& function, const std::string& lock,
                              const std::string& what) {
    const auto end = SteadyClock::now() + lock_within;
    while (!try_lock(function, lock)) {
        if (SteadyClock::now() > end) {
            throw StorageError(Fault::locked, "Another tanbod " + what + " the database " +
                                                  address_.text + " (the server's " +
                                                  holder_of(lock) + ").");
        }
        std::this_thread::sleep_for(pause);
    }
}

void PostgresConnection::lock_database() {
    lock("pg_try_advisory_lock", database_lock, "has");
    locks_database_ = true;
}

void PostgresConnection::share_database() {
    lock("pg_try_advisory_lock_shared", database_lock, "has");
}

void PostgresConnection::lock_node(std::int64_t node) {
    node_ = node;
    share_database();
    lock("pg_try_advisory_lock", database_lock + (", " + std::to_string(node)),
         "is node " + std::to_string(node) + " of");
    locks_database_ = true;
}

void PostgresConnection::lock_schema() {
    lock("pg_try_advisory_lock", schema_lock, "is starting with");
}

void PostgresConnection::unlock_schema() {
    session_->ask(std::string("SELECT pg_advisory_unlock(") + schema_lock + ")");
}

void PostgresConnection::take_row(std::int64_t node, std::int64_t lane) {
    row_.emplace(node, lane);
    row_->begin_epoch(*session_);
}

// Repeats a part that a lost connection took with it before anything of the transaction was
// answered, unless the caller has waited for long.
template <class Question>
std::invoke_result_t<Question> PostgresConnection::again_if_lost(const Question& question) {
    const char* const begin = to_begin_;
    const auto asked_at = SteadyClock::now();
    try {
        return question();
    } catch (const StorageError& error) {
        if (begin == nullptr || error.fault() != Fault::unreachable) throw;
        if (SteadyClock::now() - asked_at > lost_at_once) throw;
    }
    open(begin);
    return question();
}

PreparedStatement& PostgresConnection::prepared(const Sql& sql) {
    if (sql.number() >= statements_.size()) statements_.resize(Sql::all().size());
    std::unique_ptr<PostgresStatement>& statement = statements_[sql.number()];
    if (!statement) {
        statement = std::make_unique<PostgresStatement>(*this, sql.number(), sql.text());
    }
    if (!statement->is_prepared()) ask_ahead();  // another question would take its answers
    again_if_lost([&statement] { statement->ensure_prepared(); });
    return *statement;
}

void PostgresConnection::open(const char* begin) {
    const auto end = SteadyClock::now() + (writes() ? reconnect_within : pause);
    while (session_->is_lost()) {
        try {
            reconnect();
        } catch (const StorageError& error) {
            if (error.fault() != Fault::unreachable || SteadyClock::now() > end) throw;
            std::this_thread::sleep_for(pause);
        }
    }
    session_->begin_waiting();
    end_transaction();
    to_begin_ = begin;
    is_begun_ = false;
}

// Forgets all that is known of its rows.
void PostgresConnection::end_transaction() noexcept {
    drop_ahead();
    locked_games_.clear();
}

void PostgresConnection::begin() {
    if (in_doubt_) {
        throw StorageError(Fault::misuse, "The outcome of the last transaction is still unknown.");
    }
    begun_at_ = SteadyClock::now();
    open("BEGIN");
}

void PostgresConnection::begin_reading() {
    open("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
}

void PostgresConnection::start() {
    if (to_begin_ == nullptr) return;
    session_->queue(std::exchange(to_begin_, nullptr));
    is_begun_ = true;
}

PostgresResult PostgresConnection::ask(const PostgresStatement& statement) {
    start();
    is_unanswered_ = false;
    return session_->ask_prepared(statement.name(), statement.values(),
                                  "executing \"" + std::string(statement.sql()) + "\"");
}

PostgresResult PostgresConnection::execute(PostgresStatement& statement) {
    if (is_ahead_) {
        if (auto known = ahead_.extract(statement.execution())) return std::move(known.mapped());
        drop_ahead();
    }
    return again_if_lost([this, &statement] {
        statement.ensure_prepared();
        return ask(statement);
    });
}

void PostgresConnection::post(const PostgresStatement& statement) {
    start();
    session_->queue_prepared(statement.name(), statement.values());
    is_unanswered_ = true;
}

// One that is asked twice is answered once: what follows its first execution may change it.
void PostgresConnection::read_ahead(const PostgresStatement& statement) {
    std::string execution = statement.execution();
    if (std::ranges::find(asked_ahead_, execution) != asked_ahead_.end()) return;
    post(statement);
    asked_ahead_.push_back(std::move(execution));
}

// The answers of what was posted before come first.
void PostgresConnection::ask_ahead() {
    if (asked_ahead_.empty()) return;
    is_unanswered_ = false;
    const std::vector<std::string> asked = std::exchange(asked_ahead_, {});
    std::vector<PostgresResult> results = session_->finish_all();
    auto result = results.end() - static_cast<std::ptrdiff_t>(asked.size());
    for (const std::string& execution : asked) {
        ahead_.insert_or_assign(execution, std::move(*result++));
    }
    is_ahead_ = true;
}

void PostgresConnection::drop_ahead() noexcept {
    asked_ahead_.clear();
    ahead_.clear();
    is_ahead_ = false;
}

void PostgresConnection::begin_savepoint() {
    start();
    session_->queue("SAVEPOINT part");
}

void PostgresConnection::rollback_savepoint() {
    try {
        session_->finish();
    } catch (const StorageError& error) {
        if (session_->is_lost()) throw;
    }
    session_->ask("ROLLBACK TO SAVEPOINT part");
}

// A statement that fails in a lock, or was posted, is what this part failed in, not the next one.
void PostgresConnection::release_savepoint() {
    if (std::exchange(is_unanswered_, false)) session_->finish();
    session_->queue("RELEASE SAVEPOINT part");
}

bool PostgresConnection::is_aborted() const {
    return session_->is_lost() || session_->is_aborted();
}

void PostgresConnection::lock_row(const char* sql, const std::string& ids) {
    start();
    PostgresValues values;
    values.add(ids);
    session_->queue(sql, values);
    is_unanswered_ = true;
}

void PostgresConnection::lock_game(GameId game) {
    if (std::ranges::binary_search(locked_games_, game)) return;
    lock_row(game_row, std::to_string(static_cast<std::int64_t>(game)));
}

// From here on the job changes what others may have read ahead.
void PostgresConnection::lock_account(AccountId account) {
    drop_ahead();
    lock_row(account_row, std::to_string(static_cast<std::int64_t>(account)));
}

void PostgresConnection::lock_key(std::int64_t key) {
    drop_ahead();
    lock_row(key_lock, std::to_string(key));
}

void PostgresConnection::lock_games(std::span<const GameId> games) {
    std::string ids;
    for (const GameId game : games) {
        ids += (ids.empty() ? "{" : ",") + std::to_string(static_cast<std::int64_t>(game));
    }
    lock_row(game_rows, ids + '}');
    locked_games_.assign(games.begin(), games.end());
}

// Pages that a vacuum has freed would hide that there are no more, so it is a table of its own.
// Random text: others would be compressed.
void PostgresConnection::claim_room() {
    again_if_lost([this] {
        start();
        session_->ask(
            "CREATE TABLE room_claimed AS SELECT gen_random_uuid() AS content "
            "FROM generate_series(1, 2000)");
        session_->ask("DROP TABLE room_claimed");
    });
    is_unanswered_ = false;
}

void PostgresConnection::publish_change(const Change& change) {
    again_if_lost([this, &change] {
        if (teller_session_ != session_number_) prepare_changes(*session_);
        teller_session_ = session_number_;
        start();
        queue_change(*session_, *publisher_, change);
    });
    is_unanswered_ = true;
}

void PostgresConnection::commit() {
    end_transaction();
    if (std::exchange(to_begin_, nullptr) != nullptr) return;  // nothing was asked
    session_->end_waiting();
    if (row_) row_->count_up(*session_);
    session_->take_warning();
    const auto now = SteadyClock::now();
    const auto end =
        std::max(now + settle_at_least, std::min(now + settle_within, begun_at_ + told_within));
    try {
        const PostgresResult result = session_->ask("COMMIT");
        if (std::string_view(PQcmdStatus(result.get())) != "COMMIT") {
            throw StorageError(Fault::misuse,
                               "A transaction with a failed statement can't be "
                               "committed.");
        }
        if (!session_->take_warning()) {
            is_begun_ = false;
            return;
        }
    } catch (const StorageError& error) {
        if (error.fault() != Fault::unreachable) throw;
    }
    if (!row_) {
        throw StorageError(Fault::commit_unknown, "The outcome of a transaction is unknown.");
    }
    ++commits_in_doubt_;
    if (was_committed(end)) {
        is_begun_ = false;
        return;
    }
    throw StorageError(Fault::stale, "The connection was lost during a transaction.");
}

// The transaction in doubt is committed or can't be any more: its session keeps nothing but locks.
void PostgresConnection::settle() {
    const std::string backend = *std::exchange(in_doubt_, std::nullopt);
    if (backend == backend_) return;
    record_lost(backend);
    try {
        end_lost();
        if (locks_database_) take_back();
    } catch (const StorageError& error) {
        if (is_fatal(error.fault())) throw;
        session_->close();  // the next call connects again, with all that it needs
    }
}

// Asks until a server answers.
bool PostgresConnection::was_committed(SteadyClock::time_point end) {
    if (!in_doubt_) in_doubt_ = backend_;
    std::string why;
    while (SteadyClock::now() < end) {
        try {
            if (session_->is_lost()) reconnect();
            const auto left =
                std::chrono::ceil<std::chrono::milliseconds>(end - SteadyClock::now());
            const bool is_committed = row_->is_committed(*session_, left);
            settle();
            return is_committed;
        } catch (const StorageError& error) {
            if (is_fatal(error.fault())) throw;
            why = error.what();
        }
        std::this_thread::sleep_for(pause);
    }
    throw StorageError(Fault::unsettled, "The outcome of a transaction is not known yet. " + why);
}

void PostgresConnection::rollback() noexcept {
    end_transaction();
    session_->end_waiting();
    if (std::exchange(to_begin_, nullptr) != nullptr || !std::exchange(is_begun_, false)) return;
    // If it is lost, the transaction is lost with it.
    succeeds([this] { session_->finish(); });
    if (!session_->is_lost()) succeeds([this] { session_->ask("ROLLBACK"); });
}

}  // namespace tanbo::store
