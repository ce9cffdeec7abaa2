#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "server/game/feed/committed.hpp"

namespace tanbo::notify {

// A turn, by its player and its place in the game: no two turns of a game are alike in both.
struct Turn {
    protocol::AccountId account{};
    std::uint32_t ply = 0;

    bool operator==(const Turn&) const = default;
};

// Who sits, or sat, in a seat of the match.
const engine::SeatHolder& holder_of(const engine::Match& match, engine::Seat seat);

// Nothing unless somebody who is in is to move.
std::optional<Turn> turn_of(const engine::Match& match);

// The player who moves after the one to move, if no player is put out. Nothing if there is none.
std::optional<protocol::AccountId> next_player(const engine::Match& match);

// Whether this seat has an open proposal to answer: another's, that does not concern the seat
// itself, and that it has not answered.
bool needs_answer(const engine::Match& match, const engine::Proposal& proposal, engine::Seat seat);

// The news of its turn for an account, as JSON. Requires: somebody is to move.
std::string turn_data(protocol::GameId game, const engine::Match& match);

}  // namespace tanbo::notify
