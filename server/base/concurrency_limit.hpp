#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>

#include "server/base/scoped_entry.hpp"

namespace tanbo::base {

// How much of something each asker has at once: connections or unsent bytes of a client, hashes of
// an account. Keys are spread over several locks: threads seldom meet. An asker without any costs
// nothing. Thread: any.
class ConcurrencyLimit {
    struct Taken;

public:
    explicit ConcurrencyLimit(std::size_t max) : max_(max) {}

    // Places of an asker, given back at its end. Requires: the limit outlives it.
    using Slot = ScopedEntry<ConcurrencyLimit, Taken>;

    // A place for the asker with this key; nothing if they have all of theirs and `extra` more.
    std::optional<Slot> take(const std::string& client, std::size_t extra = 0) {
        return take_up_to(client, 1, max_ + extra);
    }
    // So many places at once. One asker who has none is given more than there are.
    std::optional<Slot> take_many(const std::string& client, std::size_t places) {
        return take_up_to(client, std::min(places, max_), max_);
    }

private:
    friend Slot;
    struct Taken {
        std::string client;
        std::size_t places = 0;
    };
    struct Shard {
        std::mutex mutex;
        std::unordered_map<std::string, std::size_t> places;
    };

    std::optional<Slot> take_up_to(const std::string& client, std::size_t places, std::size_t max);
    Shard& shard_of(const std::string& client);
    void end(const Taken& taken);

    const std::size_t max_;
    std::array<Shard, 16> shards_;
};

}  // namespace tanbo::base
