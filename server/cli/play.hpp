#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/seat.hpp"
#include "engine/time/terms.hpp"
#include "protocol/client/client.hpp"
#include "protocol/json/ids.hpp"

namespace tanbo::cli {

struct PlayOptions {
    std::string url;
    std::string token;                     // empty: play as a new guest, who is kept
    bool is_new_guest = false;             // beside the identity that is kept
    std::optional<protocol::GameId> game;  // nothing: open one on `setup`
    std::string setup = "9x9";
    engine::Terms terms;               // of a new game
    std::vector<std::string> against;  // its other players in turn order; without them, anybody
    std::optional<engine::Seat> seat;
};

// The seats of a new game, as a request says them: you where you wish or first, the others as they
// are named, then anyone. Empty if no player is named and any seat will do.
std::vector<std::string> seats_of(std::size_t seats, std::optional<engine::Seat> mine,
                                  const std::vector<std::string>& others);

// The account to play with: that of the token, or a new guest, who is kept for the next time if no
// one is kept yet. Nothing after a failure was reported, as if there is an identity that can't be
// used and no new guest is wished.
std::optional<protocol::Credentials> sign_in(const std::string& url, const std::string& token,
                                             bool is_new_guest = false);

// The terminal client. Each returns the program's exit status: 0, or 1 with a sentence on standard
// error.
int watch(const std::string& url, const std::string& token, protocol::GameId game);
int play(const PlayOptions& options);

}  // namespace tanbo::cli
