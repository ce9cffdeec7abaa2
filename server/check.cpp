#include "server/check.hpp"

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <utility>

#include "server/exit_code.hpp"
#include "server/find_database.hpp"
#include "server/game/rebuild.hpp"
#include "server/rating/recorder.hpp"
#include "server/store/database.hpp"
#include "server/store/derived_rows.hpp"
#include "server/store/game_summaries.hpp"
#include "server/store/group_commit.hpp"
#include "server/store/sqlite/backup.hpp"
#include "server/store/sqlite/integrity.hpp"
#include "server/store/store.hpp"

namespace tanbo::app {
namespace {

namespace fs = std::filesystem;

// SQLite goes through all that a transaction may have to undo again and again.
constexpr int games_at_once = 5;

// Plays every game again. Returns how many there are.
std::size_t check_games(store::Store& copy, Findings& findings) {
    std::size_t games = 0;
    protocol::GameId last{0};
    while (true) {
        const auto ids = copy.read_now(
            [last](store::Reader& reader) { return store::game_ids(reader, last, games_at_once); });
        if (ids.empty()) return games;
        copy.write_now([&](store::Transaction& transaction) {
            for (const protocol::GameId id : ids) {
                try {
                    const auto wrong = game::rebuild_rows(transaction, id);
                    if (wrong) findings.add(*wrong);
                } catch (const store::StorageError& error) {
                    if (error.fault() != store::Fault::misuse) throw;
                    findings.add(error.what());
                }
            }
        });
        games += ids.size();
        last = ids.back();
    }
}

void check_ratings(store::Store& copy, Findings& findings) {
    const auto stored = copy.read_now(store::rating_checksums);
    rating::recompute(copy);
    const auto derived = copy.read_now(store::rating_checksums);
    for (const auto& [table, checksum] : derived) {
        if (stored.at(table) == checksum) continue;
        findings.add("The table " + table +
                     " is not what the games say; `tanbod admin recompute-ratings` makes it anew.");
    }
}

void check_counts(store::Store& copy, Findings& findings) {
    const auto accounts = copy.read_now([](store::Reader& reader) {
        return store::miscounted_accounts(reader, store::faults_max);
    });
    for (const protocol::AccountId account : accounts) {
        findings.add("The games of account " + to_string(account) + " are miscounted.");
    }
}

}  // namespace

ScratchFolder::ScratchFolder(const fs::path& beside) {
    const fs::path parents[] = {fs::absolute(beside).parent_path(), fs::temp_directory_path()};
    for (const fs::path& parent : parents) {
        std::string name = (parent / ".tanbo-check-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) continue;
        path_ = name;
        return;
    }
    throw store::StorageError(store::Fault::cannot_open,
                              "There is no folder to copy " + beside.string() + " to.");
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

void Findings::add(const std::string& what) {
    if (++count_ <= store::faults_max) std::cout << what << "\n";
}

std::size_t check_meaning(const fs::path& file, Findings& findings) {
    Config config;
    config.database = file.string();
    store::DatabaseOptions options = existing_database(config);
    options.is_scratch = true;
    store::Database database(std::move(options));
    store::GroupCommit writer(database);
    store::Store copy(database, writer);
    check_counts(copy, findings);
    const std::size_t games = check_games(copy, findings);
    if (findings.count() == 0) check_ratings(copy, findings);
    return games;
}

int check(const Config& config) {
    if (is_postgres(config)) {
        return refuse_for_postgres(
            "`tanbod check` looks through SQLite's file: look through a PostgreSQL by pg_amcheck, "
            "and by `tanbod admin rebuild-summaries`, which holds what is derived against the "
            "games' logs.");
    }
    name_database(config);
    const fs::path file = config.database;
    Findings findings;
    for (const std::string& fault : store::check_structure(file)) findings.add(fault);
    std::size_t games = 0;
    if (findings.count() == 0) {
        const ScratchFolder folder(file);
        const fs::path copy = folder.path() / "copy.db";
        store::back_up(file, copy, {});
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
