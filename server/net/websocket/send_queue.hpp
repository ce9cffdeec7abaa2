#pragma once

#include <cstddef>
#include <vector>

#include "server/base/threads/signal.hpp"
#include "server/net/listener.hpp"

namespace tanbo::net {

// The messages that one connection still has to send: bounded, in order, with a bell at each end.
// Its senders and the one coroutine that empties it are on one thread.
class SendQueue {
public:
    explicit SendQueue(const Limits& limits) : limits_(limits) {}

    // Whether the bytes fit. An empty queue takes anything, or a large piece could never be sent.
    bool fits(const Bytes& bytes) const;
    // Requires: fits(bytes).
    void push(Bytes bytes);
    // Up to `count` pieces from the front. Rings for those who wait for room.
    std::vector<Bytes> take(std::size_t count);
    // The front. Requires: not empty.
    Bytes take_one();
    void clear();
    // Wakes both sides; to be called when the connection closes.
    void wake();

    bool is_empty() const { return size() == 0; }
    std::size_t size() const { return queue_.size() - taken_; }
    const Bytes& at(std::size_t index) const { return queue_[taken_ + index]; }
    bool is_half_empty() const {
        return size() <= limits_.queue_messages_max / 2 && bytes_ <= limits_.queue_bytes_max / 2;
    }

    base::Signal filled;   // for the one that empties
    base::Signal drained;  // for the one that waits for room

private:
    const Limits& limits_;
    std::vector<Bytes> queue_;  // an empty deque would hold 576 bytes for each idle socket
    std::size_t taken_ = 0;     // of its front
    std::size_t bytes_ = 0;
};

}  // namespace tanbo::net
