#pragma once

#include <optional>

#include "engine/match.hpp"

namespace tanbo::cli {

// The seat has to answer the proposal, and has not.
bool is_asked(const engine::Proposal& proposal, std::optional<engine::Seat> seat);

// The proposal that `accept` answers: the oldest proposal that the seat is asked about. Null if
// there is none.
const engine::Proposal* proposal_to_accept(const engine::Match& match, engine::Seat seat);

// The proposal that `decline` answers: the same, else the seat's own, which that withdraws.
const engine::Proposal* proposal_to_decline(const engine::Match& match, engine::Seat seat);

}  // namespace tanbo::cli
