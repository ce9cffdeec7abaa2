#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "server/store/connection.hpp"
#include "server/store/sqlite/statement.hpp"

struct sqlite3;

namespace tanbo::store {

class Query;

// The log is copied into the database once it is this long, and cut down to this size. The longer
// it is, the less often a frequently changed page is copied. SQLite keeps one table of so many
// pages: readers still look in one.
inline constexpr int checkpoint_pages = 4'000;
inline constexpr std::int64_t log_bytes_kept = std::int64_t{64} * 1024 * 1024;

// Pages kept in memory by default.
inline constexpr std::int64_t page_bytes_usual = std::int64_t{8} * 1024 * 1024;

// Prepared statements that a connection keeps beside those of Sql::all(): several times as many as
// this folder has. Only SQL that is made of values gets there.
inline constexpr int statements_max = 256;

enum class Access {
    inspect,  // read-only, sets nothing: for a file that may not be ours
    read,     // read-only, beside the writer
    write,    // the only one that writes and checkpoints; creates the file
    build     // fills a new file, of which no one hears before it is whole: journals, syncs and
              // checks nothing
};

// The file as SQLite takes it for no other name. It is `immutable` if nothing writes to it and it
// has no log; then reading it leaves no files beside it.
std::string sqlite_uri(const std::filesystem::path& path, bool is_immutable);

// An SQLite connection with its settings and its prepared statements. Thread: one at a time.
class SqliteConnection final : public Connection {
public:
    // Keeps pages of at most so many bytes in memory.
    // Throws: StorageError cannot_open, io, corrupt; misuse if a PRAGMA did not take.
    SqliteConnection(const std::filesystem::path& path, Access access, const std::string& vfs = {},
                     std::int64_t page_bytes_max = page_bytes_usual);
    ~SqliteConnection() override;

    // Prepares once, and keeps, what SQLite alone is asked. The SQL is a constant or one of few,
    // never composed of values.
    Query ask(std::string_view sql);

    // Executes SQL of several statements without parameters or rows.
    void execute(const std::string& sql);

    // The first column of the first row as text; empty if there is none.
    std::string value(const std::string& sql);

    PreparedStatement& prepared(const Sql& sql) override;
    void begin() override;  // BEGIN IMMEDIATE
    void begin_reading() override;
    void commit() override;
    void rollback() noexcept override;
    bool reach() override { return false; }
    bool is_in_doubt() const override { return false; }
    void begin_savepoint() override;
    void rollback_savepoint() override;
    void release_savepoint() override;
    bool is_aborted() const override { return false; }
    // There is one writer.
    void lock_game(GameId) override {}
    void lock_account(AccountId) override {}
    void lock_key(std::int64_t /*key*/) override {}
    bool has_peers() const override { return false; }
    void publish_change(const Change&) override {}
    // Copies the log into the database once it has grown to checkpoint_pages. Errors are seen here,
    // unlike those of SQLite's automatic checkpoint. A full disk or a reader in the way only puts
    // it off.
    void maintain() override;
    void keep_log() noexcept override;

    sqlite3* handle() const { return handle_; }

private:
    struct TextHash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const {
            return std::hash<std::string_view>{}(text);
        }
    };

    void open(const std::filesystem::path& path, Access access, const std::string& vfs);
    void configure(Access access, std::int64_t page_bytes_max);
    void switch_options(bool is_careful);
    void set(const std::string& pragma, std::string_view expected);

    sqlite3* handle_ = nullptr;
    int log_pages_ = 0;  // pages in the write-ahead log after the last commit
    std::vector<std::unique_ptr<SqliteStatement>>
        statements_;  // by Sql::number(); null: not yet prepared
    std::unordered_map<std::string, std::unique_ptr<SqliteStatement>, TextHash, std::equal_to<>>
        own_statements_;
};

}  // namespace tanbo::store
