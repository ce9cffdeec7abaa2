#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/position.hpp"

// The solver's proofs against exhaustive search, which is the truth.
namespace tanbo::bench {

// Who wins a position of two seats, whatever the other does: all lines, each position once.
class Exhaustive {
public:
    // Nothing if more than so many positions would have to be looked at.
    explicit Exhaustive(std::size_t positions_max) : positions_max_(positions_max) {}

    std::optional<engine::Seat> winner(const engine::Position& position);

private:
    std::size_t positions_max_;
    std::unordered_map<std::uint64_t, engine::Seat> known_;
};

struct ProofCount {
    int positions = 0;
    int proven = 0;
    int wrong = 0;
};

// Each n-th of all positions that can come of an opening of two seats, the first it reaches.
ProofCount check_all_positions(const std::shared_ptr<const engine::Opening>& opening,
                               std::size_t each, std::size_t positions_max);

// Small openings; all their positions are checked: of 4x4 and 3x3x2, by their extents and seeds.
std::vector<std::shared_ptr<const engine::Opening>> tiny_openings();

// Positions of random games on small boards, near enough to their end to be solved; each searched
// until it is proven or 3,000 simulations are done. Wrong is a winner, or a move that is called won
// or lost, against the truth.
ProofCount check_proofs(int games, std::uint64_t seed);

}  // namespace tanbo::bench
