// The cost of moves that are only stored: two statements each, 64 a transaction, in a log that is
// written through to the disk.
//
//     tanbo_bench_sqlite_loop FOLDER SECONDS
//
// Prints moves a second.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>

#include <sqlite3.h>

namespace {

constexpr int batch = 64;

using Connection = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;
using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

void require(int status, int expected, sqlite3* database) {
    if (status != expected) throw std::runtime_error(sqlite3_errmsg(database));
}

void execute(sqlite3* database, const char* sql) {
    require(sqlite3_exec(database, sql, nullptr, nullptr, nullptr), SQLITE_OK, database);
}

Statement prepared(sqlite3* database, const char* sql) {
    sqlite3_stmt* statement = nullptr;
    require(sqlite3_prepare_v2(database, sql, -1, &statement, nullptr), SQLITE_OK, database);
    return {statement, sqlite3_finalize};
}

Connection opened(const std::filesystem::path& path) {
    sqlite3* database = nullptr;
    const int status = sqlite3_open(path.c_str(), &database);
    Connection connection(database, sqlite3_close);
    require(status, SQLITE_OK, database);
    execute(database, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    execute(database,
            "CREATE TABLE games (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL,"
            " ply INTEGER NOT NULL, to_move INTEGER, updated_at INTEGER NOT NULL) STRICT;"
            "CREATE TABLE events (game INTEGER NOT NULL, seq INTEGER NOT NULL,"
            " at INTEGER NOT NULL, type TEXT NOT NULL, account INTEGER, data TEXT NOT NULL,"
            " PRIMARY KEY (game, seq)) STRICT, WITHOUT ROWID");
    for (int game = 1; game <= batch; ++game) {
        const std::string row = std::to_string(game);
        execute(database, ("INSERT INTO games VALUES (" + row + ", 0, 0, 0, 0)").c_str());
    }
    return connection;
}

void run(sqlite3* database, sqlite3_stmt* statement) {
    require(sqlite3_step(statement), SQLITE_DONE, database);
    sqlite3_reset(statement);
}

// Moves a second.
double store_moves(sqlite3* database, double seconds) {
    const std::string data =
        R"({"seat":"black","point":"K10","ply":17,"removed":[],"next":"white"})";
    const Statement insert =
        prepared(database, "INSERT INTO events VALUES (?1, ?2, 1700000000000, 'move', 1, ?3)");
    const Statement update = prepared(database,
                                      "UPDATE games SET seq = ?2, ply = ?2, to_move = ?2 & 1,"
                                      " updated_at = 1700000000000 + ?2 WHERE id = ?1");
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const auto end = begin + std::chrono::duration<double>(seconds);
    std::int64_t rounds = 0;
    while (Clock::now() < end) {
        ++rounds;
        execute(database, "BEGIN IMMEDIATE");
        for (int game = 1; game <= batch; ++game) {
            sqlite3_bind_int(insert.get(), 1, game);
            sqlite3_bind_int64(insert.get(), 2, rounds);
            sqlite3_bind_text(insert.get(), 3, data.data(), static_cast<int>(data.size()),
                              SQLITE_STATIC);
            run(database, insert.get());
            sqlite3_bind_int(update.get(), 1, game);
            sqlite3_bind_int64(update.get(), 2, rounds);
            run(database, update.get());
        }
        execute(database, "COMMIT");
    }
    const std::chrono::duration<double> elapsed = Clock::now() - begin;
    return static_cast<double>(rounds) * batch / elapsed.count();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: tanbo_bench_sqlite_loop FOLDER SECONDS\n", stderr);
        return 2;
    }
    try {
        const Connection connection = opened(std::filesystem::path(argv[1]) / "moves.db");
        std::printf("%.0f\n", store_moves(connection.get(), std::stod(argv[2])));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
