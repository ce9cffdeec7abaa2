#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tests/bench/load/wire.hpp"

// The loads that the generator can put on a running server. Everything is bounded in time and
// number, and anything that is not answered as it must be ends the program.
namespace tanbo::bench {

struct Load {
    std::vector<double> latencies_s;  // of each request, or of each message that arrived
    double elapsed_s = 0;
};

// The path that is read.
struct Reads {
    std::string path;   // "{64}" in it stands for 1 to 64, one after the other
    std::string token;  // of the reader; empty: none
};

// GETs over so many connections, the next as soon as the answer before has come.
base::Awaitable<Load> read_often(base::Executor executor, std::uint16_t port, Reads reads,
                                 int connections, double seconds);

// The path of a game that is under way, for read_often.
base::Awaitable<std::string> started_game(base::Executor executor, std::uint16_t port);

// Moves of random games on 19x19: so many games at once, each with a connection on which its two
// players move in turn; a game that ends is followed by the next. Every move must be acknowledged.
base::Awaitable<Load> play_games(base::Executor executor, std::uint16_t port, int games,
                                 double seconds);

// So many WebSockets at once: each connects, upgrades, sends a message to subscribe and waits for
// its answer. All stay until the last has it.
base::Awaitable<Load> subscribe_often(base::Executor executor, std::uint16_t port,
                                      std::string subscribe, int count);

struct Watched {
    Load load;
    double bytes_each = 0;  // of the server's resident memory, an idle spectator; 0 if unknown
};

// Spectators of one game over WebSocket, and moves of that game: each as soon as everybody has the
// one before. Every spectator must get every event, in order. `pid` is the server's, or 0.
base::Awaitable<Watched> watch_game(base::Executor executor, std::uint16_t port, int spectators,
                                    int moves, int pid);

}  // namespace tanbo::bench
