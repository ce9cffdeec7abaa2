#pragma once

#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>

#include "engine/search/searcher.hpp"
#include "server/cli/engines/engine.hpp"

namespace tanbo::cli {

// Thinks by tree search. Keeps what it knows of the last few boards that it was asked about: one
// has the whole memory, several have equal parts of it. A level's answer depends on the game, the
// seed and the simulations alone, not on what was asked before.
class SearchEngine final : public Engine {
public:
    // At most so many bytes of trees, whatever is asked.
    SearchEngine(std::uint64_t seed, std::size_t bytes_max);

    void begin(const GameLine& line, const Limits& limits) override;
    bool think(std::stop_token stop) override;
    SearchResult result() const override;

    // The memory that its trees may take now.
    std::size_t bytes() const;

private:
    using Clock = std::chrono::steady_clock;
    struct Known {
        std::shared_ptr<const engine::Opening> opening;
        std::uint64_t seed;                             // where Limits name none
        std::uint64_t asked_at = 0;                     // the number of the last question
        std::size_t nodes = 0;                          // of the searcher
        std::optional<search::Searcher> searcher = {};  // of the first: it is there
    };

    search::Searcher& searcher_of(const std::shared_ptr<const engine::Opening>& opening);
    void bring_forward(const std::shared_ptr<const engine::Opening>& opening);
    void share_memory();

    std::uint64_t seed_;
    std::size_t nodes_max_;  // of all trees
    std::uint64_t questions_ = 0;
    mutable std::list<Known> known_;  // the last one asked about first
    Limits limits_;
    Clock::time_point start_;
    std::uint64_t simulations_ = 0;
};

}  // namespace tanbo::cli
