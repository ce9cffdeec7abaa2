#include "server/tournament/pairing/draws.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

#include "protocol/json/markup.hpp"
#include "server/base/secrets.hpp"

namespace tanbo::pairing {
namespace {

std::string bytes_of(std::span<const std::uint8_t> bytes) {
    return {bytes.begin(), bytes.end()};
}

std::string counter_bytes(std::uint64_t counter) {
    std::string bytes;
    for (int shift = 56; shift >= 0; shift -= 8) {
        bytes += static_cast<char>(static_cast<unsigned char>(counter >> shift));
    }
    return bytes;
}

}  // namespace

std::string commitment(const Secret& secret) {
    return base::to_hex(base::sha256(bytes_of(secret)));
}

Draw::Draw(const Secret& secret, std::span<const std::string> entrants, int round) {
    std::string text = "tanbo draw 1\n" + base::to_hex(secret) + "\n" + std::to_string(round) +
                       "\n" + std::to_string(entrants.size()) + "\n";
    for (const std::string& entrant : entrants) {
        text += protocol::backslashed(entrant, "\n\\") + "\n";
    }
    seed_ = bytes_of(base::sha256(text));
}

std::uint64_t Draw::next() {
    if (numbers_.empty()) {
        const base::Digest digest = base::sha256(seed_ + counter_bytes(block_++));
        for (std::size_t begin = 0; begin < digest.size(); begin += 8) {
            std::uint64_t number = 0;
            for (std::size_t index = begin; index < begin + 8; ++index) {
                number = number << 8 | digest[index];
            }
            numbers_.push_back(number);
        }
        std::ranges::reverse(numbers_);
    }
    const std::uint64_t number = numbers_.back();
    numbers_.pop_back();
    return number;
}

std::uint64_t Draw::below(std::uint64_t below) {
    assert(below > 0);
    // 2^64 mod below: so many numbers too many there are.
    const std::uint64_t excess = (~std::uint64_t{0} % below + 1) % below;
    while (true) {
        const std::uint64_t number = next();
        if (number <= ~std::uint64_t{0} - excess) return number % below;
    }
}

std::vector<int> Draw::order(int count) {
    std::vector<int> result;
    result.reserve(static_cast<std::size_t>(count));
    for (int number = 0; number < count; ++number) result.push_back(number);
    for (std::size_t last = result.size(); last > 1; --last) {
        std::swap(result[last - 1], result[static_cast<std::size_t>(below(last))]);
    }
    return result;
}

}  // namespace tanbo::pairing
