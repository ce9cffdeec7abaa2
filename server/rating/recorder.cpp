#include "server/rating/recorder.hpp"

#include <span>
#include <utility>

#include "server/game/log.hpp"
#include "server/rating/finish.hpp"
#include "server/rating/history.hpp"
#include "server/rating/ratings.hpp"
#include "server/store/store.hpp"

namespace tanbo::rating {
namespace {

using protocol::GameId;
using store::Transaction;

// Calls visit(encounter) for every two players who met.
template <class Visit>
void each_encounter(GameId game, const Finish& finish, Visit visit) {
    if (!finish.is_public || finish.setup.empty()) return;
    const std::span<const RatedPlayer> players = finish.ranked;
    for (std::size_t i = 0; i < players.size(); ++i) {
        for (const RatedPlayer& opponent : players.subspan(i + 1)) {
            if (opponent.account == players[i].account) continue;
            store::Encounter encounter;
            encounter.player = players[i].account;
            encounter.opponent = opponent.account;
            encounter.order = {finish.at, game};
            encounter.setup = finish.setup;
            encounter.place = players[i].place;
            encounter.opponent_place = opponent.place;
            visit(encounter);
        }
    }
}

void add(Transaction& transaction, GameId game, Finish finish) {
    for (const Conduct& conduct : finish.conduct) {
        store::count_reliability(transaction, conduct.account, conduct.has_left);
    }
    if (store::is_voided(transaction, game)) return;
    if (finish.counted) store::count_game(transaction, *finish.counted, 1);
    each_encounter(game, finish, [&](const store::Encounter& encounter) {
        store::add_encounter(transaction, encounter);
    });
    if (!finish.is_rated) return;
    RatedGame rated;
    rated.order = {finish.at, game};
    rated.family = family_of(finish.setup, finish.with_bots);
    rated.is_public = finish.is_public;
    rated.players = std::move(finish.ranked);
    enter(transaction, rated);
}

void take_back(Transaction& transaction, GameId game, const Finish& finish) {
    if (finish.counted) store::count_game(transaction, *finish.counted, -1);
    each_encounter(game, finish, [&](const store::Encounter& encounter) {
        store::delete_encounter(transaction, encounter);
    });
    strike(transaction, game);
}

std::optional<Finish> finish_of_stored(store::Reader& reader, GameId game) {
    const auto match = game::load_match(reader, game);
    return match == nullptr ? std::nullopt : finish_of(*match);
}

}  // namespace

void Recorder::on_events(Transaction& transaction, const game::CommandEvents& command) {
    if (!std::holds_alternative<engine::GameEnded>(command.events.back().data)) return;
    auto finish = finish_of(command.after);
    if (finish) add(transaction, command.game, std::move(*finish));
}

bool void_game(Transaction& transaction, GameId game, engine::Instant now) {
    if (!store::add_voided_game(transaction, game, now)) return false;
    const auto finish = finish_of_stored(transaction, game);
    if (finish) take_back(transaction, game, *finish);
    return true;
}

std::size_t recompute(store::Store& store) {
    const auto games =
        store.read_now([](store::Reader& reader) { return store::finished_games(reader); });
    store.write_now([&games](Transaction& transaction) {
        store::clear_ratings(transaction);
        for (const GameId game : games) {
            auto finish = finish_of_stored(transaction, game);
            if (finish) add(transaction, game, std::move(*finish));
        }
    });
    return games.size();
}

}  // namespace tanbo::rating
