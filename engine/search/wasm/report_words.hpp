#pragma once

#include <cstdint>
#include <vector>

#include "engine/search/report.hpp"

namespace tanbo::search {

// A report as words of 32 bits, numbers with a fraction as their bits, to compare two platforms to
// the last one:
//   simulations, nodes, complete, the eight chances,
//   how many moves, and of each: point, visits, chance, prior, proof, space change, how many roots
//   it removes and their seeds,
//   how many points the line has, and these,
//   how many roots stand, and of each: seed, seat, survival.
void write_words(const Report& report, std::vector<std::uint32_t>& out);

}  // namespace tanbo::search
