#pragma once

#include "server/net/listener.hpp"
#include "server/net/socket.hpp"

// For sources of this folder only.
namespace tanbo::net {

// The act of a connection, and its deadline: the worker's sweep compares.
struct PhaseDeadline {
    enum class Phase { idle, head, body, handling, writing, closing };

    void enter(Phase next, milliseconds allowed) {
        phase = next;
        deadline = std::chrono::steady_clock::now() + allowed;
    }
    // A phase that others end: a handler, or WriteProgress.
    void enter(Phase next) {
        phase = next;
        deadline = SteadyTime::max();
    }

    Phase phase = Phase::idle;
    SteadyTime deadline = SteadyTime::max();
    bool has_timed_out = false;
};

}  // namespace tanbo::net
