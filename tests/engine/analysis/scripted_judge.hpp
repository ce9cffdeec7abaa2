#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "engine/analysis/analyst.hpp"

namespace tanbo::analysis {

// Says of a position with so many stones what it was told to, by black's chance; without that, that
// both are equal. Its best move is the first legal point in board order unless it was told another.
struct ScriptedJudge {
    std::map<std::uint32_t, int> black = {};        // by ply, in thousandths
    std::map<std::uint32_t, int> black_again = {};  // a second look; else as the first
    std::map<std::uint32_t, Point> best = {};       // by ply
    std::map<std::uint32_t, Seat> proven = {};      // by ply
    std::vector<std::pair<std::uint32_t, Look>>* looks = nullptr;
    std::vector<Point>* last_stones = nullptr;

    Judgement operator()(const engine::Position& position, Point last, Look look) const {
        if (looks != nullptr) looks->emplace_back(position.ply(), look);
        if (last_stones != nullptr) last_stones->push_back(last);
        const auto told = [&](const auto& table, auto otherwise) {
            const auto found = table.find(position.ply());
            return found == table.end() ? otherwise : found->second;
        };
        Judgement judgement;
        const int first = told(black, 500);
        const int chance = look == Look::second ? told(black_again, first) : first;
        judgement.chances = {chance, certain - chance};
        const auto legal = position.legal_points(*position.to_move());
        judgement.line = {told(best, *std::ranges::min_element(legal))};
        const auto winner = proven.find(position.ply());
        if (winner != proven.end()) judgement.proven = winner->second;
        return judgement;
    }
};

}  // namespace tanbo::analysis
