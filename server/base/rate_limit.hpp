#pragma once

#include <chrono>
#include <cstddef>
#include <list>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "server/base/clock.hpp"
#include "server/base/token_bucket.hpp"

namespace tanbo::base {

// Token buckets by key (an address, an account). A new key's bucket is full.
//
// Thread: one; give each I/O thread its own or guard it.
class RateLimit {
public:
    struct Options {
        double burst = 10;             // tokens of a full bucket
        double refill_per_second = 1;  // > 0
        std::size_t keys_max = 10'000;
    };

    explicit RateLimit(Options options);

    // Takes tokens from the key's bucket. Yields nothing if that is allowed, else the whole
    // seconds, at least 1, after which it would be (Retry-After), and takes nothing.
    // A clock that goes back counts as standing still. Requires: 0 < tokens <= burst.
    std::optional<std::chrono::seconds> take(std::string_view key, Instant now, double tokens = 1);

    // Never more than keys_max. Past it, the least recently used key is forgotten: its bucket has
    // had the longest time to fill.
    std::size_t keys() const { return by_key_.size(); }

private:
    struct Bucket {
        std::string key;
        TokenBucket tokens;
    };

    Bucket& bucket(std::string_view key, Instant now);

    TokenBucket::Rate rate() const { return {options_.burst, options_.refill_per_second}; }

    Options options_;
    std::list<Bucket> buckets_;  // most recently asked for first
    std::unordered_map<std::string_view, std::list<Bucket>::iterator> by_key_;
};

}  // namespace tanbo::base
