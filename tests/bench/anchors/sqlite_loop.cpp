// The cost of moves that are only stored: two statements each, 64 a transaction.
//
//     tanbo_bench_sqlite_loop FOLDER SECONDS
//
// Prints moves a second.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>

#include "tests/bench/anchors/plain_store.hpp"

namespace {

using tanbo::bench::PlainStore;

// Moves a second.
double store_moves(PlainStore& store, double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto begin = Clock::now();
    const auto end = begin + std::chrono::duration<double>(seconds);
    std::int64_t rounds = 0;
    while (Clock::now() < end) {
        ++rounds;
        store.begin();
        for (int game = 0; game < PlainStore::games; ++game) store.store(game, rounds);
        store.commit();
    }
    const std::chrono::duration<double> elapsed = Clock::now() - begin;
    return static_cast<double>(rounds) * PlainStore::games / elapsed.count();
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::fputs("usage: tanbo_bench_sqlite_loop FOLDER SECONDS\n", stderr);
        return 2;
    }
    try {
        PlainStore store(argv[1]);
        std::printf("%.0f\n", store_moves(store, std::stod(argv[2])));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
