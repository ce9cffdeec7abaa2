#pragma once

#include <cstdint>

#include "tests/bench/train/samples.hpp"

namespace tanbo::bench {

// The expected cost of the samples: the cross-entropy of moves, and of winners.
struct Loss {
    double policy;
    double value;
};
Loss loss_of(const search::Weights& weights, std::span<const PolicySample> policy,
             std::span<const ValueSample> value);

// Weights that explain the samples better: Adam on the cross-entropies, pulled to the old weights
// by `pull` times the square of the distance. The last tenth of the samples is held out; weights
// that explain it best are returned.
search::Weights fit(const search::Weights& old, const Samples& samples, double pull,
                    std::uint64_t seed);

}  // namespace tanbo::bench
