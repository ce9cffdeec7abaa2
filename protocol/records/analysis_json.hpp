#pragma once

#include "engine/analysis/analysis.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"

// A search's report on one position, inside larger documents. Private to this folder.
namespace tanbo::protocol {

// The members "chances", "proven", "best", "line" and "risks" of an object.
// Requires: the line is not empty, and the roots are the opening's.
void write_judgement(JsonWriter& out, const engine::Opening& opening,
                     const analysis::Judgement& judgement);
// By seat in turn order.
void write_chances(JsonWriter& out, const engine::Opening& opening,
                   const analysis::Chances& chances);

// A number with at most three digits after the point, as thousandths.
int read_chance(const JsonReader& in);
// One for each seat; they sum to 1, and those that are out have none.
analysis::Chances read_chances(const JsonReader& in, const engine::Position& position);
// Of an object: the line is legal, the roots stand.
analysis::Judgement read_judgement(const JsonReader& in, const engine::Position& before);

}  // namespace tanbo::protocol
