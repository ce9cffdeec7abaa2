#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <utility>

#include "server/game/committed.hpp"

namespace tanbo::game {

// Who is connected and looking at which game: live sockets and event streams that follow it in an
// account's name.
//
// Thread: any.
class Presence {
public:
    // Somebody looks as long as this lives. Requires: the presence outlives it.
    class Look {
    public:
        Look() = default;
        ~Look() { reset(); }
        Look(Look&& other) noexcept
            : presence_(std::exchange(other.presence_, nullptr)),
              account_(other.account_),
              game_(other.game_) {}
        Look& operator=(Look&& other) noexcept;
        Look(const Look&) = delete;
        Look& operator=(const Look&) = delete;

        void reset();

    private:
        friend class Presence;
        Look(Presence& presence, AccountId account, GameId game)
            : presence_(&presence), account_(account), game_(game) {}

        Presence* presence_ = nullptr;
        AccountId account_{};
        GameId game_{};
    };

    Presence() = default;
    Presence(const Presence&) = delete;
    Presence& operator=(const Presence&) = delete;

    [[nodiscard]] Look look(AccountId account, GameId game);
    bool is_looking(AccountId account, GameId game) const;

private:
    struct Key {
        AccountId account;
        GameId game;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };
    // So that I/O threads seldom meet.
    struct Shard {
        mutable std::mutex mutex;
        std::unordered_map<Key, int, KeyHash> lookers;
    };

    void end(AccountId account, GameId game);
    Shard& shard(const Key& key) { return shards_[KeyHash()(key) % shards_.size()]; }
    const Shard& shard(const Key& key) const { return shards_[KeyHash()(key) % shards_.size()]; }

    std::array<Shard, 16> shards_;
};

}  // namespace tanbo::game
