#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/config/config.hpp"
#include "server/rating/recorder.hpp"
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

// A database that is no longer needed: what is found to be wrong is written again.
// Throws (all of it): store::StorageError.
class ScratchDatabase {
public:
    explicit ScratchDatabase(const std::filesystem::path& file);

    // Plays every game again, and compares everything that is calculated from games with what they
    // say, to the bit. Returns how many games there are.
    std::size_t check_all(Findings& findings);

    // Plays these games again, and compares what is calculated from each of them; counts all; and
    // calculates ratings from what has come since `before`, without comparing them. Returns the
    // games that they are made of now, or `before` if there are findings.
    rating::Counted check_since(const rating::Counted& before, const std::set<std::int64_t>& games,
                                Findings& findings);

    // The same for a part of a database, with all that is calculated from all games written again,
    // not compared.
    std::size_t calculate_all(Findings& findings);
    rating::Counted calculate_since(const rating::Counted& before,
                                    const std::set<std::int64_t>& games, Findings& findings);

    rating::Counted counted_games();

private:
    std::size_t check_games(Findings& findings);
    void check_games(const std::vector<protocol::GameId>& games, Findings& findings);
    void check_counts(Findings& findings);
    void check_ratings(Findings& findings);

    store::Database database_;
    store::GroupCommit writer_;
    store::Store store_;
};

// Looks through a database, beside a running server too, or through a backup: its pages, indices
// and foreign keys, every game played again, and everything that is calculated from games compared
// with what they say. Works on a copy in the file's folder, or in TMPDIR if nothing can be
// written there. Prints what is wrong. Yields exit_ok or exit_bad_database.
//
// Throws: store::StorageError.
int check(const Config& config);

}  // namespace tanbo::app
