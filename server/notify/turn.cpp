#include "server/notify/turn.hpp"

#include "protocol/people/notices.hpp"

namespace tanbo::notify {

using engine::Seat;
using engine::SeatState;

const engine::SeatHolder& holder_of(const engine::Match& match, Seat seat) {
    return match.seats()[static_cast<std::size_t>(engine::index_of(seat))];
}

std::optional<Turn> turn_of(const engine::Match& match) {
    const std::optional<Seat> seat = match.to_move();
    if (!seat) return std::nullopt;
    const engine::SeatHolder& holder = holder_of(match, *seat);
    if (!holder.player || holder.state != SeatState::in) return std::nullopt;
    return Turn{holder.player->account, match.ply()};
}

std::optional<protocol::AccountId> next_player(const engine::Match& match) {
    if (!match.to_move()) return std::nullopt;
    const auto mover = static_cast<std::size_t>(engine::index_of(*match.to_move()));
    const std::size_t seats = match.seats().size();
    for (std::size_t step = 1; step < seats; ++step) {
        const engine::SeatHolder& holder = match.seats()[(mover + step) % seats];
        if (holder.player && holder.state == SeatState::in) return holder.player->account;
    }
    return std::nullopt;
}

bool needs_answer(const engine::Match& match, const engine::Proposal& proposal, Seat seat) {
    if (seat == proposal.by || seat == proposal.target) return false;
    if (proposal.accepted.contains(seat) || proposal.declined.contains(seat)) return false;
    const engine::SeatHolder& holder = holder_of(match, seat);
    return holder.player && holder.state == SeatState::in;
}

std::string turn_data(protocol::GameId game, const engine::Match& match) {
    const auto summary = protocol::encode_game_summary(protocol::summarize(game, match));
    return protocol::encode_game_notice(summary, {match.to_move()});
}

}  // namespace tanbo::notify
