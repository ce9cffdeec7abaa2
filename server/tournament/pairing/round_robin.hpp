#pragma once

#include <compare>
#include <cstddef>
#include <vector>

namespace tanbo::pairing {

// Two players by their indices; the first one plays first (White in FIDE's texts).
struct Pair {
    int first = 0;
    int second = 0;

    bool operator==(const Pair&) const = default;
    auto operator<=>(const Pair&) const = default;
};

using Round = std::vector<Pair>;

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

// The rounds in which each of `players` meets each other once.
//
// With an odd number one player is in no pair of a round. With an even number the first half of
// the players play first once more often than second, the others once less; with an odd number
// everybody plays first as often as second. Source: FIDE Handbook C.05, Berger tables.
std::vector<Round> round_robin(int players);

// As above, then all rounds once more with the other player first.
std::vector<Round> double_round_robin(int players);

// Splits players 0 .. players - 1, the strongest first, into groups of equal size, or with one
// more. The first of each group come in order, the second of each in the opposite order, and so on.
// Requires: 1 <= groups <= players.
std::vector<std::vector<int>> snake_groups(int players, int groups);

}  // namespace tanbo::pairing
