#pragma once

#include <string>

#include "protocol/json/json_reader.hpp"

// Text that people write to one another. Private to this folder.
namespace tanbo::protocol {

enum class Lines : std::uint8_t { one, many };

// From 0 or, if it must say something, 1 to `chars_max` characters; control characters and those
// that turn the direction of what follows are refused, but for tabs and ends of lines if many
// lines are allowed.
std::string read_prose(const JsonReader& in, std::size_t chars_max, Lines lines);

// As read_prose of one line, and not blank.
std::string read_statement(const JsonReader& in, std::size_t chars_max);

}  // namespace tanbo::protocol
