#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "server/base/async.hpp"

// For sources of this folder only.
namespace tanbo::net {

// Something with bytes to write.
class Flushable {
public:
    virtual ~Flushable() = default;
    virtual void flush() = 0;

private:
    friend class FlushRounds;
    bool is_waiting_ = false;
};

// Writes to many sockets in short turns of one thread, so that a message to thousands does not hold
// up those who ask for something meanwhile. What comes before a socket's turn goes out with it by
// one call of the kernel: the more there is to do, the more are joined. Thread: one I/O thread.
class FlushRounds : public std::enable_shared_from_this<FlushRounds> {
public:
    explicit FlushRounds(base::Executor executor) : executor_(executor) {}

    // Flushes it soon, once; never inside this call.
    void add(Flushable& flushable);
    // It is about to go.
    void remove(Flushable& flushable);

private:
    void post();
    void run();

    base::Executor executor_;
    std::vector<Flushable*> waiting_;  // a null for what has gone
    std::size_t next_ = 0;
};

}  // namespace tanbo::net
