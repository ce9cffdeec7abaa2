#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

// Draws that everybody can check afterwards.
//
// The server publishes the SHA-256 of a secret before the event and the secret after it. All
// chance of a round is a function of the secret, the entrants in their order and the round.
namespace tanbo::pairing {

inline constexpr std::size_t secret_bytes = 32;
using Secret = std::array<std::uint8_t, secret_bytes>;

// The text that is published before the event: SHA-256 of the secret's bytes, in lower-case hex.
std::string commitment(const Secret& secret);

// Numbers that can't be foretold without the secret, and that everybody can repeat with it.
//
// seed = SHA-256("tanbo draw 1\n" + secret in hex + "\n" + round in decimal + "\n" + the number of
// entrants in decimal + "\n" + each entrant and a "\n", a "\n" or "\\" of its own behind a "\\").
// Block n = SHA-256(seed + n as 8 bytes, the highest first), n from 0 on, has four numbers of 8
// bytes, the highest first.
class Draw {
public:
    Draw(const Secret& secret, std::span<const std::string> entrants, int round);

    // 0 to 2^64 - 1.
    std::uint64_t next();
    // Each of 0 to below - 1 equally often: numbers from the greatest multiple of `below` on are
    // passed over. Requires: below > 0.
    std::uint64_t below(std::uint64_t below);
    // Numbers 0 to count - 1 in a random order: from the last place on, each is exchanged with one
    // of those up to it (Fisher and Yates).
    std::vector<int> order(int count);

private:
    std::string seed_;
    std::uint64_t block_ = 0;
    std::vector<std::uint64_t> numbers_;  // of the block, the last one next
};

}  // namespace tanbo::pairing
