#pragma once

#include <optional>
#include <string_view>

#include "protocol/people/ratings.hpp"

namespace tanbo::rating {

inline constexpr int self_play_level = 10;

// How games ended that the strongest level of the search has played with itself on this setup.
// Nothing if there are none. Source: self_play.txt beside this, made by tests/bench/balance.
std::optional<protocol::BalanceView> self_play_of(std::string_view setup);

// The same of a text: a line a setup, "SETUP GAMES PLIES", then the wins of each seat and the sum
// of its places; # begins a comment. Nothing also if the line is not sound.
std::optional<protocol::BalanceView> read_self_play(std::string_view text, std::string_view setup);

}  // namespace tanbo::rating
