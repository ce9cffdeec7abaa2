#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "protocol/json/ids.hpp"
#include "server/game/feed/feed.hpp"
#include "server/game/observer.hpp"
#include "server/game/referee.hpp"
#include "server/game/time/downtimes.hpp"
#include "server/game/views/views.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/store.hpp"
#include "tests/support/add_player.hpp"
#include "tests/support/run_on.hpp"

namespace tanbo::test {

struct NodeOptions {
    game::RefereeLimits referee = {};
    store::CommitLimits commits = {};
    game::CalendarOf calendar_of = {};
    store::CommitHooks hooks = {};
    std::vector<game::Observer*> observers = {};
};

// One of several nodes over one database, all of this process: from the referee down, with a
// writer, views and a feed of its own. None knows of the others but by the database.
class Node {
public:
    using Answer = protocol::Result<game::Receipt>;

    // Requires: others are not kept away.
    explicit Node(store::DatabaseOptions where, const NodeOptions& options = {})
        : database(std::move(where)),
          writer(database, options.hooks, options.commits),
          store(database, with_other_writers(options), readers) {
        std::vector<game::ThreadGames> threads;
        for (int i = 0; i < io.size(); ++i) {
            views.emplace_back(store, metrics);
            feeds.emplace_back(metrics);
            threads.push_back({views.back(), feeds.back()});
        }
        referee = std::make_unique<game::Referee>(
            store, io, std::move(threads),
            [] { return base::Instant(std::chrono::milliseconds(1'700'000'000'000)); }, metrics,
            options.referee, options.observers, options.calendar_of, &downtimes);
        io.start();
    }
    ~Node() {
        writer.stop();
        for (store::GroupCommit& other : other_writers) other.stop();
        io.stop();
        io.join();
    }
    Node(const Node&) = delete;
    Node& operator=(const Node&) = delete;

    engine::Player add_player(const std::string& handle) {
        return test::add_player(writer, handle);
    }

    // Runs the coroutine that start() yields on the first I/O thread.
    template <class F>
    auto start(F start) {
        return start_on(io.executor(0), std::move(start));
    }
    template <class F>
    auto on(F begin) {
        return start(std::move(begin)).get();
    }

    // An active game of two without a clock: the first is black.
    protocol::GameId start_game(const engine::Player& black, const engine::Player& white,
                                const std::string& setup) {
        game::NewGame game;
        game.creator = black;
        game.request.setup = setup;
        game.request.opening = engine::find_setup(setup)->opening;
        game.request.seats.resize(2);
        game.request.seats[0].kind = protocol::SeatRequest::Kind::me;
        const Answer opened = on([&] { return referee->open(game); });
        submit(opened->game, engine::Join{white, {}});
        return opened->game;
    }

    Answer submit(protocol::GameId game, const game::Command& command,
                  std::optional<game::IdempotencyKey> key = {}) {
        return on([&] { return referee->submit(game, command, key); });
    }
    protocol::Result<game::View> view(protocol::GameId game) {
        return on([&] { return views[0].get(game, std::nullopt); });
    }
    std::vector<protocol::StoredEvent> events(protocol::GameId game, std::uint32_t after = 0) {
        return *on([&] { return views[0].events(game, after, 10'000); });
    }

    store::Database database;
    base::Metrics metrics;
    base::IoThreads io{1};
    base::BlockingPool readers{"readers", 2, 1000};  // ends before what it answers to
    store::GroupCommit writer;                       // of the first lane
    std::deque<store::GroupCommit> other_writers;
    store::Store store;
    game::Downtimes downtimes;
    std::deque<game::Views> views;
    std::deque<game::Feed> feeds;
    std::unique_ptr<game::Referee> referee;

private:
    std::vector<store::GroupCommit*> with_other_writers(const NodeOptions& options) {
        std::vector<store::GroupCommit*> all{&writer};
        for (int lane = 1; lane < database.lanes(); ++lane) {
            other_writers.emplace_back(database, options.hooks, options.commits, lane);
            all.push_back(&other_writers.back());
        }
        return all;
    }
};

}  // namespace tanbo::test
