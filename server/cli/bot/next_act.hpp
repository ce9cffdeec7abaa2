#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/match.hpp"
#include "protocol/client/bot_client.hpp"
#include "server/cli/engines/game_line.hpp"

// A bot's acts about a game or a challenge, as functions of what is known of it.
namespace tanbo::cli {

enum class ActKind : std::uint8_t {
    nothing,    // it is others' turn
    forget,     // the game is over, or no longer ours
    take_seat,  // one is kept for us
    think,
    answer  // to what another player has proposed
};

// An act, and its details.
struct Act {
    ActKind kind = ActKind::nothing;
    engine::Seat seat = engine::Seat::black;  // ours
    std::uint32_t proposal = 0;
    bool accepts = false;

    bool operator==(const Act&) const = default;
};

// The most pressing act of the account with this handle.
Act next_act(const engine::Match& match, std::string_view handle);

// The game as engines are told it.
GameLine line_of(const engine::Match& match);

// The games that somebody's bot is suited for.
struct Admission {
    int games_max = 30;               // at a time, of one account
    std::vector<std::string> setups;  // empty: all of them
    bool plays_rated = true;
};

// The reason why it declines, in a sentence for the challenger; nothing if it accepts.
std::optional<std::string> why_declined(const Admission& admission, int games,
                                        const std::string& setup, bool is_rated);

}  // namespace tanbo::cli
