#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "server/base/threads/async.hpp"
#include "server/net/socket.hpp"

// For sources of this folder only.
namespace tanbo::net {

// Something with bytes to write.
class Flushable {
public:
    virtual ~Flushable() = default;
    virtual void flush() = 0;
    // Asks the processor for what flush() will read.
    virtual void prefetch() const {}

protected:
    // The peer has spoken, so it reads: what comes next, most likely the answer, goes out at once.
    // If it was about to count as unresponsive, it is asked half as often from now on.
    void mark_responsive();
    // Whether it is time to ask the peer for a word, a pong, before it counts as unresponsive.
    bool is_doubtful() const { return unanswered_flushes_ >= flushes_max_ / 2; }

private:
    friend class FlushRounds;
    enum class FlushQueue { none, prompt, unresponsive };

    bool is_unresponsive() const { return unanswered_flushes_ >= flushes_max_; }

    FlushQueue queued_in_ = FlushQueue::none;
    int unanswered_flushes_ = 0;  // since the peer has spoken
    int flushes_max_ = 16;        // so many of them
};

// Writes to many sockets in short turns of one thread: a message to thousands does not hold up
// other requests. What comes before a socket's turn goes out with it by one call of the kernel: the
// more there is to do, the more are joined.
//
// A peer that stays silent for many flushes, without even a pong, may not be reading at all. Such
// sockets wait apart: while there are more of them than one turn serves, there is a pause after
// each of their turns, in which more is joined. Thread: one I/O thread.
class FlushRounds : public std::enable_shared_from_this<FlushRounds> {
public:
    explicit FlushRounds(base::Executor executor) : executor_(executor), pause_(executor) {}

    // Flushes it soon, once; never inside this call.
    void add(Flushable& flushable);
    // It is about to go.
    void remove(Flushable& flushable);

private:
    using FlushQueue = Flushable::FlushQueue;

    // The waiting sockets, in the order in which they came.
    class Queue {
    public:
        void add(Flushable& flushable) { waiting_.push_back(&flushable); }
        void remove(Flushable& flushable);
        bool is_empty() const { return waiting_.empty(); }
        // Flushes until none waits or the turn is over.
        void flush();

    private:
        void prefetch() const;

        std::vector<Flushable*> waiting_;  // a null for what has gone
        std::size_t next_ = 0;
    };

    Queue& queue(FlushQueue queued_in) {
        return queued_in == FlushQueue::prompt ? prompt_ : unresponsive_;
    }
    void post();
    void run();
    void pause();

    base::Executor executor_;
    SteadyTimer pause_;
    Queue prompt_;
    Queue unresponsive_;
    bool is_posted_ = false;
    bool is_paused_ = false;  // the unresponsive ones are
};

}  // namespace tanbo::net
