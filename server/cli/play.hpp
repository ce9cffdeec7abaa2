#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/seat.hpp"
#include "engine/terms.hpp"
#include "protocol/ids.hpp"

namespace tanbo::cli {

struct PlayOptions {
    std::string url;
    std::string token;                     // empty: play as a new guest, who is kept
    std::optional<protocol::GameId> game;  // nothing: open one on `setup`
    std::string setup = "9x9";
    engine::Terms terms;  // of a new game
    std::optional<engine::Seat> seat;
};

// The terminal client. Each returns the program's exit status: 0, or 1 with a sentence on standard
// error.
int watch(const std::string& url, const std::string& token, protocol::GameId game);
int play(const PlayOptions& options);

}  // namespace tanbo::cli
