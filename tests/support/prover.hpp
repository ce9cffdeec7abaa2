#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "engine/position.hpp"

namespace tanbo::tests {

// Who wins a game of two players, by trying everything: no evaluation, no search of ours. Slow, and
// meant for positions near the end.
class Prover {
public:
    explicit Prover(std::size_t positions_max) : positions_max_(positions_max) {}

    // Whether the seat to move wins; nothing if it would take more positions than that.
    // Requires: two seats, not over.
    std::optional<bool> wins(const engine::Position& position) {
        left_ = positions_max_;
        return prove(position);
    }

    // Whether the seat to move wins by this move.
    std::optional<bool> wins_by(const engine::Position& position, engine::Point move) {
        left_ = positions_max_;
        return prove_move(position, move);
    }

    // Positions of which the winner is known, of all proofs so far.
    std::size_t positions_known() const { return known_.size(); }

    // In board order: the cost of a proof depends on nothing but the position.
    static std::vector<engine::Point> sorted_moves(const engine::Position& position) {
        const auto legal = position.legal_points(*position.to_move());
        std::vector<engine::Point> moves(legal.begin(), legal.end());
        std::ranges::sort(moves);
        return moves;
    }

private:
    std::optional<bool> prove_move(const engine::Position& position, engine::Point move) {
        const engine::Seat mover = *position.to_move();
        engine::Position next = position;
        next.play(move);
        if (next.is_over()) return next.winner() == mover;
        const auto answer = prove(next);
        if (!answer) return std::nullopt;
        return next.to_move() == mover ? *answer : !*answer;
    }

    std::optional<bool> prove(const engine::Position& position) {
        const auto known = known_.find(position.hash());
        if (known != known_.end()) return known->second;
        if (left_ == 0) return std::nullopt;
        --left_;
        bool is_open = false;
        for (const engine::Point move : sorted_moves(position)) {
            const auto result = prove_move(position, move);
            if (result == true) return known_[position.hash()] = true;
            is_open = is_open || !result;
        }
        if (is_open) return std::nullopt;
        return known_[position.hash()] = false;
    }

    std::size_t positions_max_;
    std::size_t left_ = 0;
    std::unordered_map<std::uint64_t, bool> known_;  // by Position::hash
};

}  // namespace tanbo::tests
