#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "protocol/error.hpp"
#include "protocol/ids.hpp"
#include "server/base/clock.hpp"
#include "server/game/referee.hpp"
#include "server/store/transaction.hpp"

// Players as others see them.
namespace tanbo::lobby {

// Members and bots whose handle begins with `prefix`, by handle, as encode_player_page; nobody
// if a handle can't begin so. `after` is whom the page before ended with.
std::string player_page(store::Reader& reader, const std::string& prefix,
                        std::optional<protocol::AccountId> after, int limit);

// As encode_profile. Errors: no_such_player.
protocol::Result<std::string> profile(store::Reader& reader, const std::string& handle);

// As encode_bots.
std::string bot_list(store::Reader& reader, const game::BotRules& rules, base::Instant now);

}  // namespace tanbo::lobby
