#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "server/config.hpp"

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

// Plays every game of a database that nobody needs any more again, and compares everything that is
// calculated from games with what they say: to the bit, whatever is found is written anew. Returns
// how many games there are. Throws: store::StorageError.
std::size_t check_meaning(const std::filesystem::path& file, Findings& findings);

// Looks through a database, beside a running server too, or through a backup: its pages, indices
// and foreign keys, every game played again, and everything that is calculated from games compared
// with what they say. Works on a copy in the file's folder, or in TMPDIR if nothing can be
// written there. Prints what is wrong. Yields exit_ok or exit_bad_database.
//
// Throws: store::StorageError.
int check(const Config& config);

}  // namespace tanbo::app
