#include "server/cli/bot/next_act.hpp"

#include <algorithm>

#include "protocol/json/words.hpp"

namespace tanbo::cli {

namespace {

using engine::Match;
using engine::ProposalKind;
using engine::Seat;

struct Holding {
    Seat seat;
    engine::SeatState state;
};

std::optional<Holding> holding_of(const Match& match, std::string_view handle) {
    const auto seats = match.seats();
    for (std::size_t i = 0; i < seats.size(); ++i) {
        if (!seats[i].player || seats[i].player->handle != handle) continue;
        return Holding{engine::seat_at(static_cast<int>(i)), seats[i].state};
    }
    return std::nullopt;
}

// In a rated game nothing is given away. Absent players may be voted out: the server has checked
// that they are absent.
bool agrees(const Match& match, const engine::Proposal& proposal) {
    return proposal.kind == ProposalKind::remove || !match.terms().rated;
}

const engine::Proposal* unanswered(const Match& match, Seat seat) {
    for (const engine::Proposal& proposal : match.proposals()) {
        const bool is_done = proposal.by == seat || proposal.target == seat ||
                             proposal.accepted.contains(seat) || proposal.declined.contains(seat);
        if (!is_done) return &proposal;
    }
    return nullptr;
}

}  // namespace

Act next_act(const Match& match, std::string_view handle) {
    const auto holding = holding_of(match, handle);
    if (!holding || match.status() == engine::Status::finished) return {.kind = ActKind::forget};
    const Seat seat = holding->seat;
    if (match.status() == engine::Status::open) {
        const bool is_kept = holding->state == engine::SeatState::open;
        return {.kind = is_kept ? ActKind::take_seat : ActKind::nothing, .seat = seat};
    }
    if (!match.is_in(seat)) return {.kind = ActKind::forget};
    if (const engine::Proposal* const proposal = unanswered(match, seat)) {
        return {ActKind::answer, seat, proposal->id, agrees(match, *proposal)};
    }
    // Beside a seat on offer no time runs, but the others play on.
    const bool is_ours = match.to_move() == seat && !match.paused_at();
    return {.kind = is_ours ? ActKind::think : ActKind::nothing, .seat = seat};
}

GameLine line_of(const Match& match) {
    GameLine line(match.setup(), match.shared_opening());
    for (const engine::PastTurn& turn : match.turns()) {
        if (turn.point == engine::no_point) {
            line.leave(turn.seat);
        } else {
            line.play(turn.point);
        }
    }
    return line;
}

std::optional<std::string> why_declined(const Admission& admission, int games,
                                        const std::string& setup, bool is_rated) {
    if (is_rated && !admission.plays_rated) return "I only play unrated games.";
    if (!admission.setups.empty() && std::ranges::count(admission.setups, setup) == 0) {
        std::string list;
        for (const std::string& known : admission.setups) {
            if (!list.empty()) list += ", ";
            list += known;
        }
        return "I only play " + list + ".";
    }
    if (games >= admission.games_max) {
        return "I am already playing " + protocol::counted(games, "game") +
               ", my maximum. Try again later.";
    }
    return std::nullopt;
}

}  // namespace tanbo::cli
