#include "server/cli/proposals.hpp"

namespace tanbo::cli {

bool is_asked(const engine::Proposal& proposal, std::optional<engine::Seat> seat) {
    return seat && proposal.by != *seat && proposal.target != seat &&
           !proposal.accepted.contains(*seat) && !proposal.declined.contains(*seat);
}

const engine::Proposal* proposal_to_accept(const engine::Match& match, engine::Seat seat) {
    for (const engine::Proposal& proposal : match.proposals()) {
        if (is_asked(proposal, seat)) return &proposal;
    }
    return nullptr;
}

const engine::Proposal* proposal_to_decline(const engine::Match& match, engine::Seat seat) {
    if (const engine::Proposal* const asked = proposal_to_accept(match, seat)) return asked;
    for (const engine::Proposal& proposal : match.proposals()) {
        if (proposal.by == seat) return &proposal;
    }
    return nullptr;
}

}  // namespace tanbo::cli
