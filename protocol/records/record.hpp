#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/analysis/analysis.hpp"
#include "engine/match.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// A game's record: one JSON document that a person can read and a program can check.
namespace tanbo::protocol {

inline constexpr int record_version = 1;
inline constexpr std::size_t record_bytes_max = std::size_t{16} << 20U;
inline constexpr int record_depth_max = 10;
inline constexpr int record_values_max = 1'000'000;

// A game with its whole log, which has been checked: the events fold into the match.
struct Record {
    GameId game{};
    std::vector<engine::Event> events;
    engine::Match match;
    std::optional<analysis::Analysis> analysis = {};  // of the match, if it is told
};

// A record from a game's log. Errors: invalid_record, if the log is not one game's; the pointer
// is into the array of events.
Result<Record> assemble_record(GameId game, std::span<const StoredEvent> events);

// {"format":"tanbo-record","version":1,"about","game","setup","board","stones","to_move",
//  "visibility",<terms>,"seats":[{"seat","handle","state"}],
//  "result":{"status","reason","winner","places","ply"},"analysis" (encode_analysis) if it has one,
//  "events":[{"seq","at","type","data"}]}: one field a line, one event a line, as in the log.
std::string encode_record(const Record& record);

// The inverse. The events are replayed by the rules, and what is said above them has to be what
// they say, an analysis what decode_analysis takes. Errors: invalid_record with the pointer of what
// is wrong, for any reason.
Result<Record> decode_record(std::string_view text);

}  // namespace tanbo::protocol
