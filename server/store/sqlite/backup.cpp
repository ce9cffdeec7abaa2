#include "server/store/sqlite/backup.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <fcntl.h>
#include <memory>
#include <string>
#include <system_error>
#include <unistd.h>

#include <sqlite3.h>

#include "protocol/json/words.hpp"
#include "server/store/error.hpp"
#include "server/store/sqlite/connection.hpp"
#include "server/store/sqlite/error.hpp"
#include "server/store/sqlite/integrity.hpp"
#include "server/store/sqlite/migrations.hpp"
#include "server/store/sqlite/process_lock.hpp"
#include "server/store/tables/accounts/epochs.hpp"

namespace tanbo::store {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t sync_bytes = std::uint64_t{4} * 1024 * 1024;

// Whatever it was to be otherwise: a disk that is full is `full`.
[[noreturn]] void fail(Fault fault, const std::string& what, int error) {
    const bool is_full = error == ENOSPC || error == EDQUOT;
    throw StorageError(is_full ? Fault::full : fault,
                       what + ": " + std::generic_category().message(error) + ".");
}

void sync(const fs::path& path, int flags) {
    const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
    const bool is_synced = descriptor >= 0 && ::fsync(descriptor) == 0;
    const int error = errno;
    if (descriptor >= 0) ::close(descriptor);
    if (!is_synced) fail(Fault::io, path.string() + " could not be synced to disk", error);
}

struct Close {
    void operator()(sqlite3* handle) const { sqlite3_close_v2(handle); }
    void operator()(sqlite3_backup* backup) const { sqlite3_backup_finish(backup); }
};

// A new file, which needs neither journal nor syncs: unless it gets whole it is removed.
std::unique_ptr<sqlite3, Close> open_target(const fs::path& target) {
    sqlite3* handle = nullptr;
    const int result = sqlite3_open_v2(fs::absolute(target).c_str(), &handle,
                                       SQLITE_OPEN_READWRITE | SQLITE_OPEN_EXRESCODE, nullptr);
    std::unique_ptr<sqlite3, Close> opened(handle);
    if (result != SQLITE_OK ||
        sqlite3_exec(handle, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", nullptr,
                     nullptr, nullptr) != SQLITE_OK) {
        throw sqlite_error(handle, "opening " + target.string());
    }
    return opened;
}

// Copies the pages of the state that the source's transaction reads: no commit can make it start
// again. Syncs in small parts: a commit of the server may have to wait for one.
void copy_pages(SqliteConnection& source, sqlite3* target, const fs::path& path,
                const CopyProgress& progress) {
    const auto page_bytes = std::stoull(source.value("PRAGMA page_size"));
    const std::unique_ptr<sqlite3_backup, Close> copy(
        sqlite3_backup_init(target, "main", source.handle(), "main"));
    if (!copy) throw sqlite_error(target, "copying to " + path.string());
    const int pages = static_cast<int>(sync_bytes / page_bytes);
    while (true) {
        const int result = sqlite3_backup_step(copy.get(), pages);
        if (result == SQLITE_DONE) return;
        if (result != SQLITE_OK) {
            throw sqlite_error(target, "copying to " + path.string(), result);
        }
        sync_file(path);
        const auto all = static_cast<std::uint64_t>(sqlite3_backup_pagecount(copy.get()));
        const auto left = static_cast<std::uint64_t>(sqlite3_backup_remaining(copy.get()));
        if (progress && !progress((all - left) * page_bytes, all * page_bytes)) {
            throw StorageError(Fault::stopped, "The copy " + path.string() + " was cancelled.");
        }
    }
}

// Marks the copy as an older state: serving it begins an epoch. A database without secrets is a
// test's.
void mark_epoch_over(sqlite3* target, const fs::path& path) {
    int count = 0;
    const auto count_row = [](void* rows, int, char**, char**) {
        ++*static_cast<int*>(rows);
        return 0;
    };
    const int looked = sqlite3_exec(target, "SELECT 1 FROM sqlite_schema WHERE name = 'secrets'",
                                    count_row, &count, nullptr);
    const bool is_done =
        looked == SQLITE_OK && (count == 0 || sqlite3_exec(target, mark_epoch_over_sqlite, nullptr,
                                                           nullptr, nullptr) == SQLITE_OK);
    if (!is_done) throw sqlite_error(target, "finishing " + path.string());
}

// Ends a transaction that only reads.
class Reading {
public:
    explicit Reading(SqliteConnection& connection) : connection_(connection) {
        connection.begin_reading();
        connection.value("SELECT count(*) FROM sqlite_schema");  // from here on it is one state
    }
    ~Reading() { connection_.rollback(); }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

private:
    SqliteConnection& connection_;
};

void verify(const fs::path& copy) {
    SqliteConnection connection(copy, Access::inspect);
    const auto faults = integrity_faults(connection);
    if (faults.empty()) return;
    throw StorageError(Fault::corrupt, "The copy " + copy.string() +
                                           " is damaged, so the database "
                                           "is damaged too: " +
                                           faults.front() + ".");
}

// Both in one folder. Never writes over a file.
void rename_durably(const fs::path& from, const fs::path& to) {
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) != 0) {
        fail(Fault::cannot_open, to.string() + " is not writable", errno);
    }
    sync_folder_of(to);
}

void require_ours(const fs::path& database) {
    if (!plan(database, embedded_migrations(), {.takes_newer = true}).is_new) return;
    throw StorageError(Fault::cannot_open, "The database " + database.string() + " is missing.");
}

void require_other(const fs::path& backup, const fs::path& database) {
    std::error_code ignored;
    if (!fs::equivalent(backup, database, ignored)) return;
    throw StorageError(Fault::cannot_open,
                       "The backup " + backup.string() + " is the database itself.");
}

bool is_backup_name(std::string_view name, std::string_view stem) {
    const std::string example = backup_name(stem, 0);
    if (name.size() != example.size()) return false;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const bool is_free = i > stem.size() && protocol::is_digit(example[i]);
        const bool fits = is_free ? protocol::is_digit(name[i]) : name[i] == example[i];
        if (!fits) return false;
    }
    return true;
}

std::string timestamp(std::int64_t at) {
    const auto seconds = static_cast<std::time_t>(at);
    std::tm utc{};
    gmtime_r(&seconds, &utc);
    std::string text(20, '\0');
    text.resize(std::strftime(text.data(), text.size(), "%Y%m%dT%H%M%SZ", &utc));
    return text;
}

}  // namespace

// Before SQLite does, which takes an empty file.
void create_for_owner(const fs::path& file) {
    fs::remove(file);
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        const int error = errno;
        fail(Fault::cannot_open, file.string() + " is not writable", error);
    }
    ::close(descriptor);
}

void sync_file(const fs::path& file) {
    sync(file, O_RDONLY);
}

void sync_folder_of(const fs::path& file) {
    sync(fs::absolute(file).parent_path(), O_RDONLY | O_DIRECTORY);
}

void copy_into(SqliteConnection& source, const fs::path& target, const CopyProgress& progress) {
    create_for_owner(target);
    try {
        {
            const Reading reading(source);
            const auto file = open_target(target);
            copy_pages(source, file.get(), target, progress);
            mark_epoch_over(file.get(), target);
            // Reading the copy leaves no files beside it then; a server switches its log on again.
            if (sqlite3_exec(file.get(), "PRAGMA journal_mode = DELETE", nullptr, nullptr,
                             nullptr) != SQLITE_OK) {
                throw sqlite_error(file.get(), "finishing " + target.string());
            }
        }
        sync_file(target);
        verify(target);
    } catch (...) {
        std::error_code ignored;
        fs::remove(target, ignored);
        throw;
    }
}

void back_up(const fs::path& database, const fs::path& target, const CopyProgress& progress) {
    require_ours(database);
    if (fs::exists(fs::symlink_status(target))) {
        fail(Fault::cannot_open, target.string() + " is not writable", EEXIST);
    }
    const fs::path partial = target.string() + partial_suffix;
    {
        SqliteConnection source(database, Access::read);
        copy_into(source, partial, progress);
    }
    rename_durably(partial, target);
}

std::string backup_name(std::string_view stem, std::int64_t at) {
    return std::string(stem) + "-" + timestamp(at) + ".db";
}

std::vector<fs::path> prune_backups(const fs::path& folder, std::string_view stem, int keep) {
    std::vector<fs::path> found;
    for (const auto& entry : fs::directory_iterator(folder)) {
        const fs::path& path = entry.path();
        if (is_backup_name(path.filename().string(), stem)) found.push_back(path);
        if (path.extension() == partial_suffix && is_backup_name(path.stem().string(), stem) &&
            fs::last_write_time(path) < fs::file_time_type::clock::now() - std::chrono::hours(1)) {
            fs::remove(path);
        }
    }
    std::ranges::sort(found, std::greater());
    if (std::ssize(found) <= keep) return {};
    found.erase(found.begin(), found.begin() + keep);
    for (const fs::path& old : found) fs::remove(old);
    return found;
}

std::optional<fs::path> restore(const fs::path& backup, const fs::path& database, std::int64_t at,
                                const CopyProgress& progress) {
    require_ours(backup);
    require_other(backup, database);
    ProcessLock lock(database);
    lock.lock_file();
    const fs::path partial = database.string() + ".restored" + partial_suffix;
    {
        SqliteConnection source(backup, Access::inspect);
        copy_into(source, partial, progress);
    }
    std::string aside = database.string() + ".replaced-" + timestamp(at);
    const bool had_one = fs::exists(database);
    // The database first: without it what is left of its log is refused, never taken for another's.
    for (const char* suffix : {"", "-wal", "-shm"}) {
        const std::string former = database.string() + suffix;
        if (fs::exists(former)) rename_durably(former, aside + suffix);
    }
    rename_durably(partial, database);
    if (!had_one) return std::nullopt;
    return aside;
}

}  // namespace tanbo::store
