#include "server/store/sqlite/integrity.hpp"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>

#include <sqlite3.h>

#include "server/store/error.hpp"
#include "server/store/sql.hpp"
#include "server/store/sqlite/connection.hpp"
#include "server/store/sqlite/migrations.hpp"
#include "server/store/statement.hpp"

namespace tanbo::store {
namespace {

using SteadyTime = std::chrono::steady_clock::time_point;

constexpr std::string_view select_tables =
    "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
    " ORDER BY name";

// Interrupts what a connection does when the time is up; what it says after that means nothing.
class Alarm {
public:
    Alarm(sqlite3* handle, SteadyTime end)
        : thread_([this, handle, end] {
              std::unique_lock lock(mutex_);
              if (over_.wait_until(lock, end, [this] { return is_over_; })) return;
              has_rung_ = true;
              sqlite3_interrupt(handle);
          }) {}
    ~Alarm() {
        {
            const std::lock_guard lock(mutex_);
            is_over_ = true;
        }
        over_.notify_one();
        thread_.join();
    }
    Alarm(const Alarm&) = delete;
    Alarm& operator=(const Alarm&) = delete;

    bool has_rung() const { return has_rung_; }

private:
    std::mutex mutex_;
    std::condition_variable over_;
    bool is_over_ = false;
    std::atomic<bool> has_rung_ = false;
    std::thread thread_;
};

// The first and the last row of each table, which lie at the ends of its tree; of one that is
// without rowids the first.
void read_ends(SqliteConnection& connection) {
    std::vector<std::string> ends;
    {
        Query tables = connection.ask(select_tables);
        while (tables.step()) {
            const std::string rows = "SELECT * FROM " + quoted_name(tables.text(0));
            ends.push_back(rows + " LIMIT 1");
            if (tables.integer(1) == 0) ends.push_back(rows + " ORDER BY rowid DESC LIMIT 1");
        }
    }
    for (const std::string& sql : ends) connection.value(sql);
}

std::optional<std::string> first_fault(SqliteConnection& connection, const Alarm& alarm) {
    try {
        read_ends(connection);
        std::string said = connection.value("PRAGMA quick_check(1)");
        if (said == "ok" || alarm.has_rung()) return std::nullopt;
        return said;
    } catch (const StorageError& error) {
        if (alarm.has_rung() && error.fault() != Fault::corrupt) return std::nullopt;
        if (error.fault() != Fault::corrupt) throw;
        return error.what();
    }
}

}  // namespace

void quick_check(const std::filesystem::path& database, std::chrono::milliseconds limit) {
    const SteadyTime end = std::chrono::steady_clock::now() + limit;
    SqliteConnection connection(database, Access::inspect);
    std::optional<std::string> fault;
    {
        const Alarm alarm(connection.handle(), end);
        fault = first_fault(connection, alarm);
    }
    if (!fault) return;
    throw StorageError(Fault::corrupt,
                       "The database " + database.string() + " is damaged: " + *fault);
}

std::vector<std::string> integrity_faults(SqliteConnection& connection) {
    std::vector<std::string> faults;
    const std::string limit = std::to_string(faults_max);
    {
        Query rows = connection.ask("PRAGMA integrity_check(" + limit + ")");
        while (rows.step()) faults.emplace_back(rows.text(0));
    }
    if (faults.size() == 1 && faults.front() == "ok") faults.clear();
    Query orphans = connection.ask(
        "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check"
        " LIMIT " +
        limit);
    while (orphans.step() && std::ssize(faults) < faults_max) {
        faults.push_back("row " + std::to_string(orphans.integer(1)) + " of " +
                         std::string(orphans.text(0)) + " has a broken reference to " +
                         std::string(orphans.text(2)));
    }
    return faults;
}

std::vector<std::string> check_structure(const std::filesystem::path& database) {
    try {
        if (plan(database).is_new) {
            throw StorageError(Fault::cannot_open,
                               "The database " + database.string() + " is missing.");
        }
        SqliteConnection connection(database, Access::inspect);
        connection.execute("BEGIN");
        return integrity_faults(connection);
    } catch (const StorageError& error) {
        if (error.fault() != Fault::corrupt) throw;
        return {error.what()};
    }
}

}  // namespace tanbo::store
