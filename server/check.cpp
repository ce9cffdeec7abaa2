#include "server/check.hpp"

#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "server/exit_code.hpp"
#include "server/find_database.hpp"
#include "server/game/rebuild.hpp"
#include "server/rating/recorder.hpp"
#include "server/storage/database.hpp"
#include "server/storage/derived_rows.hpp"
#include "server/storage/game_summaries.hpp"
#include "server/storage/group_commit.hpp"
#include "server/storage/sqlite/backup.hpp"
#include "server/storage/sqlite/integrity.hpp"

namespace tanbo::app {
namespace {

namespace fs = std::filesystem;

constexpr int games_at_once = 100;

// A folder of our own for the copy, which ends with this.
class ScratchFolder {
public:
    explicit ScratchFolder(const fs::path& beside) {
        const fs::path parents[] = {fs::absolute(beside).parent_path(), fs::temp_directory_path()};
        for (const fs::path& parent : parents) {
            std::string name = (parent / ".tanbo-check-XXXXXX").string();
            if (::mkdtemp(name.data()) == nullptr) continue;
            path_ = name;
            return;
        }
        throw storage::StorageError(storage::Fault::cannot_open,
                                    "There is no folder to copy " + beside.string() + " to.");
    }
    ~ScratchFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const fs::path& path() const { return path_; }

private:
    fs::path path_;
};

// What is wrong, printed as it is found.
class Findings {
public:
    void add(const std::string& what) {
        if (++count_ <= storage::faults_max) std::cout << what << "\n";
    }
    int count() const { return count_; }

private:
    int count_ = 0;
};

// Plays every game again. Returns how many there are.
std::size_t check_games(storage::Database& copy, storage::GroupCommit& writer, Findings& findings) {
    std::size_t games = 0;
    storage::GameId last{0};
    while (true) {
        const auto ids = copy.read([last](storage::Reader& reader) {
            return storage::game_ids(reader, last, games_at_once);
        });
        if (ids.empty()) return games;
        writer.write([&](storage::Transaction& transaction) {
            for (const storage::GameId id : ids) {
                try {
                    const auto wrong = game::rebuild_rows(transaction, id);
                    if (wrong) findings.add(*wrong);
                } catch (const storage::StorageError& error) {
                    if (error.fault() != storage::Fault::misuse) throw;
                    findings.add(error.what());
                }
            }
        });
        games += ids.size();
        last = ids.back();
    }
}

void check_ratings(storage::Database& copy, storage::GroupCommit& writer, Findings& findings) {
    const auto stored = copy.read(storage::rating_checksums);
    rating::recompute(copy, writer);
    const auto derived = copy.read(storage::rating_checksums);
    for (const auto& [table, checksum] : derived) {
        if (stored.at(table) == checksum) continue;
        findings.add("The table " + table +
                     " is not what the games say; `tanbod admin recompute-ratings` makes it anew.");
    }
}

void check_counts(storage::Database& copy, Findings& findings) {
    const auto accounts = copy.read([](storage::Reader& reader) {
        return storage::miscounted_accounts(reader, storage::faults_max);
    });
    for (const storage::AccountId account : accounts) {
        findings.add("The games of account " + std::to_string(static_cast<std::int64_t>(account)) +
                     " are miscounted.");
    }
}

// Yields how many games there are.
std::size_t check_meaning(const fs::path& file, Findings& findings) {
    Config config;
    config.database = file.string();
    storage::Database copy(existing_database(config));
    storage::GroupCommit writer(copy);
    check_counts(copy, findings);
    const std::size_t games = check_games(copy, writer, findings);
    if (findings.count() == 0) check_ratings(copy, writer, findings);
    return games;
}

}  // namespace

int check(const Config& config) {
    name_database(config);
    const fs::path file = config.database;
    Findings findings;
    for (const std::string& fault : storage::check_structure(file)) findings.add(fault);
    std::size_t games = 0;
    if (findings.count() == 0) {
        const ScratchFolder folder(file);
        const fs::path copy = folder.path() / "copy.db";
        storage::back_up(file, copy, {});
        games = check_meaning(copy, findings);
    }
    if (findings.count() > 0) {
        std::cerr << "tanbod: " << file.string() << " has " << findings.count() << " faults.\n";
        return exit_bad_database;
    }
    std::cout << file.string() << " is sound: " << games << " games\n";
    return exit_ok;
}

}  // namespace tanbo::app
