#pragma once

#include <cstdint>

namespace tanbo::engine {

// The label of a root: 0 for none, else the index of its seed in Opening::seeds() plus one.
using Root = std::uint16_t;

// The stones of one seat that touch one point: how many there are, and, if there is exactly one,
// which root it belongs to. One word, so a stone comes or goes by one addition:
//   bits 0 to 23   the sum of the stones' root labels
//   bits 24 to 30  their number, at most 2 * dimensions_max
//   bit 31         the point is occupied: its number reads as more than one
class Contacts {
public:
    bool is_none() const { return (bits_ >> number_shift) == 0; }  // empty point, no stone touches
    bool is_one() const { return (bits_ >> number_shift) == 1; }   // empty point, one does: legal

    // Requires: is_one().
    Root root() const { return static_cast<Root>(bits_); }

    int number() const { return static_cast<int>((bits_ & ~occupied) >> number_shift); }

    void add(Root root) { bits_ += one_stone + root; }
    void remove(Root root) { bits_ -= one_stone + root; }
    void occupy() { bits_ |= occupied; }
    void vacate() { bits_ &= ~occupied; }

    bool operator==(const Contacts&) const = default;

private:
    static constexpr unsigned number_shift = 24;
    static constexpr std::uint32_t one_stone = std::uint32_t{1} << number_shift;
    static constexpr std::uint32_t occupied = std::uint32_t{1} << 31U;

    std::uint32_t bits_ = 0;
};

}  // namespace tanbo::engine
