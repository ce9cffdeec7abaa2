#include "tests/bench/load/load.hpp"

#include <chrono>
#include <deque>
#include <fstream>
#include <stdexcept>
#include <unistd.h>
#include <utility>

#include "server/base/threads/signal.hpp"
#include "server/base/threads/timer.hpp"
#include "tests/bench/load/game.hpp"
#include "tests/bench/load/group.hpp"

namespace tanbo::bench {
namespace {

using base::Awaitable;
using Clock = std::chrono::steady_clock;

constexpr unsigned scripts = 64;
constexpr std::chrono::seconds settles_after{3};  // an idle server has given back what it may

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

// The common part of one load's tasks.
struct Course {
    std::uint16_t port;
    Clock::time_point end;
    Load& load;
};

Clock::time_point after(double seconds) {
    return Clock::now() + std::chrono::microseconds(static_cast<std::int64_t>(seconds * 1e6));
}

// The paths that a path with "{64}" stands for, or itself.
std::vector<std::string> paths_of(const std::string& path) {
    const std::size_t open = path.find('{');
    const std::size_t close = path.find('}');
    if (open == std::string::npos || close == std::string::npos) return {path};
    std::vector<std::string> paths;
    for (int i = 1, last = std::stoi(path.substr(open + 1)); i <= last; ++i) {
        paths.push_back(path.substr(0, open) + std::to_string(i) + path.substr(close + 1));
    }
    return paths;
}

Awaitable<void> read_in_turn(base::Executor executor, const Course& course, const Reads& reads) {
    Wire wire(executor);
    co_await wire.connect(course.port);
    const std::vector<std::string> paths = paths_of(reads.path);
    for (std::size_t next = 0; Clock::now() < course.end; ++next) {
        const auto begin = Clock::now();
        const Answer answer = co_await wire.get(paths[next % paths.size()], reads.token);
        if (answer.status != 200) throw std::runtime_error("not 200: " + answer.body);
        course.load.latencies_s.push_back(seconds_since(begin));
    }
}

Awaitable<void> play_in_turn(base::Executor executor, const Course& course,
                             const std::vector<std::vector<std::string>>& games, std::size_t next) {
    Wire wire(executor);
    co_await wire.connect(course.port);
    const std::string black = co_await new_guest(wire);
    const std::string white = co_await new_guest(wire);
    while (Clock::now() < course.end) {
        const Game game = co_await new_game(wire, black, white);
        const std::vector<std::string>& moves = games[next++ % games.size()];
        for (std::size_t ply = 0; ply < moves.size() && Clock::now() < course.end; ++ply) {
            const auto begin = Clock::now();
            co_await play_move(wire, game, ply, moves[ply]);
            course.load.latencies_s.push_back(seconds_since(begin));
        }
    }
}

// The audience of one game: what each has yet to be told of the present move.
struct Audience {
    Clock::time_point sent;
    int waiting = 0;
    base::Signal told;
    Load& load;
};

// Connects, upgrades and subscribes.
Awaitable<void> subscribe_to(Wire& wire, std::uint16_t port, std::string subscribe) {
    co_await wire.connect(port);
    co_await wire.upgrade("/api/v1/live", "tanbo.v1+json");
    co_await wire.send(std::move(subscribe));
    const std::string_view acknowledged = co_await wire.receive();
    if (json_value(acknowledged, "ok") != "true") throw std::runtime_error("not subscribed");
}

Awaitable<void> watch(base::Executor executor, std::uint16_t port, std::string subscribe,
                      std::uint32_t seq, int moves, Audience& audience) {
    Wire wire(executor);
    co_await subscribe_to(wire, port, std::move(subscribe));
    if (--audience.waiting == 0) audience.told.notify();
    for (int move = 0; move < moves; ++move) {
        const std::string_view event = co_await wire.receive();
        if (json_value(event, "seq") != std::to_string(++seq)) {
            throw std::runtime_error("not event " + std::to_string(seq));
        }
        audience.load.latencies_s.push_back(seconds_since(audience.sent));
        if (--audience.waiting == 0) audience.told.notify();
    }
}

Awaitable<void> all_told(Audience& audience) {
    while (audience.waiting > 0) co_await audience.told.wait();
}

// Resident memory in bytes; 0 if there is no such process.
double resident_bytes(int pid) {
    std::ifstream file("/proc/" + std::to_string(pid) + "/statm");
    double total = 0;
    double resident = 0;
    file >> total >> resident;
    return resident * static_cast<double>(sysconf(_SC_PAGESIZE));
}

}  // namespace

Awaitable<Load> read_often(base::Executor executor, std::uint16_t port, Reads reads,
                           int connections, double seconds) {
    Load load;
    const Course course{port, after(seconds), load};
    const auto begin = Clock::now();
    Group group(executor);
    for (int i = 0; i < connections; ++i) group.spawn(read_in_turn(executor, course, reads));
    co_await group.join();
    load.elapsed_s = seconds_since(begin);
    co_return load;
}

Awaitable<std::string> started_game(base::Executor executor, std::uint16_t port) {
    Wire wire(executor);
    co_await wire.connect(port);
    std::string black = co_await new_guest(wire);
    std::string white = co_await new_guest(wire);
    Game game = co_await new_game(wire, std::move(black), std::move(white));
    co_return game.path;
}

Awaitable<Load> play_games(base::Executor executor, std::uint16_t port, int games, double seconds) {
    std::vector<std::vector<std::string>> drawn_up;
    for (unsigned seed = 0; seed < scripts; ++seed) drawn_up.push_back(random_game(seed));
    Load load;
    const Course course{port, after(seconds), load};
    const auto begin = Clock::now();
    Group group(executor);
    for (int i = 0; i < games; ++i) {
        group.spawn(play_in_turn(executor, course, drawn_up, static_cast<std::size_t>(i)));
    }
    co_await group.join();
    load.elapsed_s = seconds_since(begin);
    co_return load;
}

Awaitable<Load> subscribe_often(base::Executor executor, std::uint16_t port, std::string subscribe,
                                int count) {
    Load load;
    std::deque<Wire> wires;  // all stay connected to the end
    const auto begin = Clock::now();
    const auto subscribe_timed = [&](Wire& wire) -> Awaitable<void> {
        co_await subscribe_to(wire, port, subscribe);
        load.latencies_s.push_back(seconds_since(begin));
    };
    Group group(executor);
    for (int i = 0; i < count; ++i) group.spawn(subscribe_timed(wires.emplace_back(executor)));
    co_await group.join();
    load.elapsed_s = seconds_since(begin);
    co_return load;
}

Awaitable<Watched> watch_game(base::Executor executor, std::uint16_t port, int spectators,
                              int moves, int pid) {
    Wire wire(executor);
    co_await wire.connect(port);
    std::string black = co_await new_guest(wire);
    std::string white = co_await new_guest(wire);
    const Game game = co_await new_game(wire, std::move(black), std::move(white));
    const std::vector<std::string> bodies = random_game(1);
    moves = std::min(moves, static_cast<int>(bodies.size()));
    const std::string id = game.path.substr(game.path.rfind('/') + 1);
    const std::string subscribe = R"({"op":"subscribe","id":1,"topic":"game:)" + id +
                                  R"(","after":)" + std::to_string(game.seq) + "}";
    Watched watched;
    Audience audience{{}, spectators, {}, watched.load};
    Group group(executor);
    const double before = resident_bytes(pid);
    for (int i = 0; i < spectators; ++i) {
        group.spawn(watch(executor, port, subscribe, game.seq, moves, audience));
    }
    co_await all_told(audience);
    base::Timer settled(executor, settles_after);
    co_await settled.async_wait(base::awaited);
    watched.bytes_each = (resident_bytes(pid) - before) / spectators;
    const auto begin = Clock::now();
    for (int move = 0; move < moves; ++move) {
        audience.waiting = spectators;
        audience.sent = Clock::now();
        co_await play_move(wire, game, static_cast<std::size_t>(move),
                           bodies[static_cast<std::size_t>(move)]);
        co_await all_told(audience);
    }
    co_await group.join();
    watched.load.elapsed_s = seconds_since(begin);
    co_return watched;
}

}  // namespace tanbo::bench
