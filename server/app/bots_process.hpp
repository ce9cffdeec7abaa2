#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/base/clock.hpp"
#include "server/base/metrics.hpp"
#include "server/bots/supervisor.hpp"
#include "server/config/config.hpp"
#include "server/game/referee.hpp"
#include "server/store/store.hpp"

// The house bots of a server that runs: what the settings make of them.
namespace tanbo::app {

// How long an orderly end waits for the bots' program.
inline constexpr std::chrono::milliseconds bots_end_within{2'000};

// On if the settings say so, and the program is there if it is for this server to start it.
game::BotRules bot_rules(const Config& config);

// Whether this server starts the program: beside others as long as it is for this one to run it.
bool starts_bots(const Config& config);

// Makes the accounts, and renews or revokes their tokens as the settings say. Yields what the
// program reads; nothing if it is not for this server to start. Requires: the server answers no
// requests yet. Throws: store::StorageError.
std::string prepare_bots(store::Store& store, const Config& config, base::Instant now);

// The needs of the program's supervision. All of it outlives what start_bots yields.
struct BotsServices {
    store::Store& store;
    const bots::Moves& moves;
    const game::BotStreams& streams;
    const base::Clock& clock;
    base::Metrics& metrics;
    std::function<bool()> is_ours;  // whether it is for this node to run it now; nothing: always
};

// Starts the program beside this server, which listens on this port; null if it does not.
std::unique_ptr<bots::Supervisor> start_bots(const BotsServices& services, const Config& config,
                                             std::uint16_t port, std::string accounts);

}  // namespace tanbo::app
