#pragma once

#include <cstddef>
#include <vector>

namespace tanbo::pairing {

// A set of pairs of players 0 to players - 1. Both orders of a pair are the same pair.
class PairSet {
public:
    explicit PairSet(int players)
        : players_(static_cast<std::size_t>(players)), has_(players_ * players_, 0) {}

    // Requires: players of the set, here and below.
    void add(int a, int b) {
        has_[at(a, b)] = 1;
        has_[at(b, a)] = 1;
    }
    bool contains(int a, int b) const { return has_[at(a, b)] != 0; }

private:
    std::size_t at(int a, int b) const {
        return static_cast<std::size_t>(a) * players_ + static_cast<std::size_t>(b);
    }

    std::size_t players_;
    std::vector<char> has_;
};

}  // namespace tanbo::pairing
