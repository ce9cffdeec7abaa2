#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/event.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// A game's events as JSON. The `data` object is stored in the log exactly as it is pushed; readers
// of history put stored data into frames without decoding it.
namespace tanbo::protocol {

// "open", "join", "start", "move", "leave", "end"; "swap", "undo", "pause", "resume", "calendar",
// "credit", "proposal", "proposal-answer", "offer", "substitute".
std::string_view event_type(const engine::EventData& data);

// The `data` object. `lattice` names the points.
std::string encode_event_data(const engine::EventData& data, const engine::Lattice& lattice);

// The inverse. `opening` is the game's (null for "open", which brings its own); errors:
// invalid_record.
Result<engine::EventData> decode_event_data(std::string_view type, std::string_view data,
                                            const std::shared_ptr<const engine::Opening>& opening);

// The points of the board that the data of an "open" names; 0 if it names none.
int points_of_opened(std::string_view data);

// The `data` object with the handles that `present` tells of accounts in the place of those that
// stand there; if it tells none the handle stays.
std::string with_handles(
    std::string data, const std::function<std::optional<std::string>(AccountId account)>& present);

// An event as it lies in the log.
struct StoredEvent {
    std::uint32_t seq = 0;
    engine::Instant at;
    std::string type;
    std::string data;
};

// {"topic":"game:42","seq":18,"type":"move","at":"...","data":{...}}: what a move is answered with
// and what is pushed.
std::string encode_frame(GameId game, const StoredEvent& event);

// {"game","events":[frames],"seq" (the game's present one)}
std::string encode_events_page(GameId game, std::span<const StoredEvent> events, std::uint32_t seq);

// RFC 3339 in UTC with milliseconds: "2026-03-01T12:00:00.000Z".
std::string format_instant(engine::Instant at);
Result<engine::Instant> parse_instant(std::string_view text);

}  // namespace tanbo::protocol
