#include "server/store/sqlite/connection.hpp"

#include <iterator>

#include <sqlite3.h>

#include "server/store/sql.hpp"
#include "server/store/sqlite/error.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

constexpr int busy_timeout_ms = 250;

int open_flags(Access access) {
    const bool is_writing = access == Access::write || access == Access::build;
    const int mode = is_writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
    // One thread at a time uses a connection, so it needs no mutex.
    return mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_URI;
}

// Without a log no process has the database open, and reading it need not leave files beside it.
bool has_log(const std::filesystem::path& path) {
    std::error_code ignored;
    return std::filesystem::exists(path.string() + "-wal", ignored);
}

// Stops SQLite's memory statistics, which take one lock of all threads and aren't read. Refused if
// SQLite has been used before, as by a test's file system: then it goes on counting.
void stop_counting_memory() {
    [[maybe_unused]] static const int result = sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

std::string sqlite_text(std::string_view sql) {
    std::string text;
    text.reserve(sql.size());
    for_each_token(sql, Dialect::sqlite, [&text](std::string_view token) { text += token; });
    return text;
}

int remember_log_pages(void* log_pages, sqlite3*, const char*, int pages) {
    *static_cast<int*>(log_pages) = pages;
    return SQLITE_OK;
}

}  // namespace

std::string sqlite_uri(const std::filesystem::path& path, bool is_immutable) {
    std::string result = "file:";
    for (const char character : std::filesystem::absolute(path).string()) {
        switch (character) {
            case '%':
                result += "%25";
                break;
            case '?':
                result += "%3f";
                break;
            case '#':
                result += "%23";
                break;
            default:
                result += character;
        }
    }
    return is_immutable ? result + "?immutable=1" : result;
}

SqliteConnection::SqliteConnection(const std::filesystem::path& path, Access access,
                                   const std::string& vfs, std::int64_t page_bytes_max) {
    try {
        open(path, access, vfs);
        configure(access, page_bytes_max);
    } catch (...) {
        own_statements_.clear();
        sqlite3_close_v2(handle_);
        throw;
    }
}

SqliteConnection::~SqliteConnection() {
    statements_.clear();
    own_statements_.clear();
    sqlite3_close_v2(handle_);
}

void SqliteConnection::open(const std::filesystem::path& path, Access access,
                            const std::string& vfs) {
    stop_counting_memory();
    const bool immutable = access == Access::inspect && !has_log(path);
    const int result = sqlite3_open_v2(sqlite_uri(path, immutable).c_str(), &handle_,
                                       open_flags(access), vfs.empty() ? nullptr : vfs.c_str());
    if (handle_ == nullptr) throw StorageError(Fault::io, "SQLite has no memory to open a file.");
    if (result != SQLITE_OK) throw sqlite_error(handle_, "opening " + path.string());
    if (sqlite3_threadsafe() == 0) {
        throw StorageError(Fault::misuse, "SQLite was compiled for a single thread only.");
    }
}

void SqliteConnection::configure(Access access, std::int64_t page_bytes_max) {
    sqlite3_busy_timeout(handle_, busy_timeout_ms);
    switch_options(access != Access::build);
    set("trusted_schema", "0");
    set("cell_size_check", "1");
    set("mmap_size", "0");
    set("temp_store", "2");
    set("cache_size", std::to_string(-page_bytes_max / 1024));  // negative: in KiB
    if (access == Access::inspect || access == Access::read) {
        set("query_only", "1");
        set("wal_autocheckpoint", "0");
        return;
    }
    // Only new files take this. Larger pages are fewer to write and to find a row in, but a move
    // changes only a few hundred bytes of each, and all of it is summed up and written. Source:
    // tests/bench/RESULTS.md.
    value("PRAGMA page_size = 4096");
    if (access == Access::build) {
        set("journal_mode", "off");
        set("synchronous", "0");
        set("temp_store", "1");
        return;
    }
    set("journal_mode", "wal");
    set("synchronous", "2");
    set("wal_autocheckpoint", "0");
    // The bytes of what is deleted are overwritten; else they stay until something needs their
    // place. Copies from before, in the log and where a row once stood, are not reached.
    set("secure_delete", "1");
    set("journal_size_limit", std::to_string(log_bytes_kept));
    sqlite3_wal_hook(handle_, remember_log_pages, &log_pages_);
}

void SqliteConnection::switch_options(bool is_careful) {
    for (const int option : {SQLITE_DBCONFIG_DEFENSIVE, SQLITE_DBCONFIG_ENABLE_FKEY}) {
        int value = 0;
        const int wanted = is_careful ? 1 : 0;
        if (sqlite3_db_config(handle_, option, wanted, &value) != SQLITE_OK || value != wanted) {
            throw StorageError(Fault::misuse, "SQLite refuses its defensive mode.");
        }
    }
}

// A PRAGMA that is not understood is silently ignored, so each is read back.
void SqliteConnection::set(const std::string& pragma, std::string_view expected) {
    const std::string assignment = "PRAGMA " + pragma + " = " + std::string(expected);
    value(assignment);
    const std::string taken = value("PRAGMA " + pragma);
    if (taken != expected) {
        throw StorageError(Fault::misuse, "SQLite refused \"" + assignment + "\"; the value is \"" +
                                              taken + "\".");
    }
}

PreparedStatement& SqliteConnection::prepared(const Sql& sql) {
    if (sql.number() >= statements_.size()) statements_.resize(Sql::all().size());
    std::unique_ptr<SqliteStatement>& statement = statements_[sql.number()];
    if (!statement) statement = std::make_unique<SqliteStatement>(handle_, sqlite_text(sql.text()));
    return *statement;
}

Query SqliteConnection::ask(std::string_view sql) {
    const auto found = own_statements_.find(sql);
    if (found != own_statements_.end()) return Query(*found->second);
    if (std::ssize(own_statements_) >= statements_max) {
        throw StorageError(Fault::misuse, "Too many statements: SQL must not be made of values.");
    }
    auto statement = std::make_unique<SqliteStatement>(handle_, sql);
    return Query(*own_statements_.emplace(sql, std::move(statement)).first->second);
}

void SqliteConnection::execute(const std::string& sql) {
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
        throw sqlite_error(handle_, "executing SQL");
    }
}

std::string SqliteConnection::value(const std::string& sql) {
    SqliteStatement statement(handle_, sql);
    Query query(statement);
    return query.step() ? std::string(query.text(0)) : std::string();
}

void SqliteConnection::begin() {
    ask("BEGIN IMMEDIATE").run();
}

void SqliteConnection::begin_savepoint() {
    ask("SAVEPOINT part").run();
}

void SqliteConnection::rollback_savepoint() {
    ask("ROLLBACK TO part").run();
}

void SqliteConnection::release_savepoint() {
    ask("RELEASE part").run();
}

void SqliteConnection::begin_reading() {
    ask("BEGIN").run();
}

void SqliteConnection::commit() {
    Query commit = ask("COMMIT");
    try {
        commit.run();
    } catch (const StorageError&) {
        throw commit_error(handle_);
    }
}

// SQLite ends a transaction by itself after some errors; a rollback that fails is one of those.
void SqliteConnection::rollback() noexcept {
    if (sqlite3_get_autocommit(handle_) != 0) return;
    sqlite3_exec(handle_, "ROLLBACK", nullptr, nullptr, nullptr);
}

void SqliteConnection::keep_log() noexcept {
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
}

void SqliteConnection::maintain() {
    if (log_pages_ < checkpoint_pages) return;
    int pages = 0;
    int copied = 0;
    const int result =
        sqlite3_wal_checkpoint_v2(handle_, "main", SQLITE_CHECKPOINT_PASSIVE, &pages, &copied);
    // Until something is committed the log does not grow, so there is nothing to try again.
    log_pages_ = 0;
    if (result == SQLITE_OK || result == SQLITE_BUSY) return;
    const StorageError error = sqlite_error(handle_, "checkpointing");
    if (error.fault() != Fault::full) throw error;
}

}  // namespace tanbo::store
