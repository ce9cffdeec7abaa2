#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/event.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

// Trees of variations of a player beside a game, for themselves alone. The board's rules are the
// client's business: no command is ever made of a study.
namespace tanbo::protocol {

inline constexpr int study_branches_max = 1000;
inline constexpr std::size_t study_name_chars_max = 60;
inline constexpr std::size_t study_comment_chars_max = 500;

struct PutStudy {
    std::uint32_t seq = 0;  // of the study that the client has seen; 0: none
    std::string branches;   // JSON, as it is stored
};

// {"seq":3,"branches":[{"after":0,"turns":"K10 L10","at":1772366700000,"by":"5f2c",
//   "name":"...","comment":"...","rank":65536,"gone":true,
//   "reply":{"any":["red"],"guard":[{"root":"G13","root_space_min":3}],"sent":true}}]}
// Only "turns", "at" and "by" are required. "after" is the index of an earlier branch.
//
// Errors: malformed_json; invalid_field with its pointer.
Result<PutStudy> decode_put_study(std::string_view body);

// {"game","seq","branches","updated_at" (null: no study)}. Requires: `branches` as decoded.
std::string encode_study(GameId game, std::uint32_t seq, std::string_view branches,
                         std::optional<engine::Instant> updated_at);

}  // namespace tanbo::protocol
