#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/event.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// Notes of a player beside a game, for themselves alone.
namespace tanbo::protocol {

inline constexpr std::size_t note_text_chars_max = 4000;

struct PutNote {
    std::string text;  // empty: no note
};

// {"text"}: at most 4000 characters, in any number of lines. Errors: malformed_json, invalid_field.
Result<PutNote> decode_put_note(std::string_view body);

// {"game","text","updated_at" (null: no note)}
std::string encode_note(GameId game, std::string_view text,
                        std::optional<engine::Instant> updated_at);

}  // namespace tanbo::protocol
