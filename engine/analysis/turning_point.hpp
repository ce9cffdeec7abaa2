#pragma once

#include <string>

#include "engine/analysis/analysis.hpp"

namespace tanbo::analysis {

// How a finished game was won, told by the winner's chances.
enum class TurnKind : std::uint8_t {
    none,      // no seat has won
    never,     // the winner was ahead from the first move to the last
    own_move,  // a move of the winner's brought them ahead for good
    error,     // a graded move of another player's did
    drift,     // a move of another player's did, without a grade
    gradual,   // no single move did, but many of them, or somebody who left
    leaving    // the winner was not clearly ahead in the end, and somebody left
};

// The winner is clearly ahead by so much over everybody else, in thousandths.
inline constexpr int clear_lead = 100;
// A move that raises the winner's chance by less turns no game.
inline constexpr int turn_rise = 20;
// A change of the lead that is undone after so many stones is a spike, and turns no game.
inline constexpr std::size_t spike_stones = 3;

std::string_view turn_kind_name(TurnKind kind);  // "none", "never", "own-move", ...

// The turning point of the game: from the last stone before which the winner was not ahead until
// they were clearly so, the stone that raised their chance most, and for longer than a spike.
// Spikes of the chances don't count: not as being behind, nor as the rise. A stone followed by a
// leaving before the next stone doesn't either: the leaving's share of the rise is unknown.
struct TurningPoint {
    TurnKind kind = TurnKind::none;
    Seat winner = Seat::black;  // unless none
    std::size_t turn = 0;       // of own_move, error and drift: an index into Analysis::turns
    int from = 0;               // the winner's chance before it, in thousandths
    int to = 0;                 // and after it; of leaving: at the end
};

// A seat is ahead if its chance is better than each other's. Requires: the analysis is of that
// game.
TurningPoint turning_point(const Analysis& analysis, const PlayedGame& game);

// One plain English sentence: "The game turned at move 37: white's H5 was a blunder, after which
// black's chance rose from 30 % to 71 %; F3 was better."
std::string describe(const TurningPoint& point, const Analysis& analysis,
                     const engine::Lattice& lattice);

}  // namespace tanbo::analysis
