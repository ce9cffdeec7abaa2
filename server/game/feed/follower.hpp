#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "protocol/json/error.hpp"
#include "server/base/threads/async.hpp"
#include "server/game/feed/committed.hpp"
#include "server/game/feed/feed.hpp"
#include "server/game/views/history.hpp"

namespace tanbo::game {

inline constexpr std::size_t follower_page_events = 200;

// The place to which a follower brings its frames: a socket, an event stream.
class FollowerSink {
public:
    virtual ~FollowerSink() = default;

    // A frame from the log. Returns when there is room for more; false: the reader is gone. Must
    // hold itself alive while it waits.
    virtual base::Awaitable<bool> write(Frame frame) = 0;

    // A live frame, from the event loop: queue it or, if the queue is full, end the connection.
    // May destroy the follower.
    virtual void push(const Frame& frame) = 0;

    // The log can't be read, and something is missing that only it has: nothing more will come. End
    // the connection: its client comes back with `after`.
    virtual void lose(const protocol::Error& error) = 0;

    // Chat beside the game, from the moment that begin has returned; may be before the log
    // has been read. The sink asks who may read it.
    virtual void receive(const GameMessage&) {}
};

// Brings a game's events to one sink, from a seq on: gapless, in order, each once.
//
// It listens to the feed before it asks where the log ends and reads it; while it reads, live
// frames only raise the seq that the log must be read up to, so nothing is buffered here; from
// there on live frames go straight to the sink, and what both have is delivered once. A live frame
// that does not follow from the last one (another node has played in between) sends it back to the
// log.
//
//     Follower follower(feed, views, game, sink);
//     auto view = co_await follower.begin(account, after);   // refused?
//     ... answer the subscription with view->seq(), send the snapshot if after is empty ...
//     auto run = co_await follower.run();                    // live from here until destroyed
//
// Thread: one I/O thread. Destroying it ends it at once, also while begin or run waits.
class Follower {
public:
    // The sink may go away first. A glance gets no messages, and counts as no presence. Requires:
    // feed and history outlive it.
    Follower(Feed& feed, History& history, GameId game, std::weak_ptr<FollowerSink> sink,
             Feed::Attention attention = Feed::Attention::follow);
    ~Follower();
    Follower(Follower&&) noexcept;
    Follower& operator=(Follower&&) noexcept;

    // Starts after seq `after`, or, without it, after the seq of the view that it returns. Once.
    //
    // Errors: no_such_game (also if the account may not see it); bad_parameter with the present
    // seq if `after` lies beyond it; storage_unavailable, overloaded.
    base::Awaitable<protocol::Result<View>> begin(std::optional<AccountId> account,
                                                  std::optional<std::uint32_t> after);

    // Writes what has happened until now; returns when the follower is live, or will never be:
    // the sink or the follower is gone. Once, after begin.
    //
    // Errors: storage_unavailable, overloaded: the follower has ended where it was.
    base::Awaitable<protocol::Result<void>> run();

    // The last seq the sink was given.
    std::uint32_t delivered() const;
    // False also while it reads what it has missed.
    bool is_live() const;

private:
    class State;
    std::shared_ptr<State> state_;
};

}  // namespace tanbo::game
