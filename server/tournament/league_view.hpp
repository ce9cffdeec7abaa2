#pragma once

#include <optional>

#include "protocol/tournaments/leagues.hpp"
#include "server/store/transaction.hpp"
#include "server/tournament/log.hpp"
#include "server/tournament/names.hpp"

namespace tanbo::tournament {

// A season of a league, from 1 on, with the history of all. 0: the latest one. Empty of other
// formats. Requires: that season has begun, or 0.
protocol::LeagueView league_view(const Tournament& tournament, const Names& names,
                                 std::optional<AccountId> viewer, int season, Instant now);

}  // namespace tanbo::tournament
