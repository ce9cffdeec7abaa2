#pragma once

#include <span>

#include "protocol/json/json_writer.hpp"
#include "protocol/tournaments/answers.hpp"

// Parts of answers that several files write. Private to this folder.
namespace tanbo::protocol {

// An array of numbers.
void write_numbers(JsonWriter& out, std::span<const int> numbers);

// The rows of standings as an array.
void write_standing_rows(JsonWriter& out, std::span<const StandingView> rows, int units_a_point);

}  // namespace tanbo::protocol
