#include "server/operate/check.hpp"

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <utility>

#include "protocol/json/words.hpp"
#include "server/config/exit_code.hpp"
#include "server/config/find_database.hpp"
#include "server/game/rebuild.hpp"
#include "server/rating/recorder.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/copy/copy_end.hpp"
#include "server/store/database.hpp"
#include "server/store/sqlite/backup.hpp"
#include "server/store/sqlite/copy_end.hpp"
#include "server/store/sqlite/integrity.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/derived_rows.hpp"
#include "server/store/tables/games/game_summaries.hpp"

namespace tanbo::app {
namespace {

namespace fs = std::filesystem;

// SQLite goes through all that a transaction may have to undo again and again.
constexpr int games_at_once = 5;

store::DatabaseOptions scratch_options(const fs::path& file) {
    Config config;
    config.database = file.string();
    store::DatabaseOptions options = existing_database(config);
    options.is_scratch = true;
    return options;
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
                              "No folder for a copy of " + beside.string() + ".");
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

void Findings::add(const std::string& what) {
    if (++count_ <= store::faults_max) std::cout << what << "\n";
}

ScratchDatabase::ScratchDatabase(const fs::path& file)
    : database_(scratch_options(file)), writer_(database_), store_(database_, writer_) {}

std::size_t ScratchDatabase::check_all(Findings& findings, const OnGames& on_games) {
    check_counts(findings);
    const std::size_t games = check_games(findings, on_games);
    if (findings.count() == 0) check_ratings(findings);
    return games;
}

std::size_t ScratchDatabase::check_games(Findings& findings, const OnGames& on_games) {
    std::size_t games = 0;
    for (protocol::GameId last{0};;) {
        const auto ids = store_.read_now(
            [last](store::Reader& reader) { return store::game_ids(reader, last, games_at_once); });
        if (ids.empty()) return games;
        check_games(ids, findings);
        on_games(ids.size());
        games += ids.size();
        last = ids.back();
    }
}

void ScratchDatabase::check_games(const std::vector<protocol::GameId>& games, Findings& findings) {
    store_.write_now([&](store::Transaction& transaction) {
        for (const protocol::GameId id : games) {
            try {
                const auto wrong = game::rebuild_rows(transaction, id);
                if (wrong) findings.add(*wrong);
            } catch (const store::StorageError& error) {
                if (error.fault() != store::Fault::misuse) throw;
                findings.add(error.what());
            }
        }
    });
}

void ScratchDatabase::check_counts(Findings& findings) {
    const auto accounts = store_.read_now([](store::Reader& reader) {
        return store::miscounted_accounts(reader, store::faults_max);
    });
    for (const protocol::AccountId account : accounts) {
        findings.add("The game counts of account " + to_string(account) + " are wrong.");
    }
}

void ScratchDatabase::check_ratings(Findings& findings) {
    const auto stored = store_.read_now(store::rating_checksums);
    rating::recompute(store_);
    const auto derived = store_.read_now(store::rating_checksums);
    for (const auto& [table, checksum] : derived) {
        if (stored.at(table) == checksum) continue;
        findings.add("The table " + table +
                     " differs from the games. To fix it, run `tanbod admin recompute-ratings`.");
    }
}

std::size_t check_file(const fs::path& file, Findings& findings, const OnGames& on_games) {
    for (const std::string& fault : store::check_structure(file)) findings.add(fault);
    if (findings.count() > 0) return 0;
    const ScratchFolder folder(file);
    const fs::path copy = folder.path() / "copy.db";
    store::back_up(file, copy, {});
    return ScratchDatabase(copy).check_all(findings, on_games);
}

int check(const Config& config) {
    if (is_postgres(config)) {
        return refuse_for_postgres(
            "`tanbod check` only works with SQLite. For PostgreSQL, use pg_amcheck and `tanbod "
            "admin rebuild-summaries`, which compares derived data with the games' logs.");
    }
    name_database(config);
    const fs::path file = config.database;
    Findings findings;
    const std::size_t games = check_file(file, findings);
    if (findings.count() > 0) {
        std::cerr << "tanbod: " << file.string() << " has "
                  << protocol::counted(findings.count(), "fault") << ".\n";
        return exit_bad_database;
    }
    store::require_unmarked(store::copy_mark(file), file.string());
    std::cout << file.string() << " is sound: " << protocol::counted(games, "game") << "\n";
    return exit_ok;
}

}  // namespace tanbo::app
