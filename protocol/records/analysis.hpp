#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "engine/analysis/analysis.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// A game's analysis as JSON, and as a picture of the chances.
namespace tanbo::protocol {

inline constexpr std::size_t analysis_bytes_max = std::size_t{1} << 20U;
inline constexpr int analysis_depth_max = 6;
inline constexpr int analysis_values_max = 65'536;

// {"game","setup","seats":["black","white"],"simulations","seed",
//  "turning_point":{"kind","winner","ply","point","from","to","sentence"},
//  "grades":[{"seat","inaccuracies","mistakes","blunders"}],
//  "turns":[{"ply","seat","point","chances":[0.512,0.488],"proven","best","line":["C8",...],
//   "risks":[{"seat","root","falls":0.310}],"best_chance","played_chance","gives_win_away","loss",
//   "grade"}],
//  "end":[0.000,1.000]}
// Chances are by seat, in turn order, with three digits after the point; they sum to 1. What a
// turning point has not is null, so is `game` if it is of no server.
std::string encode_analysis(std::optional<GameId> id, const analysis::PlayedGame& game,
                            const analysis::Analysis& analysis);

// The inverse, for untrusted input. The turns must be the game's, lines legal one after the other,
// roots standing, and chances those of the seats that are in, summing to 1. All that follows from
// the rest must be what encode_analysis writes. The turning point is not read: other versions see
// it elsewhere.
// Errors: malformed_json; invalid_field with the pointer of what is wrong.
// Requires: analysis::the game has stones.
Result<analysis::Analysis> decode_analysis(std::string_view text, std::optional<GameId> id,
                                           const analysis::PlayedGame& game);

// The chances of every seat over the game as a self-contained SVG image without scripts; graded
// moves are marked on the curve of who made them. What it shows is told in words in <title> and
// <desc>.
std::string svg_chances(const analysis::PlayedGame& game, const analysis::Analysis& analysis);

// The words for a finished game's analysis in a mail: see analysis::describe.
std::string turning_sentence(const analysis::PlayedGame& game, const analysis::Analysis& analysis);

}  // namespace tanbo::protocol
