#include "tests/bench/anchors/plain_store.hpp"

#include <stdexcept>
#include <string>
#include <string_view>

namespace tanbo::bench {
namespace {

constexpr std::string_view data =
    R"({"seat":"black","point":"K10","ply":17,"removed":[],"next":"white"})";

sqlite3* opened(const std::filesystem::path& path) {
    sqlite3* database = nullptr;
    if (sqlite3_open(path.c_str(), &database) != SQLITE_OK) {
        sqlite3_close(database);
        throw std::runtime_error("can't open " + path.string());
    }
    return database;
}

}  // namespace

PlainStore::PlainStore(const std::filesystem::path& folder)
    : database_(opened(folder / "moves.db")) {
    execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
    execute(
        "CREATE TABLE games (id INTEGER PRIMARY KEY, seq INTEGER NOT NULL,"
        " ply INTEGER NOT NULL, to_move INTEGER, updated_at INTEGER NOT NULL) STRICT;"
        "CREATE TABLE events (game INTEGER NOT NULL, seq INTEGER NOT NULL,"
        " at INTEGER NOT NULL, type TEXT NOT NULL, account INTEGER, data TEXT NOT NULL,"
        " PRIMARY KEY (game, seq)) STRICT, WITHOUT ROWID");
    for (int game = 0; game < games; ++game) {
        execute(("INSERT INTO games VALUES (" + std::to_string(game) + ", 0, 0, 0, 0)").c_str());
    }
    insert_ = prepared("INSERT INTO events VALUES (?1, ?2, 1700000000000, 'move', 1, ?3)");
    update_ = prepared(
        "UPDATE games SET seq = ?2, ply = ?2, to_move = ?2 & 1, updated_at = 1700000000000 + ?2"
        " WHERE id = ?1");
}

void PlainStore::begin() {
    execute("BEGIN IMMEDIATE");
}

void PlainStore::store(int game, std::int64_t seq) {
    sqlite3_bind_int(insert_.get(), 1, game);
    sqlite3_bind_int64(insert_.get(), 2, seq);
    sqlite3_bind_text(insert_.get(), 3, data.data(), static_cast<int>(data.size()), SQLITE_STATIC);
    run(insert_);
    sqlite3_bind_int(update_.get(), 1, game);
    sqlite3_bind_int64(update_.get(), 2, seq);
    run(update_);
}

void PlainStore::commit() {
    execute("COMMIT");
}

void PlainStore::require(int status, int expected) {
    if (status != expected) throw std::runtime_error(sqlite3_errmsg(database_.get()));
}

void PlainStore::execute(const char* sql) {
    require(sqlite3_exec(database_.get(), sql, nullptr, nullptr, nullptr), SQLITE_OK);
}

PlainStore::Statement PlainStore::prepared(const char* sql) {
    sqlite3_stmt* statement = nullptr;
    require(sqlite3_prepare_v2(database_.get(), sql, -1, &statement, nullptr), SQLITE_OK);
    return Statement(statement);
}

void PlainStore::run(const Statement& statement) {
    require(sqlite3_step(statement.get()), SQLITE_DONE);
    sqlite3_reset(statement.get());
}

}  // namespace tanbo::bench
