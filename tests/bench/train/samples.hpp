#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/search/arithmetic.hpp"
#include "engine/search/searcher.hpp"
#include "engine/search/value.hpp"

// Lessons of games of the search against itself.
namespace tanbo::bench {

// A position's legal moves by their features, and the share of the visits that each got.
struct PolicySample {
    std::vector<std::uint8_t> features;  // of all moves, one after the other
    std::vector<std::uint32_t> ends;     // where each move's features end
    std::vector<float> shares;
};

// A position's seats by their features, and what each seat's chance turned out to be.
struct ValueSample {
    search::Evaluation::Features features;
    float empty;
    std::array<bool, engine::seats_max> is_in;
    search::Values target;
};

struct Samples {
    std::vector<PolicySample> policy;
    std::vector<ValueSample> value;
    int games = 0;

    void add(Samples&& other);
};

using Openings = std::function<std::shared_ptr<const engine::Opening>(search::Random&)>;

// The boards of a family: its setups; for "general" setups of all and boards thrown at random.
// Nothing if there is no such family.
Openings openings_of(std::string_view family);

// Plays games for so long, with so many simulations a move: one to five random plies, and of the
// first twelve each fourth by visits. A target is 0.6 result and 0.4 what the search says.
Samples play_against_itself(const Openings& openings, const search::Weights& weights,
                            std::uint64_t simulations, std::chrono::nanoseconds cpu_time_max,
                            std::uint64_t seed);

}  // namespace tanbo::bench
