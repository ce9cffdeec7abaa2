#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "engine/analysis/analyst.hpp"
#include "engine/search/searcher.hpp"

namespace tanbo::cli {

// The player of an analysis. Fewer simulations see losses that are none.
inline constexpr std::uint64_t judge_simulations = 2000;
inline constexpr std::uint64_t judge_seed = 1;

// Judges positions by searches. What it says of a position depends on nothing but the position, the
// last stone, the look and the budget.
class SearchJudge {
public:
    SearchJudge(std::shared_ptr<const engine::Opening> opening, analysis::Analyst::Budget budget);

    // `pause` is called between slices of a search; it may block.
    void pause_by(std::function<void()> pause) { pause_ = std::move(pause); }

    // Requires: of the same opening, and not over; `last` as analysis::Judge.
    analysis::Judgement judge(const engine::Position& position, engine::Point last,
                              analysis::Look look);

private:
    void search(search::Searcher& searcher, const engine::Position& position, engine::Point last);

    std::uint64_t simulations_;
    search::Searcher first_;
    search::Searcher second_;
    std::function<void()> pause_;
};

// The roots that a report takes for endangered, those most in danger first.
std::vector<analysis::RootRisk> risks_of(std::span<const search::RootRisk> risks);

}  // namespace tanbo::cli
