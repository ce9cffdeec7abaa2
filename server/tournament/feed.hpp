#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "protocol/json/error.hpp"
#include "protocol/json/ids.hpp"
#include "server/base/scoped_entry.hpp"
#include "server/base/threads/async.hpp"
#include "server/base/threads/io_threads.hpp"
#include "server/game/feed/committed.hpp"
#include "server/store/commit/announcements.hpp"

namespace tanbo::store {
class Store;
}

// The events of tournaments, for those who follow them.
namespace tanbo::tournament {

using protocol::TournamentId;

inline constexpr std::int64_t follower_page_events = 200;

// A part of a log, as it is pushed.
struct EventsPage {
    std::int64_t seq = 0;  // of the tournament's last event
    std::vector<game::Frame> frames;
};

// Told that a follower may have something to read.
class NewsSubscriber {
public:
    virtual ~NewsSubscriber() = default;
    virtual void on_news() = 0;
};

// The followed tournaments of one I/O thread. What is new in a log is read and encoded once for all
// of its followers here.
//
// Thread: its I/O thread only.
class Feed {
    struct Topic;
    struct Followed {
        TournamentId tournament{};
        std::size_t ticket = 0;
    };

public:
    // Requires: the store outlives it.
    Feed(store::Store& store, base::Executor executor);
    ~Feed();
    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;

    // Ends with its destruction. Requires: the feed and the subscriber outlive it.
    using Subscription = base::ScopedEntry<Feed, Followed>;
    [[nodiscard]] Subscription follow(TournamentId tournament, NewsSubscriber& subscriber);

    // The tournament has events up to `seq`, or is gone (0).
    void ring(TournamentId tournament, std::int64_t seq);
    // Whether any tournament has followers here. Thread: any.
    bool has_followers() const { return followers_ > 0; }

private:
    friend class Follower;
    friend Subscription;

    void end(const Followed& followed);
    // Null: no one follows it here.
    Topic* find(TournamentId tournament) const;
    // Errors: no_such_tournament; storage_unavailable, overloaded.
    base::Awaitable<protocol::Result<EventsPage>> read(TournamentId tournament, std::int64_t after,
                                                       std::int64_t limit) const;
    static base::Awaitable<void> read_news(Feed& feed, TournamentId tournament,
                                           std::shared_ptr<Topic> topic);

    store::Store& store_;
    base::Executor executor_;
    std::unordered_map<TournamentId, std::shared_ptr<Topic>> topics_;
    std::size_t last_ticket_ = 0;
    std::atomic<int> followers_ = 0;
};

// Brings the events of one tournament to one reader: gapless, in order, each once. It is asked for
// them, and tells its reader when there may be more.
//
// Thread: that of the feed. Requires: the feed and the reader outlive it, also while begin or next
// waits.
class Follower {
public:
    Follower(Feed& feed, TournamentId tournament, NewsSubscriber& reader);
    Follower(const Follower&) = delete;
    Follower& operator=(const Follower&) = delete;

    // Starts after seq `after`, or, without it, after the last event; yields the seq of that. Once.
    // Errors: no_such_tournament; bad_parameter with the present seq if `after` lies beyond it;
    // storage_unavailable, overloaded.
    base::Awaitable<protocol::Result<std::uint32_t>> begin(std::optional<std::uint32_t> after);

    // The next events; none: all that is known was given. Requires: begin has returned, and no
    // other call waits. Errors: no_such_tournament if it was deleted; storage_unavailable,
    // overloaded.
    base::Awaitable<protocol::Result<std::vector<game::Frame>>> next();

private:
    Feed& feed_;
    TournamentId tournament_;
    Feed::Subscription subscription_;
    std::int64_t delivered_ = 0;  // the last seq that was given
    std::int64_t head_ = 0;       // the last seq that was seen in the log
};

// The feeds of all I/O threads.
class Feeds {
public:
    // feeds[i] belongs to I/O thread i. Requires: all of them outlive it.
    Feeds(base::IoThreads& io, std::vector<Feed*> feeds) : io_(io), feeds_(std::move(feeds)) {}

    // For the writer's announce hook, and for what other nodes have announced. Thread: any.
    void announce(const std::vector<store::Announcement>& announcements) const;

private:
    base::IoThreads& io_;
    std::vector<Feed*> feeds_;
};

}  // namespace tanbo::tournament
