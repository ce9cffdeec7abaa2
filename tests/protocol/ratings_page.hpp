#pragma once

#include "engine/time/instant.hpp"
#include "protocol/people/ratings.hpp"

namespace tanbo::protocol {

// The ratings of anna, who has played one rated game, against ben, and won it.
inline RatingsPage ratings_after_one_game(engine::Instant ended_at) {
    RatingsPage page;
    page.player = "anna";
    page.ratings.push_back({"9x9", "glicko-2", 1662.21, 290.32, true, 1, 1, ended_at});
    RatedGameView& game = page.history.emplace_back();
    game.game = GameId{42};
    game.family = "9x9";
    game.ended_at = ended_at;
    game.place = 1;
    game.players = 2;
    game.rating_before = 1500;
    game.deviation_before = 350;
    game.rating = 1662.21;
    game.deviation = 290.32;
    game.opponents.push_back({"ben", 2, 1500});
    return page;
}

}  // namespace tanbo::protocol
