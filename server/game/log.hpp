#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/match.hpp"
#include "protocol/games/events.hpp"
#include "server/game/feed/committed.hpp"
#include "server/store/tables/games/game_log.hpp"

// Between the log in storage and matches.
namespace tanbo::game {

// The game's state after its event `until`, the present one if it has no more; null if there is no
// such game.
// Throws: StorageError misuse if the events are not one game's.
std::shared_ptr<const engine::Match> load_match(store::Reader& reader, GameId game,
                                                std::int64_t until = store::all_events);

// The match after the events that follow `from`, in order. Throws: as load_match.
std::shared_ptr<const engine::Match> continue_match(GameId game, const engine::Match& from,
                                                    std::span<const store::StoredEvent> events);

// A game's log, and its present state; no events and null if there is no such game.
struct MatchLog {
    std::vector<engine::Event> events;
    std::shared_ptr<const engine::Match> match;
};
// Throws: as load_match.
MatchLog read_log(store::Reader& reader, GameId game);

// Calls each(events so far as a match, the event) for every event of the log, in order.
// Throws: as load_match, and what `each` throws.
void replay(GameId game, std::span<const store::StoredEvent> log,
            const std::function<void(const engine::Match&, const engine::Event&)>& each);

// An event as it was stored. `opening` is the game's; null for its first event.
// Throws: as load_match.
engine::Event decode(GameId game, const store::StoredEvent& stored,
                     const std::shared_ptr<const engine::Opening>& opening);

// As it is stored and pushed.
protocol::StoredEvent to_stored(const engine::Event& event, const engine::Lattice& lattice);
protocol::StoredEvent to_protocol(store::StoredEvent event);

// The event as live sockets send it.
Frame to_frame(GameId game, const protocol::StoredEvent& event);

// Whether the account is one of those whom the match calls by their handles.
bool names(const engine::Match& match, AccountId account);

// The size of a match of std::make_shared occupies.
std::size_t match_bytes(const engine::Match& match);

}  // namespace tanbo::game
