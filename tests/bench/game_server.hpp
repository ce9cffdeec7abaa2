#pragma once

#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/game/feed/feed.hpp"
#include "server/game/feed/presence.hpp"
#include "server/game/referee.hpp"
#include "server/game/time/deadline_scheduler.hpp"
#include "server/game/views/views.hpp"
#include "server/store/commit/group_commit.hpp"
#include "server/store/store.hpp"
#include "tests/support/add_player.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::game {

// A server without its endpoints: a referee and a scheduler over a database on the disk,
// views and feeds for every I/O thread, and two players.
struct GameServer {
    // Requires: the observers outlive it.
    explicit GameServer(int io_threads, std::vector<Observer*> observers = {}) : io(io_threads) {
        std::vector<ThreadGames> threads;
        for (int i = 0; i < io_threads; ++i) {
            views.emplace_back(store, metrics);
            feeds.emplace_back(metrics, &presence);
            threads.push_back({views.back(), feeds.back()});
        }
        referee = std::make_unique<Referee>(store, io, std::move(threads), base::system_clock(),
                                            metrics, RefereeLimits{}, std::move(observers),
                                            CalendarOf(), &downtimes);
        scheduler = std::make_unique<DeadlineScheduler>(*referee, store, presence, downtimes,
                                                        base::system_clock(), metrics);
        black = test::add_player(writer, black.handle);
        white = test::add_player(writer, white.handle);
        io.start();
    }
    ~GameServer() {
        writer.stop();
        io.stop();
        io.join();
    }

    test::TemporaryFolder folder;
    store::Database database{{.path = folder.path() / "tanbo.db"}};
    base::Metrics metrics;
    base::IoThreads io;
    base::BlockingPool readers{"readers", 2, 1000};  // ends before what it answers to
    store::GroupCommit writer{database};
    store::Store store{database, writer, readers};
    Presence presence;
    Downtimes downtimes;
    std::deque<Views> views;
    std::deque<Feed> feeds;
    std::unique_ptr<Referee> referee;
    std::unique_ptr<DeadlineScheduler> scheduler;  // does not run by itself
    engine::Player black{protocol::AccountId{0}, "black"};
    engine::Player white{protocol::AccountId{0}, "white"};
};

}  // namespace tanbo::game
