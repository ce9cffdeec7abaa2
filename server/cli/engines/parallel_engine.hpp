#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "server/cli/engines/engine.hpp"

namespace tanbo::cli {

// The findings of several about one position, as one: visits and simulations are added, chances
// are their means by visits, and what one has proven is proven. Requires: at least one thought, all
// of the same position.
SearchResult merged(std::span<const SearchResult> results);

// Several engines that think about the same position side by side, each in a thread and by a seed
// of its own: none waits for another (root parallelism). Simulations are shared out; the result is
// the same for the same engines and the same number of them.
class ParallelEngine final : public Engine {
public:
    // Requires: at least one.
    explicit ParallelEngine(std::vector<std::unique_ptr<Engine>> engines);

    // One thinks alone as a level, since a level is as strong as its own simulations.
    void begin(const GameLine& line, const Limits& limits) override;
    bool think(std::stop_token stop) override;
    SearchResult result() const override;

private:
    std::span<const std::unique_ptr<Engine>> at_work() const;

    std::vector<std::unique_ptr<Engine>> engines_;
    std::size_t working_ = 1;
};

}  // namespace tanbo::cli
