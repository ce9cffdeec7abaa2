#pragma once

#include <filesystem>

#include "server/store/database.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::test {

// Puts a database in which nothing has happened at `path`, unless there is one. Migrations cost
// more than most tests, so they run once in a process: each test has a copy of what came of them.
inline void put_database(const std::filesystem::path& path) {
    static const TemporaryFolder folder;
    static const std::filesystem::path migrated = [] {
        store::DatabaseOptions options;
        options.path = folder.path() / "tanbo.db";
        const store::Database database(options);
        return options.path;
    }();
    if (!std::filesystem::exists(path)) std::filesystem::copy_file(migrated, path);
}

}  // namespace tanbo::test
