// Moves a second from Referee::submit to the answer, with N games played at once: decided, encoded,
// durable on the disk with all that the server's observers write, and told to every I/O thread.
// Each game waits for its answer before its next move, as players do. With a clock a move sets its
// game's deadline, too.
#include <future>
#include <memory>
#include <random>
#include <vector>

#include <benchmark/benchmark.h>

#include "engine/notation.hpp"
#include "server/operate/observers.hpp"
#include "tests/bench/game_server.hpp"
#include "tests/support/run_on.hpp"

namespace tanbo::game {
namespace {

constexpr int io_threads = 2;
constexpr int moves_a_game = 150;

base::Awaitable<GameId> open_game(GameServer& server, bool is_timed) {
    protocol::CreateGame request;
    request.setup = "19x19";
    request.opening = engine::find_setup("19x19")->opening;
    request.seats.resize(2);
    request.seats[0].kind = protocol::SeatRequest::Kind::me;
    if (is_timed) {
        request.terms.clock.kind = engine::ClockKind::total;
        request.terms.clock.initial = std::chrono::hours(24);
    }
    NewGame game{server.black, std::move(request)};
    auto opened = co_await server.referee->open(std::move(game));
    Command join = engine::Join{server.white, {}};
    auto joined = co_await server.referee->submit(opened->game, std::move(join));
    co_return joined->game;
}

// Random moves; yields how many were acknowledged.
base::Awaitable<int> play(GameServer& server, GameId game, unsigned seed) {
    engine::Position position(engine::find_setup("19x19")->opening);
    std::mt19937 random(seed);
    for (int moves = 0; moves < moves_a_game; ++moves) {
        if (position.is_over()) co_return moves;
        const auto legal = position.legal_points(*position.to_move());
        const engine::Point point = legal[random() % legal.size()];
        const bool is_black = position.to_move() == engine::Seat::black;
        const protocol::AccountId account = (is_black ? server.black : server.white).account;
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
        app::Observers observers;
        auto server = std::make_unique<GameServer>(io_threads, observers.all());
        std::vector<GameId> games;
        for (std::int64_t i = 0; i < state.range(0); ++i) {
            games.push_back(test::start_on(server->io.executor(0), [&] {
                                return open_game(*server, state.range(1) != 0);
                            }).get());
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
    ->ArgNames({"games", "timed"})
    ->ArgsProduct({{1, 16, 64, 256}, {0, 1}})
    ->UseRealTime()
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace tanbo::game
