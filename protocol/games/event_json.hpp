#pragma once

#include <memory>
#include <string_view>

#include "engine/event.hpp"
#include "protocol/json/json_reader.hpp"
#include "protocol/json/json_writer.hpp"

// Events inside larger documents. Private to this folder.
namespace tanbo::protocol {

// The largest opening, on 4096 points in eleven dimensions, takes about 120 KB.
inline constexpr JsonCaps event_caps{.bytes = 262'144, .depth = 8, .values = 16'384};

// Writes null for a custom board: its id is empty.
void write_setup_id(JsonWriter& out, std::string_view setup);

// The members "kind", "by", "target" and "to_ply", which is null but for an undo.
void write_proposed(JsonWriter& out, const engine::Proposed& proposed);

// The text that decode_event_data reads. `opening` is null for "open".
engine::EventData read_event_data(const JsonReader& in, std::string_view type,
                                  const std::shared_ptr<const engine::Opening>& opening);

}  // namespace tanbo::protocol
