#pragma once

#include <cstddef>

#include "protocol/json/ids.hpp"
#include "server/game/observer.hpp"
#include "server/store/ids.hpp"

namespace tanbo::store {
class Reader;
class Store;
class Transaction;
}  // namespace tanbo::store

namespace tanbo::rating {

// Writes down what a game's end means for ratings, reliability and statistics, in the transaction
// of its last event. Costs other events nothing.
class Recorder final : public game::Observer {
public:
    void on_events(store::Transaction& transaction, const game::CommandEvents& command) override;
};

// The game counts for nothing from now on: ratings are as if it had not been rated, and encounters
// and statistics leave it out. A game that goes on yet will not count when it ends. Reliability
// stays: who left has left. False if the game is void already.
//
// Cost: as strike() in history.hpp. Throws: store::StorageError; constraint if there is no
// such game.
bool void_game(store::Transaction& transaction, protocol::GameId game, engine::Instant now);

// Derives everything again from the logs of all finished games, in the order of their ends: to the
// same bits, whatever is stored. Returns how many games there are. One transaction, which holds the
// writer for as long as it takes: while no server runs.
//
// Throws: store::StorageError; then nothing has changed.
std::size_t recompute(store::Store& store);

}  // namespace tanbo::rating
