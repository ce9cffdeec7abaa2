#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace tanbo::base {

// How much of something each asker has at once: connections or unsent bytes of a client, hashes of
// an account. Keys are spread over several locks, so that threads seldom meet; an asker who has
// none costs nothing. Thread: any.
class ConcurrencyLimit {
public:
    explicit ConcurrencyLimit(std::size_t max) : max_(max) {}

    // Places of an asker, given back at its end. Requires: the limit outlives it.
    class Place {
    public:
        Place(ConcurrencyLimit& limit, std::string asker, std::size_t places)
            : limit_(&limit), asker_(std::move(asker)), places_(places) {}
        ~Place() { release(); }
        Place(Place&& other) noexcept
            : limit_(std::exchange(other.limit_, nullptr)),
              asker_(std::move(other.asker_)),
              places_(other.places_) {}
        Place& operator=(Place&& other) noexcept;
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

    private:
        void release();

        ConcurrencyLimit* limit_;
        std::string asker_;
        std::size_t places_;
    };

    // A place for the asker with this key; nothing if they have all of theirs and `extra` more.
    std::optional<Place> take(const std::string& asker, std::size_t extra = 0) {
        return take_up_to(asker, 1, max_ + extra);
    }
    // So many places at once. One asker who has none is given more than there are.
    std::optional<Place> take_many(const std::string& asker, std::size_t places) {
        return take_up_to(asker, std::min(places, max_), max_);
    }

private:
    struct Shard {
        std::mutex mutex;
        std::unordered_map<std::string, std::size_t> places;
    };

    std::optional<Place> take_up_to(const std::string& asker, std::size_t places, std::size_t max);
    Shard& shard_of(const std::string& asker);
    void give_back(const std::string& asker, std::size_t places);

    const std::size_t max_;
    std::array<Shard, 16> shards_;
};

}  // namespace tanbo::base
