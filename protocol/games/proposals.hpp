#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/event.hpp"
#include "protocol/json/error.hpp"

// Requests beside moves: what players put to one another, and seats on offer.
namespace tanbo::protocol {

// {"kind":"undo|pause|abort|remove","target":seat,"seq":seq}; a target only with remove, which
// without it means the seat to move. Errors: malformed_json, invalid_field.
struct MakeProposal {
    engine::ProposalKind kind = engine::ProposalKind::undo;
    std::optional<engine::Seat> target;
    std::optional<std::uint32_t> seq = {};  // as in JoinGame
};
Result<MakeProposal> decode_make_proposal(std::string_view body);

// {"seat":seat,"seq":seq}, or {} or nothing for the first seat on offer. Errors: as above.
struct TakeSeat {
    std::optional<engine::Seat> seat;
    std::optional<std::uint32_t> seq = {};
    std::string player = {};  // the house bot that takes it; empty: the caller
};
Result<TakeSeat> decode_take_seat(std::string_view body);

}  // namespace tanbo::protocol
