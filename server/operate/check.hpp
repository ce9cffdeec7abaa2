#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/config/config.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/store.hpp"

namespace tanbo::app {

// A folder of our own for a copy of a database, which ends with this: in that of `beside`, or in
// TMPDIR if nothing can be written there. Throws: store::StorageError.
class ScratchFolder {
public:
    explicit ScratchFolder(const std::filesystem::path& beside);
    ~ScratchFolder();
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }

private:
    std::filesystem::path path_;
};

// Faults, printed as they are found.
class Findings {
public:
    void add(const std::string& what);
    int count() const { return count_; }

private:
    int count_ = 0;
};

using OnGames = std::function<void(std::size_t games)>;

// A database that is no longer needed: what is found to be wrong is written again.
// Throws (all of it): store::StorageError.
class ScratchDatabase {
public:
    explicit ScratchDatabase(const std::filesystem::path& file);

    // Plays every game again, and compares everything that is calculated from games with what they
    // say, to the bit. Calls `on_games` with how many were played since the last call. Returns how
    // many games there are.
    std::size_t check_all(Findings& findings, const OnGames& on_games);

private:
    std::size_t check_games(Findings& findings, const OnGames& on_games);
    void check_games(const std::vector<protocol::GameId>& games, Findings& findings);
    void check_counts(Findings& findings);
    void check_ratings(Findings& findings);

    store::Database database_;
    store::GroupCommit writer_;
    store::Store store_;
};

// Looks through a file as check() does, even an unfinished copy. Returns how many games
// there are. Throws: store::StorageError.
std::size_t check_file(
    const std::filesystem::path& file, Findings& findings,
    const OnGames& on_games = [](std::size_t) {});

// Looks through a database, beside a running server too, or through a backup: its pages, indices
// and foreign keys, every game played again, and everything that is calculated from games compared
// with what they say. Works on a copy in the file's folder, or in TMPDIR if nothing can be
// written there. Prints what is wrong. Yields exit_ok or exit_bad_database.
//
// Throws: store::StorageError.
int check(const Config& config);

}  // namespace tanbo::app
