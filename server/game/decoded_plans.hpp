#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "protocol/games/plans.hpp"
#include "server/base/lru_cache.hpp"
#include "server/game/feed/committed.hpp"
#include "server/store/tables/games/plans.hpp"

namespace tanbo::game {

// A plan of a game, as its row has it and as it is followed.
struct DecodedPlan {
    store::Plan row;
    std::shared_ptr<const protocol::PlanBranches> branches;  // null if the row is no plan
    std::size_t bytes = 0;                                   // of the row and all branches behind

    // `branch`, one of its own, is played at `ply`: only what comes next is left.
    // Requires: something comes next.
    void advance(const protocol::PlanBranch& branch, std::uint32_t ply);
};

// Plans of recently played games, which no move decodes again. The rows stay the truth: what is
// kept counts only for the same text.
//
// Thread: one.
class DecodedPlans {
public:
    DecodedPlans(std::size_t bytes_max, base::Gauge* gauge);

    // All of a game, in the order of `rows`. Cost: decodes those that are not kept.
    std::vector<DecodedPlan> decode(GameId game, std::vector<store::Plan> rows);
    // Those that the game has from now on.
    void keep(GameId game, std::vector<DecodedPlan> plans);
    // One more of the game, or in the place of its player's, is the row that says `branches`.
    void add(GameId game, store::Plan row, const protocol::PlanBranches& branches);

private:
    base::LruCache<GameId, std::vector<DecodedPlan>> games_;
};

}  // namespace tanbo::game
