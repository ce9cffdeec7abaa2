#pragma once

#include <algorithm>

#include "server/cli/engines/engine.hpp"

namespace tanbo::cli {

// Thinks of nothing: takes the first legal point, after so many slices; never is without a limit.
class FakeEngine final : public Engine {
public:
    explicit FakeEngine(int slices = 1) : slices_(slices) {}

    void begin(const GameLine& line, const Limits& limits) override {
        const engine::Position& position = line.position();
        best_ = std::ranges::min(position.legal_points(*position.to_move()));
        limits_ = limits;
        thought_of_ = 0;
    }
    bool think(std::stop_token stop) override {
        ++thought_of_;
        const bool is_bounded = limits_.time || limits_.simulations || limits_.level;
        return stop.stop_requested() || (is_bounded && thought_of_ >= slices_);
    }
    SearchResult result() const override {
        SearchResult result;
        result.best = best_;
        result.simulations = static_cast<std::uint64_t>(thought_of_);
        result.candidates = {{best_, 1, 0.5, Proven::open}};
        return result;
    }

private:
    int slices_;
    int thought_of_ = 0;
    Limits limits_;
    engine::Point best_ = engine::no_point;
};

}  // namespace tanbo::cli
