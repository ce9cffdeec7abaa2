// A load for a running server on 127.0.0.1, and one line of figures:
//
//     tanbo_bench_load PORT reads PATH CONNECTIONS SECONDS [TOKEN]
//     tanbo_bench_load PORT moves GAMES SECONDS
//     tanbo_bench_load PORT spectators COUNT MOVES SERVER_PID
//     tanbo_bench_load PORT subscribers MESSAGE COUNT
//     tanbo_bench_load PORT guests SETUP GAMES SECONDS
//
// PATH may be "game": one is begun. "{64}" in it stands for 1 to 64, one after the other.
// Exit status 1 if anything was not answered as it must be.
#include <algorithm>
#include <cstdio>
#include <exception>
#include <future>
#include <optional>
#include <span>
#include <string>
#include <sys/resource.h>
#include <vector>

#include "tests/bench/load/guests.hpp"
#include "tests/bench/load/load.hpp"
#include "tests/support/run_on.hpp"

namespace tanbo::bench {
namespace {

void print(const std::string& what, const char* unit, Load& load) {
    auto& latencies = load.latencies_s;
    if (latencies.empty()) throw std::runtime_error("nothing was answered");
    std::sort(latencies.begin(), latencies.end());
    const auto at = [&latencies](double share) {
        const auto last = static_cast<double>(latencies.size() - 1);
        return 1000 * latencies[static_cast<std::size_t>(share * last)];
    };
    std::printf("%s: %.0f %s/s of %zu; ms: p50 %.2f, p99 %.2f, max %.2f\n", what.c_str(),
                static_cast<double>(latencies.size()) / load.elapsed_s, unit, latencies.size(),
                at(0.5), at(0.99), 1000 * latencies.back());
}

base::Awaitable<int> reads(base::Executor executor, std::uint16_t port,
                           std::vector<std::string> arguments) {
    Reads wanted{arguments.at(0), arguments.size() > 3 ? arguments[3] : ""};
    if (wanted.path == "game") wanted.path = co_await started_game(executor, port);
    Load load = co_await read_often(executor, port, wanted, std::stoi(arguments.at(1)),
                                    std::stod(arguments.at(2)));
    print("GET " + wanted.path + ", " + arguments[1] + " connections", "requests", load);
    co_return 0;
}

base::Awaitable<int> moves(base::Executor executor, std::uint16_t port,
                           std::vector<std::string> arguments) {
    const int games = std::stoi(arguments.at(0));
    Load load = co_await play_games(executor, port, games, std::stod(arguments.at(1)));
    print(arguments[0] + " games at once", "moves", load);
    co_return 0;
}

base::Awaitable<int> spectators(base::Executor executor, std::uint16_t port,
                                std::vector<std::string> arguments) {
    const int count = std::stoi(arguments.at(0));
    Watched watched = co_await watch_game(executor, port, count, std::stoi(arguments.at(1)),
                                          std::stoi(arguments.at(2)));
    const std::string memory = std::to_string(static_cast<int>(watched.bytes_each));
    print(arguments[0] + " spectators of " + memory + " bytes", "events", watched.load);
    co_return 0;
}

base::Awaitable<int> subscribers(base::Executor executor, std::uint16_t port,
                                 std::vector<std::string> arguments) {
    const int count = std::stoi(arguments.at(1));
    Load load = co_await subscribe_often(executor, port, arguments[0], count);
    print("subscribers", "subscriptions", load);
    co_return 0;
}

base::Awaitable<int> guests(base::Executor executor, std::uint16_t port,
                            std::vector<std::string> arguments) {
    const Guests wanted{arguments.at(0), std::stoi(arguments.at(1)), std::stod(arguments.at(2))};
    const std::uint64_t moves = co_await play_bots(executor, port, wanted);
    std::printf("%s games against bots: %llu moves of guests\n", arguments[1].c_str(),
                static_cast<unsigned long long>(moves));
    co_return 0;
}

// As many descriptors as the system lets us have.
void raise_descriptors() {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

int run(std::vector<std::string> arguments) {
    const auto port = static_cast<std::uint16_t>(std::stoi(arguments.at(0)));
    const std::string what = arguments.at(1);
    arguments.erase(arguments.begin(), arguments.begin() + 2);
    raise_descriptors();
    boost::asio::io_context context(1);
    const base::Executor executor = context.get_executor();
    auto end = test::start_on(executor, [=]() {
        if (what == "reads") return reads(executor, port, arguments);
        if (what == "moves") return moves(executor, port, arguments);
        if (what == "spectators") return spectators(executor, port, arguments);
        if (what == "subscribers") return subscribers(executor, port, arguments);
        if (what == "guests") return guests(executor, port, arguments);
        throw std::invalid_argument("reads, moves, spectators, subscribers or guests, not " + what);
    });
    context.run();
    return end.get();
}

}  // namespace
}  // namespace tanbo::bench

int main(int count, char** values) {
    try {
        return tanbo::bench::run({values + 1, values + count});
    } catch (const std::exception& error) {
        std::fprintf(stderr, "tanbo_bench_load: %s\n", error.what());
        return 1;
    }
}
