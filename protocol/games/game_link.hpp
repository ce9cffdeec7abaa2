#pragma once

#include <string>
#include <string_view>

#include "protocol/json/ids.hpp"

namespace tanbo::protocol {

// The address of a game's page, on the site at `site`, which ends without a slash.
std::string game_link(std::string_view site, GameId game);

}  // namespace tanbo::protocol
