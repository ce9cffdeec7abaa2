#include "server/operate/backups.hpp"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <unistd.h>

#include "server/config/exit_code.hpp"
#include "server/config/find_database.hpp"
#include "server/operate/owner.hpp"
#include "server/store/database.hpp"
#include "server/store/sqlite/backup.hpp"

namespace tanbo::app {
namespace {

namespace fs = std::filesystem;

volatile std::sig_atomic_t is_to_end = 0;

void end_when_told() {
    struct sigaction action{};
    action.sa_handler = [](int) { is_to_end = 1; };
    for (const int signal : {SIGTERM, SIGINT, SIGHUP}) sigaction(signal, &action, nullptr);
}

std::int64_t seconds_now() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::seconds>(now).count();
}

std::string size_of(std::uint64_t bytes) {
    constexpr std::uint64_t kilobyte = 1'000;
    constexpr std::uint64_t megabyte = kilobyte * kilobyte;
    if (bytes < megabyte) return std::to_string((bytes + kilobyte - 1) / kilobyte) + " kB";
    return std::to_string(bytes / megabyte) + " MB";
}

// Says every tenth of a long copy, and asks whether a signal wants it to end.
store::CopyProgress progress() {
    using Clock = std::chrono::steady_clock;
    return [next_tenth = std::uint64_t{1}, begun = Clock::now()](std::uint64_t bytes,
                                                                 std::uint64_t expected) mutable {
        const std::uint64_t tenth =
            expected == 0 ? 0 : std::min<std::uint64_t>(bytes * 10 / expected, 9);
        if (tenth >= next_tenth && Clock::now() - begun > std::chrono::seconds(1)) {
            std::cerr << "tanbod: " << tenth * 10 << " % of " << size_of(expected) << "\n";
            next_tenth = tenth + 1;
        }
        return is_to_end == 0;
    };
}

// Backups hold what the database holds: a new folder is its owner's alone.
void create_folder(const fs::path& folder) {
    if (fs::is_directory(folder)) return;
    fs::create_directories(folder);
    fs::permissions(folder, fs::perms::owner_all);
}

void report(const fs::path& file, std::chrono::steady_clock::time_point begun) {
    const auto took = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begun);
    std::cout << file.string() << ": " << size_of(fs::file_size(file)) << ", verified, "
              << took.count() << " ms\n";
}

}  // namespace

int back_up(const Config& config, const BackupOptions& order) {
    if (is_postgres(config)) {
        return refuse_for_postgres(
            "`tanbod backup` only works with SQLite. For PostgreSQL, use pg_dump, or pg_basebackup "
            "and its log, even while the server runs.");
    }
    name_database(config);
    end_when_told();
    const auto begun = std::chrono::steady_clock::now();
    const bool is_folder =
        order.keep > 0 || order.target.ends_with('/') || fs::is_directory(order.target);
    if (is_folder) create_folder(order.target);
    const std::string stem = fs::path(config.database).stem().string();
    fs::path target = order.target;
    if (is_folder) target /= store::backup_name(stem, seconds_now());
    store::back_up(config.database, target, progress());
    report(target, begun);
    if (order.keep == 0) return exit_ok;
    for (const fs::path& old : store::prune_backups(order.target, stem, order.keep)) {
        std::cout << old.string() << ": removed\n";
    }
    return exit_ok;
}

int restore(const Config& config, const std::string& backup) {
    if (is_postgres(config)) {
        return refuse_for_postgres(
            "`tanbod restore` only works with SQLite. For PostgreSQL, use pg_restore into an empty "
            "database, while no server runs.");
    }
    name_database(config);
    end_when_told();
    const auto begun = std::chrono::steady_clock::now();
    const auto aside = store::restore(backup, config.database, seconds_now(), progress());
    give_to_owner(config);
    report(config.database, begun);
    if (aside) std::cout << "the former database is now " << aside->string() << "\n";
    return exit_ok;
}

}  // namespace tanbo::app
