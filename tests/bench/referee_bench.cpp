// Moves a second from Referee::submit to the answer, with N games played at once: decided, encoded,
// durable on the disk and told to every I/O thread. Each game waits for its answer before its next
// move, as players do.
#include <atomic>
#include <deque>
#include <future>
#include <memory>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "engine/notation.hpp"
#include "server/game/feed.hpp"
#include "server/game/referee.hpp"
#include "server/game/views.hpp"
#include "server/storage/accounts.hpp"
#include "server/storage/database.hpp"
#include "server/storage/group_commit.hpp"
#include "tests/support/run_on.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tanbo::game {
namespace {

constexpr int io_threads = 2;
constexpr int moves_a_game = 150;

struct Server {
    Server() {
        for (int i = 0; i < io_threads; ++i) {
            views.emplace_back(database, readers, metrics);
            feeds.emplace_back(metrics);
            threads.push_back({views.back(), feeds.back()});
        }
        referee = std::make_unique<Referee>(writer, io, threads, base::system_clock(), metrics);
        writer.write([this](storage::Transaction& transaction) {
            for (engine::Player* player : {&black, &white}) {
                storage::NewAccount account;
                account.handle = player->handle;
                account.handle_key = player->handle;
                player->account =
                    static_cast<std::int64_t>(*storage::create_account(transaction, account));
            }
        });
        io.start();
    }
    ~Server() {
        writer.stop();
        io.stop();
        io.join();
    }

    test::TemporaryFolder folder;
    storage::Database database{{.path = folder.path() / "tanbo.db"}};
    base::Metrics metrics;
    base::BlockingPool readers{"readers", 2, 1000};
    base::IoThreads io{io_threads};
    std::deque<Views> views;
    std::deque<Feed> feeds;
    std::vector<ThreadGames> threads;
    storage::GroupCommit writer{database};
    std::unique_ptr<Referee> referee;
    engine::Player black{0, "black"};
    engine::Player white{0, "white"};
};

base::Awaitable<GameId> open_game(Server& server) {
    protocol::CreateGame request;
    request.setup = "19x19";
    request.opening = engine::find_setup("19x19")->opening;
    request.seats.resize(2);
    request.seats[0].kind = protocol::SeatRequest::Kind::me;
    NewGame game{server.black, std::move(request)};
    auto opened = co_await server.referee->open(std::move(game));
    Command join = engine::Join{server.white, {}};
    auto joined = co_await server.referee->submit(opened->game, std::move(join));
    co_return joined->game;
}

// Random moves; yields how many were acknowledged.
base::Awaitable<int> play(Server& server, GameId game, unsigned seed) {
    engine::Position position(engine::find_setup("19x19")->opening);
    std::mt19937 random(seed);
    for (int moves = 0; moves < moves_a_game; ++moves) {
        if (position.is_over()) co_return moves;
        const auto legal = position.legal_points(*position.to_move());
        const engine::Point point = legal[random() % legal.size()];
        const bool is_black = position.to_move() == engine::Seat::black;
        const std::int64_t account = (is_black ? server.black : server.white).account;
        Command move = Move{account, engine::point_name(position.lattice(), point), position.ply()};
        auto answer = co_await server.referee->submit(game, std::move(move));
        if (!answer) co_return moves;
        position.play(point);
    }
    co_return moves_a_game;
}

void referee_moves(benchmark::State& state) {
    std::int64_t moves = 0;
    for (auto _ : state) {
        state.PauseTiming();
        auto server = std::make_unique<Server>();
        std::vector<GameId> games;
        for (std::int64_t i = 0; i < state.range(0); ++i) {
            games.push_back(
                test::start_on(server->io.executor(0), [&] { return open_game(*server); }).get());
        }
        state.ResumeTiming();
        std::vector<std::future<int>> ends;
        for (std::size_t i = 0; i < games.size(); ++i) {
            const int thread = static_cast<int>(i % io_threads);
            ends.push_back(test::start_on(server->io.executor(thread), [&, i] {
                return play(*server, games[i], static_cast<unsigned>(i));
            }));
        }
        for (auto& end : ends) moves += end.get();
        state.PauseTiming();
        server.reset();
        state.ResumeTiming();
    }
    state.SetItemsProcessed(moves);
}
BENCHMARK(referee_moves)
    ->Arg(1)
    ->Arg(16)
    ->Arg(64)
    ->Arg(256)
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tanbo::game
