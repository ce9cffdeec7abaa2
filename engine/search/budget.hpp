#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>

// How much a search may cost, and what can end it before.
namespace tanbo::search {

// Whichever comes first ends a run; 0 is no bound. A number of simulations is reproducible, a time
// is not: what was played by time is played again by Report::simulations.
struct Budget {
    std::uint64_t simulations = 0;  // of this run
    std::chrono::milliseconds time{0};
};

// A question that a run asks between two simulations, which take less than 5 ms on any board. The
// library itself reads no clock.
struct Interrupts {
    // Whether to stop; empty: never. A std::stop_token goes in as
    // [token] { return token.stop_requested(); }.
    std::function<bool()> stop;
    // Of whatever the time is counted, from any start; needed by Budget::time alone.
    std::function<std::chrono::nanoseconds()> clock;
};

// The room of a searcher. Nothing is taken beyond it, however long a search goes on: a full tree
// keeps its shape and goes on learning.
struct Memory {
    static constexpr std::size_t node_bytes = 32;

    std::size_t nodes_max = std::size_t{1} << 20U;  // 32 MiB
};

}  // namespace tanbo::search
