#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/seat.hpp"
#include "engine/time/instant.hpp"
#include "engine/time/terms.hpp"
#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"

namespace tanbo::protocol {

// The content of a notice's data, as far as its kind has it.
struct NoticeFacts {
    std::optional<engine::Seat> seat = {};       // whom it is about
    std::optional<std::uint32_t> proposal = {};  // its id
    std::string what = {};  // of a proposal: "undo", ...; of a leaving: "time", ...
    std::optional<bool> accepted = {};
    std::optional<engine::Instant> until = {};
    std::optional<std::uint32_t> ply = {};  // of deadline-warning and plan-dropped
    std::optional<engine::Instant> deadline = {};
    std::optional<engine::Millis> remaining = {};
    std::string why = {};                   // of plan-dropped
    std::vector<std::string> handles = {};  // of a game's seats, in turn order; empty: a free seat
    // of a challenge
    std::optional<ChallengeId> challenge = {};
    std::string creator = {};
    std::string setup = {};
    std::vector<std::string> players = {};  // who is asked and who has taken a seat, by seat
    engine::Terms terms = {};
    std::optional<GameId> game = {};  // that it led to, or that the notice is of
    std::string declined_by = {};
    std::string reason = {};
    std::optional<engine::Instant> expires_at = {};
    std::vector<NoticeFacts> also = {};  // more of them, which the same mail tells of
    // about a tournament
    std::optional<TournamentId> tournament = {};  // of games, too
    std::string name = {};
    std::optional<std::uint32_t> round = {};
    std::optional<std::uint32_t> table = {};  // on a ladder, the challenge
    std::vector<std::string> opponents = {};
    bool is_arena = false;
    std::string rests = {};
    std::optional<std::uint32_t> division = {};  // of a league; its seasons are rounds
    std::string moved = {};                      // between divisions
    std::string end_reason = {};
    std::optional<std::uint32_t> place = {};
    std::optional<std::uint32_t> field = {};  // the number of players
    std::string points = {};
    // of a chat
    std::string author = {};
    std::string said = {};
    // of a webhook
    std::string url = {};
};

// From the data that a notification carries. Lenient: what is missing or of another type is left
// out. Errors: malformed_json.
Result<NoticeFacts> decode_notice_facts(std::string_view data);

}  // namespace tanbo::protocol
