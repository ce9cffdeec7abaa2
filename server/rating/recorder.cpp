#include "server/rating/recorder.hpp"

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "server/base/log.hpp"
#include "server/game/log.hpp"
#include "server/rating/finish.hpp"
#include "server/rating/history.hpp"
#include "server/rating/ratings.hpp"
#include "server/rating/repeats.hpp"
#include "server/store/store.hpp"
#include "server/store/tables/accounts/audit.hpp"
#include "server/store/tables/accounts/known_addresses.hpp"

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

bool is_of_one_network(store::Reader& reader, const Finish& finish) {
    std::set<std::string> networks;
    for (const RatedPlayer& player : finish.ranked) {
        const auto network = store::counted_address(reader, player.account);
        if (network && !networks.insert(*network).second) return true;
    }
    return false;
}

// Tells moderators who wins again and again against players of one network.
void report_pattern(Transaction& transaction, const RatedGame& game) {
    const auto seats = store::rated_seats(transaction, game.order.game);
    const Repeats repeats = find_repeats(transaction, game.family, game.order, seats);
    const int count = repeats.of_network + 1;
    if (count < network_repeats_reported || count % network_repeats_reported != 0) return;
    const auto winner = std::ranges::find(game.players, 1, &RatedPlayer::place);
    if (winner == game.players.end()) return;
    store::NewAuditEntry entry;
    entry.at = game.order.at;
    entry.act = "rating-pattern";
    entry.account = winner->account;
    entry.game = game.order.game;
    entry.reason = std::to_string(count) +
                   " more rated victories than defeats in 30 days against " +
                   "players of the same network address.";
    store::insert_audit(transaction, entry);
    base::log::warn("rating-pattern", "one-sided rated games from one network address",
                    {{"account", winner->account}, {"game", game.order.game}, {"games", count}});
}

// `is_new`: the game has just ended; the others are derived again.
void add(Transaction& transaction, GameId game, Finish finish, bool is_new) {
    for (const Conduct& conduct : finish.conduct) {
        store::count_reliability(transaction, conduct.account, conduct.has_left);
    }
    if (store::is_voided(transaction, game)) return;
    if (finish.counted) store::count_game(transaction, *finish.counted, 1);
    each_encounter(game, finish, [&](const store::Encounter& encounter) {
        store::add_encounter(transaction, encounter);
    });
    if (!finish.is_rated) return;
    if (is_new && is_of_one_network(transaction, finish)) {
        store::add_related_game(transaction, game);
    }
    RatedGame rated;
    rated.order = {finish.at, game};
    rated.family = family_of(finish.setup, finish.with_bots);
    rated.is_public = finish.is_public;
    rated.players = std::move(finish.ranked);
    enter(transaction, rated);
    if (is_new) report_pattern(transaction, rated);
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
    if (finish) add(transaction, command.game, std::move(*finish), true);
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
            if (finish) add(transaction, game, std::move(*finish), false);
        }
    });
    return games.size();
}

}  // namespace tanbo::rating
