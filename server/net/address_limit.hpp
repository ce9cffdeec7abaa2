#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

namespace tanbo::net {

// How many connections each client has open at once. Keys are spread over several locks, so that
// threads seldom meet; a client who has none costs nothing. Thread: any.
class AddressLimit {
public:
    explicit AddressLimit(std::size_t max) : max_(max) {}

    // One of a client's places, given back at its end. Requires: the limit outlives it.
    class Place {
    public:
        Place(AddressLimit& limit, std::string network)
            : limit_(&limit), network_(std::move(network)) {}
        ~Place() { release(); }
        Place(Place&& other) noexcept
            : limit_(std::exchange(other.limit_, nullptr)), network_(std::move(other.network_)) {}
        Place& operator=(Place&& other) noexcept;
        Place(const Place&) = delete;
        Place& operator=(const Place&) = delete;

    private:
        void release();

        AddressLimit* limit_;
        std::string network_;
    };

    // A place for the client whom client_network() calls so; nothing if they have all of theirs
    // and `extra` more.
    std::optional<Place> take(const std::string& network, std::size_t extra = 0);

private:
    struct Shard {
        std::mutex mutex;
        std::unordered_map<std::string, std::size_t> places;
    };

    Shard& shard_of(const std::string& network);
    void give_back(const std::string& network);

    const std::size_t max_;
    std::array<Shard, 16> shards_;
};

}  // namespace tanbo::net
