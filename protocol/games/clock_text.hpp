#pragma once

#include <string>
#include <string_view>

#include "engine/time/terms.hpp"
#include "protocol/json/error.hpp"

// Clocks as people write them, in mails and for `tanbo`.
namespace tanbo::protocol {

// "none", "3d/move", "3d+1d/7d", "total:30d" (also "total 30d"), "5m+10s", then ",weekends",
// ",sleep" or ",vacations" for what does not count; units s m h d w. Errors: invalid_field.
Result<engine::ClockSettings> read_clock(std::string_view text);

}  // namespace tanbo::protocol
