#pragma once

#include <string>
#include <string_view>

#include "engine/analysis/analysis.hpp"
#include "engine/position.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// A move to play, and the reasons.
namespace tanbo::protocol {

// {"chances","proven","best","line","risks"}: what a search says of one position.
// Requires: the line is not empty.
std::string encode_judgement(const engine::Opening& opening, const analysis::Judgement& judgement);
// The same of anybody: the line has to be legal, roots standing, chances sum to 1.
// Errors: malformed_json, invalid_field. Requires: the position is not over.
Result<analysis::Judgement> decode_judgement(std::string_view text,
                                             const engine::Position& position);

// {"game","ply","seat","point","chance","proven","line","root","space_before","space_after",
//  "bounds":[{"seat","root","stones"}],"why"}: `root` is extended by the move, `bounds` are roots
// that it removes, `why` says so in plain English sentences.
// Requires: the judgement is of this position, which is not over.
std::string encode_hint(GameId game, const engine::Position& position,
                        const analysis::Judgement& judgement);

// {"game","status":"waiting"}: it is not there yet.
std::string encode_hint_progress(GameId game);

}  // namespace tanbo::protocol
