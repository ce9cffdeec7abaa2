#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include <sqlite3.h>

namespace tanbo::bench {

// Moves that are only stored, by two statements each, in a log that is written through to the disk.
// All errors are std::runtime_error.
class PlainStore {
public:
    static constexpr int games = 64;

    // Makes moves.db in the folder.
    explicit PlainStore(const std::filesystem::path& folder);

    void begin();
    // The next move of game 0 to games - 1, within a transaction.
    void store(int game, std::int64_t seq);
    void commit();

private:
    template <class T, int (*release)(T*)>
    struct Release {
        void operator()(T* what) const { release(what); }
    };
    using Connection = std::unique_ptr<sqlite3, Release<sqlite3, sqlite3_close>>;
    using Statement = std::unique_ptr<sqlite3_stmt, Release<sqlite3_stmt, sqlite3_finalize>>;

    void require(int status, int expected);
    void execute(const char* sql);
    Statement prepared(const char* sql);
    void run(const Statement& statement);

    Connection database_;
    Statement insert_;
    Statement update_;
};

}  // namespace tanbo::bench
