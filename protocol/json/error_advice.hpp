#pragma once

#include <string_view>

#include "protocol/json/error.hpp"

namespace tanbo::protocol {

// One sentence on the next step, the same for every occurrence ("Wait for more players."); empty if
// nothing can be done.
std::string_view code_advice(Code code);

}  // namespace tanbo::protocol
