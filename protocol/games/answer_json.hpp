#pragma once

#include <optional>

#include "engine/match.hpp"
#include "protocol/json/json_writer.hpp"

// Parts of a game that other documents share. Private to this folder.
namespace tanbo::protocol {

struct GameSummary;

// A line of a list: see encode_game_summary.
void write_summary(JsonWriter& out, const GameSummary& game);

// A reason or null.
void write_reason(JsonWriter& out, const std::optional<engine::EndReason>& reason);

// [{"seat","handle","state"}], every seat of the match.
void write_seat_holders(JsonWriter& out, const engine::Match& match);

}  // namespace tanbo::protocol
