#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <span>
#include <string>

#include <gtest/gtest.h>

#include "server/store/commit/group_commit.hpp"
#include "server/store/database.hpp"
#include "server/store/sqlite/connection.hpp"
#include "server/store/tables/accounts/accounts.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "server/store/tables/games/game_summaries.hpp"
#include "tests/support/faulty_vfs.hpp"
#include "tests/support/put_database.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::store {

using engine::instant_of;

// If a check throws a StorageError, its fault; misuse if it throws none.
template <typename Closure>
Fault fault_of(Closure&& closure, std::string* detail = nullptr) {
    try {
        closure();
    } catch (const StorageError& error) {
        if (detail != nullptr) *detail = error.what();
        return error.fault();
    }
    ADD_FAILURE() << "no StorageError was thrown";
    return Fault::misuse;
}

// The one connection that writes, as SQLite's. Requires: the writer's thread does nothing.
template <typename SomeDatabase>
SqliteConnection& sqlite_writer(SomeDatabase&& database) {
    return static_cast<SqliteConnection&>(database.writer());
}

// The whole file; empty if there is none.
inline std::string bytes_of(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// A member without a password.
inline AccountId add_account(Transaction& transaction, const std::string& handle) {
    NewAccount account;
    account.handle = handle;
    account.handle_key = handle;
    return create_account(transaction, account).value();
}

// A seat that is taken.
inline GamePlayer seated(SeatNumber seat, AccountId account) {
    return {.seat = seat, .account = account, .state = PlayerState::in, .place = {}, .handle = {}};
}

// A 9x9 game of two that is being played.
inline GameId add_game(Transaction& transaction, AccountId black, AccountId white) {
    NewGame game;
    game.setup = "9x9";
    game.creator = black;
    game.status = GameStatus::active;
    game.to_move = SeatNumber{0};
    game.players = {seated(0, black), seated(1, white)};
    return create_game(transaction, game);
}

// Appends an event without an actor.
inline void append(Transaction& transaction, GameId game, std::int64_t seq,
                   std::string_view data = "{}") {
    append_event(
        transaction, game,
        {.seq = seq, .at = instant_of(1000 + seq), .type = "move", .account = {}, .data = data});
}

// A job made of closures.
struct ClosureJob final : Job {
    std::function<void(Transaction&)> work = [](Transaction&) {};
    std::function<void()> on_committed = [] {};
    std::function<void(const StorageError&)> on_failed = [](const StorageError&) {};
    std::function<void()> on_undone = [] {};
    bool in_part = true;

    bool needs_part() const override { return in_part; }
    void undone() noexcept override { on_undone(); }
    void run(Transaction& transaction) override { work(transaction); }
    void committed() noexcept override { on_committed(); }
    void failed(const StorageError& error) noexcept override { on_failed(error); }
};

// A database on disk with two accounts and a game, on the faulty file system without a fault.
class StorageTest : public testing::Test {
protected:
    StorageTest() { vfs.reset(); }

    DatabaseOptions options() {
        DatabaseOptions result;
        result.path = folder.path() / "tanbo.db";
        result.vfs = test::FaultyVfs::name;
        result.on_fatal = [this](const StorageError& error) {
            ++fatal_errors;
            fatal = error.fault();
        };
        return result;
    }

    void open(CommitHooks hooks = {}, CommitLimits limits = {}) {
        test::put_database(options().path);
        database = std::make_unique<Database>(options());
        commits = std::make_unique<GroupCommit>(*database, std::move(hooks), limits);
    }
    void close() {
        commits.reset();
        database.reset();
    }
    // The writer's connection, when its thread is over: that one would go on using it after a
    // commit. Nothing more is written.
    SqliteConnection& stopped_writer() {
        commits->stop();
        return sqlite_writer(*database);
    }
    void write(const std::function<void(Transaction&)>& closure) { commits->write(closure); }
    template <class Closure>
    auto read(Closure closure) {
        return database->read(closure);
    }
    void add_players() {
        commits->write([this](Transaction& transaction) {
            black = add_account(transaction, "black");
            white = add_account(transaction, "white");
            game = add_game(transaction, black, white);
        });
    }

    std::int64_t seq_of(GameId which) {
        return database->read([which](Reader& reader) { return last_seq(reader, which); });
    }

    test::TemporaryFolder folder;
    test::FaultyVfs& vfs = test::FaultyVfs::instance();
    std::atomic<int> fatal_errors = 0;
    std::atomic<Fault> fatal = Fault::misuse;
    std::unique_ptr<Database> database;
    std::unique_ptr<GroupCommit> commits;
    AccountId black{};
    AccountId white{};
    GameId game{};
};

// A database of migrations that a test makes up.
class MadeUpTest : public testing::Test {
protected:
    DatabaseOptions options(std::span<const Migration> migrations) const {
        DatabaseOptions result;
        result.path = path;
        result.migrations = migrations;
        return result;
    }

    test::TemporaryFolder folder;
    std::filesystem::path path = folder.path() / "tanbo.db";
    std::string detail;
};

}  // namespace tanbo::store
