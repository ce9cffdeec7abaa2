#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/store/ids.hpp"
#include "server/store/transaction.hpp"

namespace tanbo::store {

// An event about to be appended. The texts are only looked at during the call.
struct NewEvent {
    std::int64_t seq;  // the game's next one, from 1
    Instant at;
    std::string_view type = {};
    std::optional<AccountId> account = {};  // who caused it; nothing: the server
    std::string_view data = {};             // JSON, byte for byte as it is pushed
};

// As it was appended, but that of accounts that are deleted it has the names that are left of them
// ("deleted-7"), whatever they were called when it happened.
struct StoredEvent {
    std::int64_t seq;
    Instant at;
    std::string type = {};
    std::optional<AccountId> account = {};
    std::string data = {};
};

// Locks the game. Its log ends with `seq`, which is what the caller has kept of it: so it is not
// asked, and only an event that the log has already is found to be stale. For a lone writer.
void lock_game_at(Transaction& transaction, GameId game, std::int64_t seq);

// Throws: StorageError stale if seq is not the number of the game's events plus one;
// constraint if there is no such game.
void append_event(Transaction& transaction, GameId game, const NewEvent& event);

inline constexpr std::int64_t all_events = std::numeric_limits<std::int64_t>::max();

// The events after seq `after` in order, at most `limit`. Empty if there is no such game.
std::vector<StoredEvent> read_events(Reader& reader, GameId game, std::int64_t after = 0,
                                     std::int64_t limit = all_events);

// The event with this seq, or nothing.
std::optional<StoredEvent> find_event(Reader& reader, GameId game, std::int64_t seq);

// The first event after seq `after`, up to `last`, that this account caused, or nothing.
// Cost: a walk over the events between the two.
std::optional<StoredEvent> find_event_of(Reader& reader, GameId game, AccountId account,
                                         std::int64_t after, std::int64_t last = all_events);

// The seq of the last event; 0 if there is none.
std::int64_t last_seq(Reader& reader, GameId game);

}  // namespace tanbo::store
