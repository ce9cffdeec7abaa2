#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "server/base/scoped_entry.hpp"
#include "server/game/feed/committed.hpp"
#include "server/store/tables/messages/watches.hpp"

namespace tanbo::base {
class Gauge;
}

namespace tanbo::game {

// The connected accounts and the games that they look at: live sockets and event streams that
// follow a game in an account's name. Those of other nodes are in rows (presence_rows.hpp).
//
// Thread: any.
class Presence {
public:
    // The account looks as long as this lives. Requires: the presence outlives it.
    using Look = base::ScopedEntry<Presence, store::Look>;

    Presence() = default;
    Presence(const Presence&) = delete;
    Presence& operator=(const Presence&) = delete;

    // Makes this node `node`, from 1, of several. Requires: before the first question.
    void share(std::int64_t node) { node_ = node; }

    // Keeps the number of accounts that follow their own notices here in a metric. Requires: before
    // the first look; the gauge outlives it.
    void count_online(base::Gauge& gauge) { online_ = &gauge; }

    [[nodiscard]] Look look(AccountId account, GameId game);

    // The same for an account that follows its own notices, whichever game it looks at.
    [[nodiscard]] Look attend(AccountId account) { return look(account, no_game); }

    // Whether they do, here or, as far as is known, through another node. Cost: a look-up; if there
    // may be other nodes and it is not here, a row. Throws: store::StorageError.
    bool is_looking(store::Reader& reader, AccountId account, GameId game,
                    store::Instant now) const;

    // Whether they follow their own notices. Cost and errors are those of is_looking.
    bool is_online(store::Reader& reader, AccountId account, store::Instant now) const {
        return is_looking(reader, account, no_game, now);
    }

    // The accounts that began to look here (true) or stopped since the last call, in no order.
    // Empty if this is the only node.
    std::vector<std::pair<store::Look, bool>> take_changes();

    struct KeyHash {
        std::size_t operator()(const store::Look& key) const;
    };
    using Looks = std::unordered_set<store::Look, KeyHash>;

private:
    static constexpr GameId no_game{0};

    friend Look;
    using Key = store::Look;
    // Spreads the lock: I/O threads seldom meet.
    struct Shard {
        mutable std::mutex mutex;
        std::unordered_map<Key, int, KeyHash> lookers;
        Looks changed;
    };

    bool is_looking_here(const Key& key) const;
    void end(const Key& key);
    void count(const Key& key, int step);
    void queue_change(Shard& here, const Key& key) const;
    Shard& shard(const Key& key) { return shards_[KeyHash()(key) % shards_.size()]; }
    const Shard& shard(const Key& key) const { return shards_[KeyHash()(key) % shards_.size()]; }

    std::int64_t node_ = 0;  // 0: there is one
    base::Gauge* online_ = nullptr;
    std::array<Shard, 16> shards_;
};

}  // namespace tanbo::game
