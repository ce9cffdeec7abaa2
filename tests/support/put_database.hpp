#pragma once

#include <filesystem>

#include "server/store/database.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::test {

// Puts a copy of `prepared` at `path`, unless there is a database; without `prepared`, one in which
// nothing has happened. Migrations cost more than most tests, so they run once in a process: each
// test has a copy of what came of them.
inline void put_database(const std::filesystem::path& path,
                         const std::filesystem::path& prepared = {}) {
    static const TemporaryFolder folder;
    static const std::filesystem::path migrated = [] {
        store::DatabaseOptions options;
        options.path = folder.path() / "tanbo.db";
        const store::Database database(options);
        return options.path;
    }();
    if (std::filesystem::exists(path)) return;
    std::filesystem::copy_file(prepared.empty() ? migrated : prepared, path);
}

}  // namespace tanbo::test
