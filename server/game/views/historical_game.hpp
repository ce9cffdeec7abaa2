#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/match.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/ids.hpp"

namespace tanbo::store {
class Reader;
}

// Games as they were, for mails that tell of one of their events.
//
// Throws (all of them): store::StorageError. Thread: that of the reader.
namespace tanbo::game {

// A game's log up to some seq, the game as it was then, and as it is, with what has been given
// back.
struct HistoricalGame {
    std::vector<engine::Event> log;
    engine::Match then;
    std::shared_ptr<const engine::Match> now;
};
// Nothing if there is no such game, or it has not come so far. Seq 0 means the present one.
std::optional<HistoricalGame> read_historical_game(store::Reader& reader, protocol::GameId game,
                                                   std::uint32_t seq);

// All events as they are pushed; none if there is no such game.
std::vector<protocol::StoredEvent> read_events(store::Reader& reader, protocol::GameId game);

// Whether there is such a game.
bool exists(store::Reader& reader, protocol::GameId game);

}  // namespace tanbo::game
