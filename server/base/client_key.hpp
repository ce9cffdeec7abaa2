#pragma once

#include <cstdint>

namespace tanbo::base {

// The client for whom something is done: what is shared is given to networks in turn, and within
// one of them to accounts in turn.
struct ClientKey {
    std::uint64_t network = 0;  // net::network_number
    std::int64_t account = 0;   // 0: not signed in

    // The server itself: its work goes first.
    static constexpr ClientKey server() { return {}; }
    // All who write mails together. No network has that number.
    static constexpr ClientKey mail() { return {2, 0}; }

    bool is_server() const { return network == 0; }
};

// The client that the current coroutine serves on this thread. It is kept while the coroutine waits
// for a OneShot, or in run_all. After any other wait (a socket, a timer, an event count), and when
// spawned, a coroutine sets it before it asks for anything.
inline constinit thread_local ClientKey current_client;

}  // namespace tanbo::base
