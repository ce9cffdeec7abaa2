#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace tanbo::base {

// How much of something each asker has at once: connections of a client, hashes of an account. Keys
// are spread over several locks, so that threads seldom meet; an asker who has none costs nothing.
// Thread: any.
class ConcurrencyLimit {
public:
    explicit ConcurrencyLimit(std::size_t max) : max_(max) {}

    // One of an asker's places, given back at its end. Requires: the limit outlives it.
    class Place {
    public:
        Place(ConcurrencyLimit& limit, std::string asker)
            : limit_(&limit), asker_(std::move(asker)) {}
        ~Place() { release(); }
        Place(Place&& other) noexcept
            : limit_(std::exchange(other.limit_, nullptr)), asker_(std::move(other.asker_)) {}
        Place& operator=(Place&& other) noexcept;
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

    private:
        void release();

        ConcurrencyLimit* limit_;
        std::string asker_;
    };

    // A place for the asker with this key; nothing if they have all of theirs and `extra` more.
    std::optional<Place> take(const std::string& asker, std::size_t extra = 0);

private:
    struct Shard {
        std::mutex mutex;
        std::unordered_map<std::string, std::size_t> places;
    };

    Shard& shard_of(const std::string& asker);
    void give_back(const std::string& asker);

    const std::size_t max_;
    std::array<Shard, 16> shards_;
};

}  // namespace tanbo::base
