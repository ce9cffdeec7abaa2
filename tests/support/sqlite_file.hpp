#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

struct sqlite3;

namespace tanbo::test {

// A database as whoever looks into its file sees it, by a connection of its own: for tests above
// the store, of what no function of the store tells or does. What the store has committed is seen;
// the store's writer has to be idle while something is changed here.
//
// Throws (all of it): std::runtime_error with what SQLite said.
class SqliteFile {
public:
    explicit SqliteFile(const std::filesystem::path& path);
    ~SqliteFile();
    SqliteFile(const SqliteFile&) = delete;
    SqliteFile& operator=(const SqliteFile&) = delete;

    // The first column of the first row; 0 if there is none.
    std::int64_t number(const std::string& sql) const;

    // Executes any number of statements.
    void change(const std::string& sql) const;

private:
    sqlite3* handle_ = nullptr;
};

}  // namespace tanbo::test
