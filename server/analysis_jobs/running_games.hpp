#pragma once

#include <optional>

#include "engine/match.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

namespace tanbo::store {
class Reader;
}  // namespace tanbo::store

namespace tanbo::analysis_jobs {

// Whether a game that is not over may be analysed for the asker (nothing: not signed in), who may
// see it. Askers must be members with an account older than the game who never played in it, nor a
// bot of theirs, or such a member's bot. While a seat is on offer, all are refused. This doesn't
// stop a second account that is older than the game.
// Errors: game_not_over.
protocol::Result<void> check_may_follow(store::Reader& reader, protocol::GameId game,
                                        const engine::Match& match,
                                        std::optional<protocol::AccountId> requester);

}  // namespace tanbo::analysis_jobs
