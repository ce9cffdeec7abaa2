#pragma once

#include <optional>

#include "engine/match.hpp"
#include "protocol/error.hpp"
#include "protocol/ids.hpp"

namespace tanbo::store {
class Reader;
}  // namespace tanbo::store

namespace tanbo::analysis_jobs {

// Whether a game that is not over may be analysed for whoever asks (nothing: nobody), who may see
// it: a member whose account is older than the game and who has never played in it, nor has a bot
// of theirs, or such a member's bot; and nobody while a seat is on offer. It is no more than it
// seems: whoever had two accounts before the game has them still.
// Errors: game_not_over.
protocol::Result<void> check_may_follow(store::Reader& reader, protocol::GameId game,
                                        const engine::Match& match,
                                        std::optional<protocol::AccountId> requester);

}  // namespace tanbo::analysis_jobs
