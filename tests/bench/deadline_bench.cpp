// How late flags fall, and how long a start takes, with many running games in one database:
//
//     tanbo_bench_deadlines [GAMES [SECONDS]]
//
// Opens GAMES clocked games (100,000) with flags that fall spread over SECONDS (60), lets the
// scheduler run until all have fallen, and says how late they were by the log. Then opens as many
// again, and says how long it takes to write down that the server was away. What the whole program
// needs for a start with so many is what tests/bench/start_bench.py tells.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include "server/game/game_transaction.hpp"
#include "server/store/tables/games/game_log.hpp"
#include "tests/bench/game_server.hpp"

namespace tanbo::game {
namespace {

using SteadyTime = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

constexpr int games_a_job = 500;

GameId open_one(const GameServer& server, GameTransaction& game_transaction, int initial_s) {
    engine::GameOpened opened;
    opened.setup = "9x9";
    opened.opening = engine::find_setup("9x9")->opening;
    opened.seats = {{server.black, true}, {server.white, false}};
    opened.creator = server.black;
    opened.terms.clock.kind = engine::ClockKind::total;
    opened.terms.clock.initial = std::chrono::seconds(initial_s);
    return game_transaction.begin(std::move(opened)).game;
}

std::vector<GameId> open_games(GameServer& server, int games, int first_s, int spread_s) {
    std::vector<GameId> ids;
    std::mt19937 random(1);
    for (int done = 0; done < games; done += games_a_job) {
        const auto work = [&](store::Transaction&, GameTransaction& game_transaction) {
            for (int i = 0; i < games_a_job && done + i < games; ++i) {
                const int left =
                    first_s + static_cast<int>(random() % static_cast<unsigned>(spread_s));
                ids.push_back(open_one(server, game_transaction, left));
            }
            return protocol::Result<void>();
        };
        if (!server.referee->transact_blocking(work)) std::exit(1);
    }
    return ids;
}

double since(SteadyTime::time_point start) {
    return Seconds(SteadyTime::now() - start).count();
}

std::int64_t running(GameServer& server) {
    return server.database.read(
        [](store::Reader& reader) { return store::count_deadlines(reader); });
}

// Milliseconds from the instant at which a flag had to fall until its event.
std::vector<std::int64_t> lateness(GameServer& server, const std::vector<GameId>& ids,
                                   const std::vector<engine::Instant>& due) {
    std::vector<std::int64_t> late;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        const auto left = server.database.read(
            [game = ids[i]](store::Reader& reader) { return store::find_event(reader, game, 4); });
        if (!left || left->type != "leave") std::exit(1);
        late.push_back((left->at - due[i]).count());
    }
    std::ranges::sort(late);
    return late;
}

void run(int games, int spread_s) {
    GameServer server(1);
    auto start = SteadyTime::now();
    const int lead_s = games / 2'000 + 15;
    const auto ids = open_games(server, games, lead_s, spread_s);
    std::printf("opened %d games in %.1f s\n", games, since(start));
    std::vector<engine::Instant> due;
    for (const GameId game : ids) {
        due.push_back(server.database.read(
            [game](store::Reader& reader) { return store::find_deadline(reader, game)->due_at; }));
    }
    base::spawn(server.io.executor(0), "deadlines", server.scheduler->run());
    while (running(server) > 0) std::this_thread::sleep_for(std::chrono::milliseconds(500));
    const auto late = lateness(server, ids, due);
    const auto part = [&late](double share) {
        return late[static_cast<std::size_t>(share * static_cast<double>(late.size() - 1))];
    };
    std::printf("late by ms: least %ld, median %ld, 99 %% %ld, most %ld\n",
                static_cast<long>(late.front()), static_cast<long>(part(0.5)),
                static_cast<long>(part(0.99)), static_cast<long>(late.back()));

    open_games(server, games, 86'400, 3'600);
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    start = SteadyTime::now();
    if (!server.scheduler->start(base::system_clock()() - std::chrono::hours(1))) std::exit(1);
    std::printf("wrote a downtime for %ld games in %.3f s\n", static_cast<long>(running(server)),
                since(start));
}

}  // namespace
}  // namespace tanbo::game

int main(int count, char** arguments) {
    const int games = count > 1 ? std::atoi(arguments[1]) : 100'000;
    const int spread_s = count > 2 ? std::atoi(arguments[2]) : 60;
    tanbo::game::run(games, spread_s);
}
