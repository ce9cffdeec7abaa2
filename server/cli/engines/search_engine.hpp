#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>

#include "engine/search/searcher.hpp"
#include "server/cli/engines/engine.hpp"

namespace tanbo::cli {

// Thinks by tree search. Keeps what it knows of the last few boards that it was asked about. A
// level's answer depends on the game, the seed and the simulations alone, not on what was asked
// before.
class SearchEngine final : public Engine {
public:
    // At most so many bytes of trees, whatever is asked.
    SearchEngine(std::uint64_t seed, std::size_t bytes_max);

    void begin(const GameLine& line, const Limits& limits) override;
    bool think(std::stop_token stop) override;
    SearchResult result() const override;

private:
    using Clock = std::chrono::steady_clock;
    struct Known {
        std::shared_ptr<const engine::Opening> opening;
        std::uint64_t seed;  // where Limits name none
        search::Searcher searcher;
    };

    Known& known_of(const std::shared_ptr<const engine::Opening>& opening);

    std::uint64_t seed_;
    std::size_t nodes_max_;
    mutable std::list<Known> known_;  // the last one asked about first
    Limits limits_;
    Clock::time_point start_;
    std::uint64_t simulations_ = 0;
};

}  // namespace tanbo::cli
