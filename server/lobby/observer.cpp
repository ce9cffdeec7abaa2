#include "server/lobby/observer.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include "server/rating/ratings.hpp"
#include "server/store/tables/games/game_lists.hpp"

namespace tanbo::lobby {

namespace {

bool begins(const engine::Event& event) {
    return std::holds_alternative<engine::GameStarted>(event.data);
}

// The mean of the players' ratings in the game's family, rounded. Requires: play has begun.
std::int64_t mean_rating(store::Reader& reader, const engine::Match& match) {
    double sum = 0;
    int players = 0;
    for (const engine::SeatHolder& holder : match.seats()) {
        if (!holder.player) continue;  // no player has taken it
        sum += rating::find(reader, holder.player->account, match.setup()).rating;
        ++players;
    }
    return std::lround(sum / players);
}

}  // namespace

void Observer::on_events(store::Transaction& transaction, const game::CommandEvents& command) {
    if (!std::ranges::any_of(command.events, begins)) return;
    const std::int64_t rating = mean_rating(transaction, command.after);
    store::set_game_rating(transaction, command.game, rating);
}

}  // namespace tanbo::lobby
