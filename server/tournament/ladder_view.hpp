#pragma once

#include <optional>

#include "protocol/tournaments/ladders.hpp"
#include "server/store/transaction.hpp"
#include "server/tournament/log.hpp"
#include "server/tournament/names.hpp"

namespace tanbo::tournament {

// The latest challenges that are over, and places of one player, in answers.
inline constexpr int recent_challenges_max = 20;
inline constexpr int own_places_max = 200;
// The days over which the moves of players are counted.
inline constexpr int moved_days = 7;

// Empty of other formats. Throws: store::StorageError.
protocol::LadderView ladder_view(store::Reader& reader, const Loaded& loaded, const Names& names,
                                 std::optional<AccountId> viewer, Instant now);

// Requires: there is such a challenge.
protocol::LadderChallengeView challenge_view(const Tournament& tournament, const Names& names,
                                             int number);

}  // namespace tanbo::tournament
