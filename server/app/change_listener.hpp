#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <vector>

#include "engine/match.hpp"
#include "protocol/json/ids.hpp"
#include "server/account/access/authenticator.hpp"
#include "server/base/lru_cache.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/game/referee.hpp"
#include "server/game/time/downtimes.hpp"
#include "server/notify/notices.hpp"
#include "server/store/commit/changes.hpp"
#include "server/store/store.hpp"

namespace tanbo::app {

// Tells this node of what was committed without a word to it, by other nodes or by a writer of its
// own that learned it too late: its views and followers of events, those who listen of notices, and
// its threads which tokens and accounts to read again.
//
// Thread: any that may block.
class ChangeListener {
public:
    using Announce = std::function<void(const std::vector<store::Announcement>&)>;

    // authenticators[i] belongs to I/O thread i. Requires: all of them outlive it.
    ChangeListener(store::Store& store, base::IoThreads& io, game::Referee& referee,
                   game::Downtimes& downtimes, std::vector<account::Authenticator*> authenticators,
                   Announce announce);

    // Throws: store::StorageError, if what they are about can't be read; then it can be called with
    // them again.
    void receive(const std::vector<store::Change>& changes);

    // Has each thread close the sockets and streams of accounts. Thread: any.
    void drop_unchecked();

private:
    game::CommittedBatch read_games(const std::vector<store::Change>& changes);
    void forget(const std::vector<store::Change>& changes);
    std::vector<store::Announcement> announcements(const std::vector<store::Change>& changes);
    using Seqs = std::set<std::int64_t>;
    game::CommittedGame read(store::Reader& reader, protocol::GameId game, const Seqs& seqs);
    std::shared_ptr<const engine::Match> match(store::Reader& reader, protocol::GameId game);

    store::Store& store_;
    base::IoThreads& io_;
    game::Referee& referee_;
    game::Downtimes& downtimes_;
    std::vector<account::Authenticator*> authenticators_;
    const Announce announce_;
    std::mutex mutex_;
    base::LruCache<protocol::GameId, std::shared_ptr<const engine::Match>> matches_;
};

}  // namespace tanbo::app
