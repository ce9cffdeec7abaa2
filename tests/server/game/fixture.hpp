#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "engine/notation.hpp"
#include "protocol/games/answers.hpp"
#include "protocol/json/ids.hpp"
#include "server/game/feed/feed.hpp"
#include "server/game/feed/follower.hpp"
#include "server/game/observer.hpp"
#include "server/game/referee.hpp"
#include "server/game/time/downtimes.hpp"
#include "server/game/views/views.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "tests/support/add_player.hpp"
#include "tests/support/faulty_vfs.hpp"
#include "tests/support/put_database.hpp"
#include "tests/support/rehearsals.hpp"
#include "tests/support/run_on.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::game {

struct FixtureOptions {
    int threads = 3;
    RefereeLimits referee = {};
    ViewLimits views = {};
    std::vector<Observer*> observers = {};
    store::CommitHooks hooks = {};
    store::CommitLimits commits = test::commit_limits();
    bool queues_mail = false;
    // A copy of it is the database, with the four players; empty: one in which nothing has
    // happened.
    std::filesystem::path prepared = {};
};

// Everything from the referee down to SQLite on disk, on a file system that can fail.
class GameTest : public testing::Test {
protected:
    using Answer = protocol::Result<Receipt>;

    explicit GameTest(FixtureOptions options = {}) {
        vfs.reset();
        const bool is_prepared = !options.prepared.empty();
        open_server(std::move(options));
        for (const auto& [player, handle] : {std::pair{&anna, "Anna"}, std::pair{&ben, "ben"},
                                             std::pair{&carl, "carl"}, std::pair{&dora, "dora"}}) {
            *player = is_prepared ? test::find_player(*database, handle) : add_player(handle);
        }
    }
    ~GameTest() override { close_server(); }

    // --- the server ---
    void open_server(FixtureOptions options = {}) {
        store::DatabaseOptions database_options;
        database_options.path = folder.path() / "tanbo.db";
        database_options.vfs = test::FaultyVfs::name;
        database_options.queues_mail = options.queues_mail;
        database_options.on_fatal = [this](const store::StorageError&) { ++fatal_errors; };
        test::put_database(database_options.path, options.prepared);
        database = std::make_unique<store::Database>(database_options);
        if (!options.hooks.announce) {
            options.hooks.announce = [this](const auto& announcements) {
                keep_told(announcements);
            };
        }
        metrics = std::make_unique<base::Metrics>();
        downtimes = std::make_unique<Downtimes>();
        readers = std::make_unique<base::BlockingPool>("readers", 2, 1000);
        io = std::make_unique<base::IoThreads>(options.threads);
        writer = std::make_unique<store::GroupCommit>(*database, options.hooks, options.commits);
        store = std::make_unique<store::Store>(*database, *writer, *readers);
        std::vector<ThreadGames> threads;
        for (int i = 0; i < options.threads; ++i) {
            views.emplace_back(*store, *metrics, options.views);
            feeds.emplace_back(*metrics);
            threads.push_back({views.back(), feeds.back()});
        }
        const base::Clock clock = [this] {
            return base::Instant(std::chrono::milliseconds(now_ms.load()));
        };
        referee = std::make_unique<Referee>(*store, *io, threads, clock, *metrics, options.referee,
                                            options.observers, CalendarOf(), downtimes.get());
        io->start();
    }
    void close_server() {
        writer->stop();
        io->stop();
        io->join();
        readers.reset();
        io.reset();
        referee.reset();
        views.clear();
        feeds.clear();
        store.reset();
        writer.reset();
        database.reset();
    }
    void restart(FixtureOptions options = {}) {
        close_server();
        open_server(options);
    }

    // Runs the coroutine that start() yields on an I/O thread and waits for it.
    template <class F>
    auto on(int thread, F start) {
        return test::start_on(io->executor(thread), std::move(start)).get();
    }

    // --- players and games ---
    engine::Player add_player(const std::string& handle) {
        return test::add_player(*writer, handle);
    }

    // Seats by word: "me", "open", or a handle.
    static protocol::CreateGame game_request(const std::string& setup,
                                             const std::vector<std::string>& seats) {
        protocol::CreateGame request;
        request.setup = setup;
        request.opening = engine::find_setup(setup)->opening;
        for (const std::string& seat : seats) {
            protocol::SeatRequest& one = request.seats.emplace_back();
            if (seat == "me") {
                one.kind = protocol::SeatRequest::Kind::me;
            } else if (seat != "open") {
                one.kind = protocol::SeatRequest::Kind::handle;
                one.handle = seat;
            }
        }
        return request;
    }

    Answer open_game(const engine::Player& creator, protocol::CreateGame request,
                     std::optional<IdempotencyKey> key = {}, int thread = 0) {
        const NewGame game{creator, std::move(request)};
        return on(thread, [&] { return referee->open(game, key); });
    }
    Answer submit(GameId game, const Command& command, std::optional<IdempotencyKey> key = {},
                  int thread = 0) {
        return on(thread, [&] { return referee->submit(game, command, key); });
    }

    // An active game of two: anna is black, ben is white.
    GameId start_game(const std::string& setup = "9x9") {
        const GameId game = open_game(anna, game_request(setup, {"me", "open"}))->game;
        EXPECT_TRUE(submit(game, engine::Join{ben, {}}).has_value());
        return game;
    }

    // A game of four which that player has left: their seat is on offer.
    GameId game_left_by(const engine::Player& leaver, bool is_rated = false) {
        auto request = game_request("19x19-4p", {"me", "open", "open", "open"});
        request.terms.leaver_policy = engine::LeaverPolicy::substitute;
        request.terms.rated = is_rated;
        const GameId game = open_game(anna, std::move(request))->game;
        for (const auto* const player : {&ben, &carl, &dora}) {
            EXPECT_TRUE(submit(game, engine::Join{*player, {}}).has_value());
        }
        EXPECT_TRUE(submit(game, engine::Leave{leaver.account}).has_value());
        return game;
    }

    protocol::Result<View> view(GameId game, std::optional<protocol::AccountId> account = {},
                                int thread = 0) {
        return on(thread,
                  [&] { return views[static_cast<std::size_t>(thread)].get(game, account); });
    }
    std::shared_ptr<const engine::Match> match(GameId game,
                                               std::optional<protocol::AccountId> who = {}) {
        return view(game, who)->shared_match();
    }

    // The move of the seat to move to its lowest legal point, as a viewer sees the game.
    Command next_move(GameId game, std::optional<protocol::AccountId> viewer = {}) {
        const auto present = match(game, viewer);
        const engine::Lattice& lattice = present->opening().lattice();
        const auto legal = present->position().legal_points(*present->to_move());
        const engine::Point point = *std::ranges::min_element(legal);
        const auto seat = static_cast<std::size_t>(engine::index_of(*present->to_move()));
        return Move{present->seats()[seat].player->account, engine::point_name(lattice, point),
                    present->ply()};
    }
    // A private game has a viewer, who is one of its players.
    Answer play(GameId game, int moves, std::optional<protocol::AccountId> viewer = {}) {
        Answer last;
        for (int i = 0; i < moves && match(game, viewer)->to_move(); ++i) {
            last = submit(game, next_move(game, viewer));
            EXPECT_TRUE(last.has_value()) << last.error().detail;
        }
        return last;
    }

    std::vector<protocol::StoredEvent> events(GameId game, std::uint32_t after = 0) {
        auto found = on(0, [&] { return views[0].events(game, after, 10'000); });
        return *found;
    }
    // The data of all that accounts were told: of what is durable, however often its job ran.
    std::vector<std::string> told() {
        writer->write([](store::Transaction&) {});  // after what is announced after the answer
        return told_;
    }
    void forget_told() {
        told();
        told_.clear();
    }

    // seq runs from 1 without gaps, and the events are one game's.
    void expect_sound_log(GameId game) {
        std::uint32_t seq = 0;
        for (const protocol::StoredEvent& event : events(game)) EXPECT_EQ(event.seq, ++seq);
        EXPECT_EQ(match(game, anna.account)->seq(), seq);
    }

    test::TemporaryFolder folder;
    test::FaultyVfs& vfs = test::FaultyVfs::instance();
    std::atomic<int> fatal_errors = 0;
    std::unique_ptr<Downtimes> downtimes;
    std::atomic<std::int64_t> now_ms = 1'700'000'000'000;
    std::unique_ptr<store::Database> database;
    std::unique_ptr<base::Metrics> metrics;
    std::unique_ptr<base::BlockingPool> readers;
    std::unique_ptr<base::IoThreads> io;
    std::unique_ptr<store::GroupCommit> writer;
    std::unique_ptr<store::Store> store;
    std::deque<Views> views;
    std::deque<Feed> feeds;
    std::unique_ptr<Referee> referee;
    engine::Player anna;
    engine::Player ben;
    engine::Player carl;
    engine::Player dora;

private:
    void keep_told(const std::vector<store::Announcement>& announcements) {
        for (const store::Announcement& one : announcements) {
            const auto* const notified = std::get_if<store::AccountNotified>(&one);
            if (notified != nullptr) told_.push_back(notified->data);
        }
    }

    std::vector<std::string> told_;
};

}  // namespace tanbo::game
