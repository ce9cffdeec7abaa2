#pragma once

#include <string_view>

#include "protocol/json/error.hpp"
#include "protocol/json/json_writer.hpp"

namespace tanbo::protocol {

// The fields of encode_problem, inside a larger document. Private to this folder.
void write_problem(JsonWriter& out, const Error& error, int status, std::string_view instance = {});

}  // namespace tanbo::protocol
