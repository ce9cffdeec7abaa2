#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "engine/match.hpp"
#include "protocol/games/events.hpp"
#include "protocol/json/ids.hpp"

namespace tanbo::protocol {

// A game played by commands, with its log. Each command comes one second after the one before,
// from 2026-03-01T12:00:00Z; anna, ben, carla and so on have the accounts 1, 2, 3 ...
class Script {
public:
    // Seats anna alone, as black.
    explicit Script(std::string_view setup,
                    engine::Visibility visibility = engine::Visibility::everyone);
    explicit Script(std::shared_ptr<const engine::Opening> opening);

    Script& join();   // the next player
    Script& start();  // by anna
    Script& fill();   // every seat
    Script& play(std::string_view point);
    // Random legal moves, until that many were made or the game is over.
    Script& play_random(std::uint32_t seed, int moves);
    Script& leave(engine::Seat seat, engine::LeaveReason reason = engine::LeaveReason::resigned);

    const engine::Match& match() const { return match_; }
    const std::vector<engine::Event>& log() const { return log_; }
    std::vector<StoredEvent> stored() const;

private:
    Script(std::string_view setup, std::shared_ptr<const engine::Opening> opening,
           engine::Visibility visibility);
    void submit(const engine::Command& command);
    protocol::AccountId mover() const;

    std::vector<engine::Event> log_;
    engine::Match match_;
};

// The cast, the clock and the board of a script.
engine::Player player(int number);  // anna is 1
engine::Instant second(int after_noon);
engine::Snapshot snapshot(const Script& script);

// An opening without a setup. Requires: a sound one.
std::shared_ptr<const engine::Opening> opening_of(
    const std::vector<int>& extents, const std::vector<std::vector<std::string>>& stones,
    engine::Seat to_move = engine::Seat::black);

// As it lies in the log.
StoredEvent stored(const engine::Event& event, const engine::Lattice& lattice);

// Games that hold every kind of event and several kinds of boards.
std::vector<Script> example_games();

}  // namespace tanbo::protocol
