#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>

#include "server/base/clock.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/referee.hpp"

namespace tanbo::store {
class Store;
}

namespace tanbo::tournament {

inline constexpr std::chrono::milliseconds director_interval{250};

// Does what is due in tournaments: starts and extends them, pairs rounds on threads that may block,
// starts games, and ends them. What fell due while the server was down happens once afterwards.
// Thread: the I/O thread that it is spawned on.
class Director {
public:
    // Requires: all of them outlive it.
    Director(game::Referee& referee, store::Store& store, base::Clock clock)
        : referee_(referee), store_(store), clock_(std::move(clock)) {}

    // As long as the I/O thread runs, while is_ours says so. What fails is logged and tried again.
    base::Awaitable<void> run(std::function<bool()> is_ours);

    // All that is due now, once; how many tournaments had something.
    base::Awaitable<protocol::Result<int>> run_once();

private:
    base::Awaitable<protocol::Result<void>> direct(protocol::TournamentId id);
    // Whether something has happened, and if not, up to which seq nothing was due.
    struct Advanced {
        bool has_advanced = false;
        std::optional<std::int64_t> seq = {};
    };
    base::Awaitable<protocol::Result<Advanced>> advance_one(protocol::TournamentId id);
    base::Awaitable<protocol::Result<bool>> start_all_games(protocol::TournamentId id);

    game::Referee& referee_;
    store::Store& store_;
    base::Clock clock_;
};

}  // namespace tanbo::tournament
