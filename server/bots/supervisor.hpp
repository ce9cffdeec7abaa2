#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/bots/child.hpp"

namespace tanbo::game {
class BotStreams;
}

namespace tanbo::bots {

class Moves;

struct SupervisorOptions {
    Program program;
    // A bot is to move for so long, and was seen to be, and none has moved meanwhile: the program
    // hangs. That is found within about a quarter of this more.
    std::chrono::milliseconds hangs_after{120'000};
    // Whether the program is to run here now; it is ended as soon as it is not. Thread: the
    // supervisor's. Nothing: always.
    std::function<bool()> is_ours = {};
};

// The instant since which a bot that can move now has been to move, the earliest of all; nothing if
// none is to move. May block, and throw if it can't be found out. Thread: the supervisor's.
using LongestWait = std::function<std::optional<base::Instant>()>;

// Keeps the bots' program running beside the server: starts it again when it ends or hangs, later
// and later if that is soon, and passes on what it says to the log. Nothing that it does reaches
// the server.
//
// Metrics: tanbo_bots_running, tanbo_bots_starts_total, tanbo_bots_ends_total{cause}.
class Supervisor {
public:
    // Requires: moves, streams and what the functions refer to outlive it.
    Supervisor(SupervisorOptions options, const Moves& moves, const game::BotStreams& streams,
               LongestWait longest_wait, base::Clock clock, base::Metrics& metrics);
    // As stop(), without patience.
    ~Supervisor();
    Supervisor(const Supervisor&) = delete;
    Supervisor& operator=(const Supervisor&) = delete;

    // Ends the program, within this time or by force, and the supervision. Once; then nothing.
    void stop(std::chrono::milliseconds patience);

private:
    struct State;
    std::unique_ptr<State> state_;
};

// The address of this server from its own machine: "http://127.0.0.1:8080". What is listened on
// may be an address of no machine, 0.0.0.0 or [::]. Pure.
std::string own_url(const std::string& listen_address, std::uint16_t port);

}  // namespace tanbo::bots
