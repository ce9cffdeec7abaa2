#pragma once

#include <string>
#include <string_view>

#include "protocol/json/error.hpp"
#include "protocol/records/record.hpp"
#include "protocol/records/saved_game.hpp"

namespace tanbo::protocol {

inline constexpr int sgf_side_max = 52;  // what two letters a point can name

// The game as an SGF FF[4] file that any viewer of go shows correctly, one node for each turn and
// leaving. Tanbo has no SGF game number, so none is stated and nothing is a move: boards are set up
// with AB, AW and AE, which no viewer judges by the rules of another game, and C tells what
// happened. CR marks the last stone, MA the points of the roots just removed. Red and the other
// seats with an odd number are shown as black stones with a letter (LB), green and the others with
// an even number as white ones. PL names the seat to move if that is black or white. A line is one
// row; 3D boards are laid out layer by layer with an empty line of dimmed points (DD) between.
//
// Errors: not_acceptable, if the board as laid out has a side of more than sgf_side_max points.
// Source: SGF FF[4] specification, "Setup Properties" and "Markup Properties".
Result<std::string> encode_sgf(const Record& record);

// The game of a file that encode_sgf wrote: the opening from its root, the turns from what the
// comments of its nodes tell. Errors: invalid_record, for any other file, a custom board of more
// than two dimensions (the file does not tell them), or turns that the rules don't allow.
Result<SavedGame> decode_sgf(std::string_view text);

}  // namespace tanbo::protocol
