#pragma once

#include <cstddef>
#include <cstdint>

// Bounds of what makes a game's log longer without a stone, far above what honest games need. A
// stone, a leaving, an answer, the end of a pause and a flag are never refused by one of them, nor
// is a proposal that may end the game.
namespace tanbo::engine {

// Proposals of one kind that a seat makes from one stone to the next.
inline constexpr int proposals_a_turn_max = 5;

// Events besides those that led to the present board, from which on nothing is taken back and no
// pause is proposed.
inline constexpr std::uint32_t events_beside_board_max = 5'000;

// The game offers at most this many seats to substitutes. Players who leave later are removed.
inline constexpr std::size_t seat_offers_max = 50;

// All offers of a game together stop it for at most so many times as long as one lasts. Then
// players who leave are removed.
inline constexpr int offer_lives_max = 4;

// How often an account leaves a game that has not begun, and comes back.
inline constexpr int withdrawals_max = 5;

// Events of a game that has not begun, beyond which its seats can't be taken.
inline constexpr std::uint32_t events_before_start_max = 2'000;

}  // namespace tanbo::engine
