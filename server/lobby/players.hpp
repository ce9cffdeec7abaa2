#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/clock.hpp"
#include "server/game/feed/presence.hpp"
#include "server/game/referee.hpp"
#include "server/store/transaction.hpp"

// Players as others see them.
namespace tanbo::lobby {

// Who is online at `now`. Requires: the presence outlives it.
struct Attendance {
    const game::Presence& presence;
    base::Instant now;

    bool has(store::Reader& reader, protocol::AccountId account) const {
        return presence.is_online(reader, account, now);
    }
};

// Members and bots with handles that begin with `prefix`, by handle, as encode_player_page; an
// empty page if a handle can't begin so. `after` is the last account of the page before.
std::string player_page(store::Reader& reader, const Attendance& attendance,
                        const std::string& prefix, std::optional<protocol::AccountId> after,
                        int limit);

// The players of these handles, in that order, as encode_rated_players. Unknown handles are left
// out. Cost: three look-ups each.
std::string named_players(store::Reader& reader, const Attendance& attendance,
                          std::span<const std::string> handles);

// As encode_profile. Errors: no_such_player.
protocol::Result<std::string> profile(store::Reader& reader, const Attendance& attendance,
                                      const std::string& handle);

// As encode_bots.
std::string bot_list(store::Reader& reader, const game::BotRules& rules, base::Instant now);

}  // namespace tanbo::lobby
